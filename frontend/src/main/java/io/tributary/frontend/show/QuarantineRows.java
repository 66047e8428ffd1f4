package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;

import io.tributary.contract.calls.QuarantineInfo;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.planner.plan.ShowPlan;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** SHOW QUARANTINE: acknowledged rows that the engine refused. Any thread. */
final class QuarantineRows {
    /** Rows that SHOW QUARANTINE shows where it has no smaller LIMIT. */
    static final int SHOWN_MAX = 10_000;

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private QuarantineRows() {}

    /** @param tableId 0 for any */
    static CompletableFuture<List<QuarantineInfo>> ask(BackendRouter router, long tableId, ShowPlan.Quarantined plan) {
        long last = Math.min(SHOWN_MAX, plan.limit().offset())
                + Math.min(SHOWN_MAX, plan.limit().rows());
        int most = (int) Math.min(SHOWN_MAX, last);
        return tableId == 0
                ? router.eachOf(backend -> backend.quarantined(tableId, plan.ids(), most))
                : router.ownerOf(tableId).quarantined(tableId, plan.ids(), most);
    }

    static Answer.LocalRows of(List<QuarantineInfo> found, ShowPlan.Limit limit, ZoneId zone) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        found.stream()
                .filter(row -> !TemporaryName.isOne(row.table()))
                .skip(limit.offset())
                .limit(limit.rows())
                .forEach(row -> rows.add(Arrays.asList(
                        Long.toString(row.id()),
                        row.database(),
                        row.table(),
                        row.label(),
                        row.row(),
                        row.reason(),
                        TIME.format(Instant.ofEpochMilli(row.millis()).atZone(zone)))));
        return new Answer.LocalRows(columns(), rows);
    }

    static List<ResultColumn> columns() {
        return List.of(
                number("Id"),
                text("Database"),
                text("Table"),
                text("Label"),
                text("Row"),
                text("Reason"),
                text("Time"));
    }
}
