package io.tributary.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bench.measure.PairedRatio;
import java.io.IOException;
import java.util.ArrayList;
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
    private static final String PEER_RATE = "peer_rate";
    private static final String PEER_COST = "peer_cost";

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

    /** Returns the report of a file. */
    static CellReport of(ObjectNode json) {
        return new CellReport(json);
    }

    /**
     * Returns the report with how this server compares.
     *
     * @param rates of rows per second, pair by pair
     * @param costs of the servers' CPU for a row, pair by pair; NaN where it is not known
     */
    CellReport withPeer(String name, List<Double> rates, List<Double> costs) {
        ObjectNode with = json.deepCopy();
        with.put(PEER, name);
        with.put(PEER_RATIO, Medians.ofNumbers(rates));
        with.set(PEER_RATIOS, ReportJson.MAPPER.valueToTree(rates));
        with.set(PEER_RATE, ReportJson.MAPPER.valueToTree(PairedRatio.of(rates)));
        if (costs.stream().noneMatch(cost -> cost.isNaN())) {
            with.set(PEER_COST, ReportJson.MAPPER.valueToTree(PairedRatio.of(costs)));
        }
        return new CellReport(with);
    }

    /** The label of the server that it was compared with, or null. */
    @Nullable
    String peer() {
        JsonNode peer = json.get(PEER);
        return peer == null ? null : peer.asText();
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

    /** Rows per second, run by run; their median alone where no more is known. 1 or more. */
    List<Double> rates() throws IOException {
        List<Double> rates = new ArrayList<>();
        for (JsonNode run : json.path(EACH_RUN)) {
            rates.add(run.path("rows_per_second").asDouble(Double.NaN));
        }
        return rates.isEmpty() ? List.of(figures().rowsPerSecond()) : rates;
    }

    private <T> T read(Class<T> type) throws IOException {
        try {
            return ReportJson.MAPPER.treeToValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IOException("not a report of bench: " + e.getOriginalMessage(), e);
        }
    }

    /** Returns the ratio of rows per second to the peer's, or null without a peer. */
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
        String peer = peer() == null
                ? ""
                : String.format(Locale.ROOT, "; %.2f x %s", peerRatio(), peer())
                        + interval("rows/s", PEER_RATE)
                        + interval("CPU a row", PEER_COST);
        return String.format(
                Locale.ROOT,
                "%s, %s, %s, %d connections%s: %,d rows, %,.0f rows/s, %,.0f until all are visible, p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms;"
                        + " CPU-s per million rows: client %s, frontend %s, backend %s%s; verified %,d%s%s%s; commit %s; %s",
                cell.scenario(),
                cell.server(),
                cell.client(),
                cell.connections(),
                details(cell),
                run.rows(),
                run.rowsPerSecond(),
                run.rowsPerSecondCommitted(),
                run.p50Ms(),
                run.p99Ms(),
                run.p999Ms(),
                Figure.of(run.clientCpuSecondsPerMillionRows()),
                Figure.of(run.frontendCpuSecondsPerMillionRows()),
                Figure.of(run.backendCpuSecondsPerMillionRows()),
                run.engineCpuSecondsPerMillionRows() == null
                        ? ""
                        : ", engine " + Figure.of(run.engineCpuSecondsPerMillionRows()),
                run.rowsVerified(),
                isVerified() ? "" : " (WRONG: not what was acknowledged)",
                queries(run),
                peer,
                cell.commit(),
                json.path("machine").asText());
    }

    /** A ratio to the peer with its 95 % interval, if there is one. */
    private String interval(String figure, String field) {
        JsonNode ratio = json.path(field);
        return ratio.path("low").isNumber() && !Double.isNaN(ratio.path("low").asDouble())
                ? String.format(
                        Locale.ROOT,
                        ", %s %.3f [%.3f, %.3f]",
                        figure,
                        ratio.path("mean").asDouble(),
                        ratio.path("low").asDouble(),
                        ratio.path("high").asDouble())
                : "";
    }

    private static String queries(RunFigures run) {
        return run.queryP50Ms() == null
                ? ""
                : "; queries p50 / p99 ms: alone " + Figure.of(run.queryAloneP50Ms()) + " / "
                        + Figure.of(run.queryAloneP99Ms()) + ", beside writers " + Figure.of(run.queryP50Ms()) + " / "
                        + Figure.of(run.queryP99Ms());
    }

    private static String details(CellIdentity cell) {
        StringBuilder details = new StringBuilder();
        if (cell.idleConnections() > 0) {
            details.append(", ").append(cell.idleConnections()).append(" idle");
        }
        if (cell.tables() > 1) {
            details.append(", ").append(cell.tables()).append(" tables");
        }
        if (cell.rowsBefore() > 0) {
            details.append(String.format(Locale.ROOT, ", %,d rows before", cell.rowsBefore()));
        }
        if (cell.queriesPerSecond() > 0) {
            details.append(", ").append(cell.queriesPerSecond()).append(" queries/s");
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
