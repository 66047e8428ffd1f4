package io.tributary.cli.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The report of one cell and server, as a JSON object: what was run, the medians of its runs, each run where there are
 * several, and where it was.
 */
final class CellReport {
    private static final String EACH_RUN = "each_run";
    private static final String PEER = "peer";
    private static final String PEER_RATIO = "peer_ratio";
    private static final String PEER_RATIOS = "peer_ratios";

    private final ObjectNode json;

    private CellReport(ObjectNode json) {
        this.json = json;
    }

    static CellReport of(CellIdentity identity, List<RunFigures> runs, String clientJavaVersion, String machine) {
        List<ObjectNode> each = runs.stream()
                .map(run -> ReportJson.MAPPER.<ObjectNode>valueToTree(run))
                .toList();
        ObjectNode json = ReportJson.MAPPER.valueToTree(identity);
        json.setAll(Medians.of(each));
        if (each.size() > 1) {
            json.putArray(EACH_RUN).addAll(each);
        }
        json.put("client_java_version", clientJavaVersion);
        json.put("machine", machine);
        return new CellReport(json);
    }

    /** Of a file. */
    static CellReport of(ObjectNode json) {
        return new CellReport(json);
    }

    /** With how much faster this server was, pair by pair and in the median. */
    CellReport withPeer(String name, List<Double> ratios) {
        ObjectNode with = json.deepCopy();
        with.put(PEER, name);
        with.put(PEER_RATIO, Medians.ofNumbers(ratios));
        with.set(PEER_RATIOS, ReportJson.MAPPER.valueToTree(ratios));
        return new CellReport(with);
    }

    ObjectNode json() {
        return json;
    }

    /** @throws IOException if the file it came from is none of ours */
    CellIdentity identity() throws IOException {
        return read(CellIdentity.class);
    }

    /** The medians. */
    RunFigures figures() throws IOException {
        return read(RunFigures.class);
    }

    private <T> T read(Class<T> type) throws IOException {
        try {
            return ReportJson.MAPPER.treeToValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IOException("not a report of bench: " + e.getOriginalMessage(), e);
        }
    }

    /** Of rows per second to the peer's, or null without a peer. */
    @Nullable
    Double peerRatio() {
        JsonNode ratio = json.get(PEER_RATIO);
        return ratio == null ? null : ratio.asDouble();
    }

    /** Whether in every run every acknowledged row was found, and no other. */
    boolean isVerified() {
        if (json.has(EACH_RUN)) {
            for (JsonNode run : json.get(EACH_RUN)) {
                if (!isVerified(run)) {
                    return false;
                }
            }
            return true;
        }
        return isVerified(json);
    }

    private static boolean isVerified(JsonNode run) {
        return run.path("rows").asLong() == run.path("rows_verified").asLong()
                && run.path("checksum_verified").asBoolean();
    }

    /** One line for people. */
    String line() throws IOException {
        CellIdentity cell = identity();
        RunFigures run = figures();
        String peer = peerRatio() == null
                ? ""
                : String.format(
                        Locale.ROOT, "; %.2f x %s", peerRatio(), json.path(PEER).asText());
        return String.format(
                Locale.ROOT,
                "%s, %s, %s, %d connections%s: %,d rows, %,.0f rows/s, p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms;"
                        + " CPU-s per million rows: client %s, frontend %s, backend %s; verified %,d%s%s; commit %s; %s",
                cell.scenario(),
                cell.server(),
                cell.client(),
                cell.connections(),
                details(cell),
                run.rows(),
                run.rowsPerSecond(),
                run.p50Ms(),
                run.p99Ms(),
                run.p999Ms(),
                Figure.of(run.clientCpuSecondsPerMillionRows()),
                Figure.of(run.frontendCpuSecondsPerMillionRows()),
                Figure.of(run.backendCpuSecondsPerMillionRows()),
                run.rowsVerified(),
                isVerified() ? "" : " (WRONG: not what was acknowledged)",
                peer,
                cell.commit(),
                json.path("machine").asText());
    }

    private static String details(CellIdentity cell) {
        StringBuilder details = new StringBuilder();
        if (cell.idleConnections() > 0) {
            details.append(", ").append(cell.idleConnections()).append(" idle");
        }
        if (cell.tables() > 1) {
            details.append(", ").append(cell.tables()).append(" tables");
        }
        if (cell.policy() != null) {
            details.append(", ").append(cell.policy());
        }
        if (cell.intervalMs() != null) {
            details.append(", ").append(cell.intervalMs()).append(" ms");
        }
        return details.toString();
    }
}
