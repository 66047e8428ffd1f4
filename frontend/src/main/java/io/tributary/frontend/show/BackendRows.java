package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;

import io.tributary.contract.calls.BackendClient;
import io.tributary.contract.calls.BackendStatus;
import io.tributary.contract.calls.LogStatus;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.health.Health;
import io.tributary.frontend.execution.Answer;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** SHOW BACKENDS: the first columns as Apache Doris has them, then what its logs hold. Any thread. */
final class BackendRows {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private BackendRows() {}

    static List<ResultColumn> columns() {
        return List.of(
                number("BackendId"),
                text("Host"),
                number("HeartbeatPort"),
                number("BePort"),
                number("HttpPort"),
                number("BrpcPort"),
                number("ArrowFlightSqlPort"),
                text("LastStartTime"),
                text("LastHeartbeat"),
                text("Alive"),
                text("SystemDecommissioned"),
                text("State"),
                number("Logs"),
                number("UncommittedBatches"),
                number("LogBytes"),
                number("LogSegments"),
                number("OldestAgeMs"),
                number("LogFreeBytes"),
                text("ErrMsg"));
    }

    /** What a backend says of itself. */
    record Told(BackendStatus status, LogStatus logs) {}

    static CompletableFuture<Told> ask(BackendClient backend) {
        return backend.status().thenCombine(backend.logStatus(), Told::new);
    }

    /** @param backends by their numbers; people count them from 1 on */
    static Answer.LocalRows of(List<Told> backends, ZoneId zone) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (Told told : backends) {
            rows.add(row(rows.size() + 1, told.status(), told.logs(), zone));
        }
        return new Answer.LocalRows(columns(), rows);
    }

    private static List<@Nullable String> row(int id, BackendStatus status, LogStatus logs, ZoneId zone) {
        int colon = logs.address().lastIndexOf(':');
        String port = logs.address().substring(colon + 1);
        long free = status.logs().stream()
                .mapToLong(BackendStatus.LogState::freeBytes)
                .max()
                .orElse(0);
        return Arrays.asList(
                String.valueOf(id),
                logs.address().substring(0, colon),
                port,
                port,
                "0",
                port,
                "0",
                time(status.startedMillis(), zone),
                time(System.currentTimeMillis(), zone),
                "true",
                String.valueOf(status.state() != BackendStatus.State.NORMAL),
                status.state().name(),
                String.valueOf(status.logs().size()),
                told(logs, logs.batches()),
                told(logs, logs.batchBytes()),
                String.valueOf(logs.segments()),
                told(logs, logs.oldestMillis()),
                String.valueOf(free),
                Health.of(status, List.of()).reason());
    }

    /** NULL where the log does not answer. */
    private static @Nullable String told(LogStatus logs, long figure) {
        return logs.silent() ? null : String.valueOf(figure);
    }

    private static String time(long millis, ZoneId zone) {
        return Instant.ofEpochMilli(millis).atZone(zone).format(TIME);
    }
}
