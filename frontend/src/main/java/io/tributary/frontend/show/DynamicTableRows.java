package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.texts;

import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.Answer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * SHOW DYNAMIC PARTITION TABLES in Doris' columns. When the backend last looked is not known here, so times are NULL; why partitions
 * do not come or go stands where Doris tells of a failure.
 */
final class DynamicTableRows {
    private static final String PREFIX = "dynamic_partition.";

    private DynamicTableRows() {}

    static Answer.LocalRows of(Collection<TableSchema> tables) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (TableSchema table : tables) {
            if (table.properties().other().containsKey(TableSchema.DYNAMIC_ENABLE)) {
                rows.add(row(table));
            }
        }
        return new Answer.LocalRows(
                texts(
                        "TableName",
                        "Enable",
                        "TimeUnit",
                        "Start",
                        "End",
                        "Prefix",
                        "Buckets",
                        "ReplicationNum",
                        "ReplicaAllocation",
                        "StartOf",
                        "LastUpdateTime",
                        "LastSchedulerTime",
                        "State",
                        "LastCreatePartitionMsg",
                        "LastDropPartitionMsg",
                        "ReservedHistoryPeriods"),
                rows);
    }

    private static List<@Nullable String> row(TableSchema table) {
        Map<String, String> properties = table.properties().other();
        String unit = properties.getOrDefault(PREFIX + "time_unit", "").toUpperCase(Locale.ROOT);
        String unconfirmed = unconfirmed(table).orElse("N/A");
        return Arrays.asList(
                table.name(),
                Boolean.toString(table.isDynamic()),
                unit,
                properties.getOrDefault(PREFIX + "start", Integer.toString(Integer.MIN_VALUE)),
                properties.get(PREFIX + "end"),
                properties.get(PREFIX + "prefix"),
                properties.getOrDefault(PREFIX + "buckets", "1"),
                "1",
                "tag.location.default: 1",
                startOf(unit, properties),
                null,
                null,
                unconfirmed.equals("N/A") ? "NORMAL" : "ERROR",
                unconfirmed,
                unconfirmed,
                properties.getOrDefault(PREFIX + "reserved_history_periods", "NULL"));
    }

    private static String startOf(String unit, Map<String, String> properties) {
        return switch (unit) {
            case "WEEK" -> "day of week: " + properties.getOrDefault(PREFIX + "start_day_of_week", "1");
            case "MONTH" -> "day of month: " + properties.getOrDefault(PREFIX + "start_day_of_month", "1");
            default -> "N/A";
        };
    }

    /** Why no clock makes or drops partitions of a table whose properties say so. */
    static Optional<String> unconfirmed(TableSchema table) {
        return table.isDynamic() && !table.layout().partitioning().byClock()
                ? Optional.of(
                        "Partitions of " + table.name() + " neither come nor expire by the clock: its dynamic_partition"
                                + " properties are of a version that carried none out. ALTER TABLE … SET"
                                + " (\"dynamic_partition.enable\" = \"true\") starts that, and deletes what is expired")
                : Optional.empty();
    }
}
