package io.tributary.frontend.show;

import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.AlterJobs;
import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.ShowPlan;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** SHOW ALTER TABLE {COLUMN | ROLLUP | MATERIALIZED VIEW}, in Doris' columns. */
final class AlterRows {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final String STATE = "FINISHED";
    /** Seconds that Doris gives such a job. */
    private static final String TIMEOUT = "2592000";

    private static final String[] OF_COLUMNS = {
        "JobId",
        "TableName",
        "CreateTime",
        "FinishTime",
        "IndexName",
        "IndexId",
        "OriginIndexId",
        "SchemaVersion",
        "TransactionId",
        "State",
        "Msg",
        "Progress",
        "Timeout"
    };
    private static final String[] OF_ROLLUPS = {
        "JobId",
        "TableName",
        "CreateTime",
        "FinishTime",
        "BaseIndexName",
        "RollupIndexName",
        "RollupId",
        "TransactionId",
        "State",
        "Msg",
        "Progress",
        "Timeout"
    };

    private AlterRows() {}

    /** Ordered and filtered, and cut to the plan's limit last. */
    static Answer.LocalRows of(ShowPlan.Alterations plan, AlterJobs jobs, ZoneId zone) {
        boolean rollups = plan.rollups();
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (AlterJobs.Job job : jobs.of(plan.database(), rollups)) {
            rows.add(rollups ? ofRollup(job, zone) : ofColumns(job, zone));
        }
        if (plan.newestFirst()) {
            Collections.reverse(rows);
        }
        Answer.LocalRows kept = ShowFilter.keep(
                new Answer.LocalRows(Answer.LocalRows.texts(rollups ? OF_ROLLUPS : OF_COLUMNS), rows), plan.filters());
        return new Answer.LocalRows(
                kept.columns(),
                kept.rows().stream()
                        .skip(plan.limit().offset())
                        .limit(plan.limit().rows())
                        .toList());
    }

    private static List<@Nullable String> ofColumns(AlterJobs.Job job, ZoneId zone) {
        TableSchema table = job.table();
        String id = Long.toString(table.tableId());
        return Arrays.asList(
                Long.toString(job.id()),
                table.name(),
                time(job.began(), zone),
                time(job.finished(), zone),
                table.name(),
                id,
                id,
                table.schemaVersionText(),
                "-1",
                STATE,
                "",
                null,
                TIMEOUT);
    }

    private static List<@Nullable String> ofRollup(AlterJobs.Job job, ZoneId zone) {
        TableSchema table = job.table();
        return Arrays.asList(
                Long.toString(job.id()),
                table.name(),
                time(job.began(), zone),
                time(job.finished(), zone),
                table.name(),
                job.rollup(),
                Long.toString(job.id()),
                "-1",
                STATE,
                "",
                null,
                TIMEOUT);
    }

    private static String time(Instant instant, ZoneId zone) {
        return instant.atZone(zone).format(SECONDS);
    }
}
