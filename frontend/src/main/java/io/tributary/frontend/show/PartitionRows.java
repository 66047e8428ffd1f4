package io.tributary.frontend.show;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionRules;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.planner.sql.definition.Distribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * SHOW PARTITIONS in Doris' columns. What the engine does not keep for partitions (versions, sizes, times of checks) is NULL, what
 * follows from one copy on one disk is what Doris says then. Numbers of partitions count them, in their order.
 */
final class PartitionRows {
    private static final List<ResultColumn> COLUMNS = List.of(
            Answer.LocalRows.number("PartitionId"),
            Answer.LocalRows.text("PartitionName"),
            Answer.LocalRows.number("VisibleVersion"),
            Answer.LocalRows.text("VisibleVersionTime"),
            Answer.LocalRows.text("State"),
            Answer.LocalRows.text("PartitionKey"),
            Answer.LocalRows.text("Range"),
            Answer.LocalRows.text("DistributionKey"),
            Answer.LocalRows.number("Buckets"),
            Answer.LocalRows.number("ReplicationNum"),
            Answer.LocalRows.text("StorageMedium"),
            Answer.LocalRows.text("CooldownTime"),
            Answer.LocalRows.text("RemoteStoragePolicy"),
            Answer.LocalRows.text("LastConsistencyCheckTime"),
            Answer.LocalRows.text("DataSize"),
            Answer.LocalRows.text("IsInMemory"),
            Answer.LocalRows.text("ReplicaAllocation"),
            Answer.LocalRows.text("IsMutable"),
            Answer.LocalRows.text("SyncWithBaseTables"),
            Answer.LocalRows.text("UnsyncTables"));

    private final TableSchema table;
    private final Distribution distribution;
    private final List<List<@Nullable String>> rows = new ArrayList<>();

    private PartitionRows(TableSchema table) {
        this.table = table;
        distribution = Distribution.of(table);
    }

    /**
     * Filtered, ordered and cut as the plan says. A table without partitions is one with its own name, as in Doris.
     *
     * @throws TributaryException 1054 for a column that is not there
     */
    static Answer.LocalRows of(TableSchema table, ShowPlan.Partitions plan) {
        PartitionRows made = new PartitionRows(table);
        made.addAll();
        Answer.LocalRows kept = ShowFilter.keep(new Answer.LocalRows(COLUMNS, made.rows), plan.filters());
        return RowOrder.of(kept, plan.order(), plan.limit());
    }

    private void addAll() {
        Partitioning partitioning = table.layout().partitioning();
        if (!partitioning.hasPartitions()) {
            add(table.name(), "", "");
            return;
        }
        List<Column> columns = new PartitionRules(partitioning, table.columns()).columns();
        String key = columns.stream().map(Column::name).collect(Collectors.joining(", "));
        for (Partition partition : partitioning.partitions()) {
            add(
                    partition.name(),
                    key,
                    partitioning.kind() == Partitioning.Kind.RANGE
                            ? "[" + bound(partition.lower(), columns) + ".." + bound(partition.upper(), columns) + ")"
                            : partition.bounds().stream()
                                    .map(value -> bound(value, columns))
                                    .collect(Collectors.joining(", ", "[", "]")));
        }
    }

    private void add(String name, String key, String range) {
        rows.add(Arrays.asList(
                Integer.toString(rows.size() + 1),
                name,
                null,
                null,
                "NORMAL",
                key,
                range,
                distribution.key(),
                Long.toString(distribution.buckets()),
                "1",
                "HDD",
                "9999-12-31 23:59:59",
                "",
                null,
                null,
                "false",
                "tag.location.default: 1",
                "true",
                "true",
                null));
    }

    /** {@code types: [INT]; keys: [7]; }. */
    private static String bound(List<PartitionValue> values, List<Column> columns) {
        List<String> types = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            ColumnType.Kind kind = columns.get(i).type().kind();
            types.add(type(kind));
            keys.add(
                    switch (values.get(i).kind()) {
                        case MIN -> least(kind);
                        case NULL -> "NULL";
                        case VALUE -> values.get(i).text();
                        case MAX -> "MAXVALUE";
                    });
        }
        return "types: [" + String.join(", ", types) + "]; keys: [" + String.join(", ", keys) + "]; ";
    }

    private static String type(ColumnType.Kind kind) {
        return switch (kind) {
            case DATE -> "DATEV2";
            case DATETIME -> "DATETIMEV2";
            default -> kind.name();
        };
    }

    /** What Doris takes for the least value of a type. */
    private static String least(ColumnType.Kind kind) {
        return switch (kind) {
            case TINYINT -> Integer.toString(Byte.MIN_VALUE);
            case SMALLINT -> Integer.toString(Short.MIN_VALUE);
            case INT -> Integer.toString(Integer.MIN_VALUE);
            case BIGINT -> Long.toString(Long.MIN_VALUE);
            case LARGEINT -> "-170141183460469231731687303715884105728";
            case DATE -> "0000-01-01";
            case DATETIME -> "0000-01-01 00:00:00";
            case BOOLEAN -> "0";
            default -> "";
        };
    }
}
