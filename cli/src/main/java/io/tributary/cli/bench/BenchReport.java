package io.tributary.cli.bench;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a run; the CPU figures include all work for the measured rows up to their visibility.
 *
 * @param rows acknowledged in the measured time
 * @param clientCpu, frontendCpu, backendCpu CPU-seconds per million rows; null where the process is not ours to see
 * @param rowsVerified found by count(*) afterwards, beyond those that were there before
 * @param commit of the source this was built from
 */
@JsonPropertyOrder({
    "scenario",
    "connections",
    "rows",
    "rows_per_second",
    "p50_ms",
    "p99_ms",
    "client_cpu_seconds_per_million_rows",
    "frontend_cpu_seconds_per_million_rows",
    "backend_cpu_seconds_per_million_rows",
    "rows_verified",
    "commit",
    "machine"
})
public record BenchReport(
        @JsonProperty("scenario") String scenario,
        @JsonProperty("connections") int connections,
        @JsonProperty("rows") long rows,
        @JsonProperty("rows_per_second") double rowsPerSecond,
        @JsonProperty("p50_ms") double p50Millis,
        @JsonProperty("p99_ms") double p99Millis,
        @JsonProperty("client_cpu_seconds_per_million_rows") @Nullable Double clientCpu,
        @JsonProperty("frontend_cpu_seconds_per_million_rows") @Nullable Double frontendCpu,
        @JsonProperty("backend_cpu_seconds_per_million_rows") @Nullable Double backendCpu,
        @JsonProperty("rows_verified") long rowsVerified,
        @JsonProperty("commit") String commit,
        @JsonProperty("machine") String machine) {
    /** Whether every acknowledged row was found, and no other. */
    @JsonIgnore
    public boolean isComplete() {
        return rows == rowsVerified;
    }

    public void writeJson(Path file) throws IOException {
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), this);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s, %d connections: %,d rows, %,.0f rows/s, p50 %.2f ms, p99 %.2f ms; CPU-s per million rows:"
                        + " client %s, frontend %s, backend %s; verified %,d; commit %s; %s",
                scenario,
                connections,
                rows,
                rowsPerSecond,
                p50Millis,
                p99Millis,
                figure(clientCpu),
                figure(frontendCpu),
                figure(backendCpu),
                rowsVerified,
                commit,
                machine);
    }

    private static String figure(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.2f", value);
    }
}
