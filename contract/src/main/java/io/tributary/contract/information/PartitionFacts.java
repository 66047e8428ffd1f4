package io.tributary.contract.information;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionRules;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What information_schema.PARTITIONS tells of one table, in MySQL's words. As there, a table without partitions is one row
 * without a partition's name; so are MySQL's HASH and KEY here, whose partitions have no rows of their own. Counts and sizes are
 * NULL, as in TABLES.
 */
final class PartitionFacts {
    private final TableSchema table;
    private final Partitioning partitioning;

    PartitionFacts(TableSchema table) {
        this.table = table;
        partitioning = table.layout().partitioning();
    }

    List<List<@Nullable String>> rows() {
        if (partitioning.partitions().isEmpty()) {
            return List.of(row(null, null, null, null, null, null));
        }
        List<Column> columns = new PartitionRules(partitioning, table.columns()).columns();
        // RANGE (a) and RANGE COLUMNS (a) are the same for numbers: the first is what their users write.
        boolean numbers = columns.size() == 1 && isNumber(columns.get(0));
        String method = partitioning.kind() + (numbers ? "" : " COLUMNS");
        String expression = columns.stream()
                .map(column -> "`" + column.name().replace("`", "``") + "`")
                .collect(Collectors.joining(","));
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (Partition partition : partitioning.partitions()) {
            String number = Integer.toString(rows.size() + 1);
            rows.add(row(partition.name(), number, method, expression, description(partition, columns), "default"));
        }
        return rows;
    }

    /** What stands between the parentheses of VALUES LESS THAN or VALUES IN. */
    private String description(Partition partition, List<Column> columns) {
        if (partition.isDefault()) {
            return "DEFAULT";
        }
        return partitioning.kind() == Partitioning.Kind.RANGE
                ? values(partition.upper(), columns)
                : partition.bounds().stream()
                        .map(value -> columns.size() == 1 ? values(value, columns) : "(" + values(value, columns) + ")")
                        .collect(Collectors.joining(","));
    }

    private static String values(List<PartitionValue> values, List<Column> columns) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            PartitionValue value = values.get(i);
            texts.add(
                    switch (value.kind()) {
                        case MIN -> "MINVALUE";
                        case NULL -> "NULL";
                        case VALUE ->
                            isNumber(columns.get(i))
                                    ? value.text()
                                    : "'" + value.text().replace("'", "''") + "'";
                        case MAX -> "MAXVALUE";
                    });
        }
        return String.join(",", texts);
    }

    private static boolean isNumber(Column column) {
        ColumnType.Kind kind = column.type().kind();
        return switch (kind) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, LARGEINT -> true;
            default -> false;
        };
    }

    private List<@Nullable String> row(
            @Nullable String name,
            @Nullable String number,
            @Nullable String method,
            @Nullable String expression,
            @Nullable String description,
            @Nullable String group) {
        return TableFacts.row(
                TableFacts.CATALOG,
                table.database(),
                table.name(),
                name,
                null,
                number,
                null,
                method,
                null,
                expression,
                null,
                description,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                "",
                group,
                null);
    }
}
