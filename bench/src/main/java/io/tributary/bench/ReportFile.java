package io.tributary.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reports in a JSON file: one object for one, an array for several. It is whole at any moment. One thread. */
final class ReportFile {
    private final @Nullable Path file;
    private final List<CellReport> reports = new ArrayList<>();

    private ReportFile(@Nullable Path file) {
        this.file = file;
    }

    /**
     * Begins anew: what the file holds is replaced at the first report.
     *
     * @param file or null, to keep reports in memory only
     */
    static ReportFile begin(@Nullable Path file) {
        return new ReportFile(file);
    }

    /**
     * Goes on with what the file holds, if there is one.
     *
     * @throws IOException if it holds something else than reports
     */
    static ReportFile resume(Path file) throws IOException {
        ReportFile resumed = new ReportFile(file);
        if (Files.exists(file)) {
            JsonNode json = ReportJson.MAPPER.readTree(file.toFile());
            for (JsonNode report : json.isArray() ? json : List.of(json)) {
                if (!(report instanceof ObjectNode object)) {
                    throw new IOException(file + " holds no reports of bench");
                }
                resumed.reports.add(CellReport.of(object));
            }
        }
        return resumed;
    }

    /** The report of a cell that is done: of the same commit, for as long, as often, by the same client. */
    Optional<CellReport> find(CellIdentity identity) throws IOException {
        for (CellReport report : reports) {
            if (report.identity().equals(identity)) {
                return Optional.of(report);
            }
        }
        return Optional.empty();
    }

    List<CellReport> reports() {
        return List.copyOf(reports);
    }

    /** Adds reports, in the place of those of the same cells at other commits. */
    void add(List<CellReport> more) throws IOException {
        for (CellReport report : more) {
            CellIdentity identity = report.identity();
            for (int i = reports.size() - 1; i >= 0; i--) {
                if (reports.get(i).identity().withCommit(identity.commit()).equals(identity)) {
                    reports.remove(i);
                }
            }
            reports.add(report);
        }
        if (file != null) {
            write(file);
        }
    }

    private void write(Path target) throws IOException {
        ArrayNode array = ReportJson.MAPPER.createArrayNode();
        reports.forEach(report -> array.add(report.json()));
        Path whole = target.toAbsolutePath();
        Path part = Files.createTempFile(whole.getParent(), whole.getFileName().toString(), ".part");
        ReportJson.MAPPER.writeValue(part.toFile(), array.size() == 1 ? array.get(0) : array);
        Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
