package io.tributary.dialect.text;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionRules;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Partitions as conditions on rows, in words that MySQL's dialect and the engine's share, and of the same meaning under every
 * {@code sql_mode}: for statements that name partitions, on an engine that has none.
 */
public final class PartitionConditions {
    /** The least LARGEINT, whose digits without their sign are none, and the one behind it. */
    private static final String LEAST = "-170141183460469231731687303715884105728";

    private static final String NEXT = "-170141183460469231731687303715884105727";

    private final Partitioning partitioning;
    private final List<Column> columns;
    private final PartitionRules rules;
    private final UnaryOperator<String> names;

    /** Conditions in MySQL's dialect. */
    public PartitionConditions(TableSchema table) {
        this(table, name -> "`" + name.replace("`", "``") + "`");
    }

    /** @param names how the statement names a column of the table */
    public PartitionConditions(TableSchema table, UnaryOperator<String> names) {
        this.names = names;
        partitioning = table.layout().partitioning();
        rules = new PartitionRules(partitioning, table.columns());
        columns = rules.columns();
    }

    /** True of the rows of these partitions, and false, never NULL, of all others. */
    public String in(List<Partition> partitions) {
        if (partitions.isEmpty()) {
            return "(1 = 0)";
        }
        List<String> alternatives = partitioning.kind() == Partitioning.Kind.RANGE
                ? merged(partitions).stream().map(this::within).toList()
                : values(partitions);
        return "(" + String.join(" OR ", alternatives) + ")";
    }

    private List<String> values(List<Partition> partitions) {
        if (partitions.stream().noneMatch(Partition::isDefault)) {
            return partitions.stream()
                    .flatMap(partition -> partition.bounds().stream())
                    .map(this::equal)
                    .toList();
        }
        List<Partition> others = partitioning.partitions().stream()
                .filter(partition -> !partition.isDefault() && !partitions.contains(partition))
                .toList();
        return List.of(others.isEmpty() ? "1 = 1" : "NOT " + in(others));
    }

    /** Ranges that follow one another as one. */
    private List<Partition> merged(List<Partition> partitions) {
        List<Partition> ordered = new ArrayList<>(partitions);
        ordered.sort((a, b) -> rules.compare(a.lower(), b.lower()));
        List<Partition> merged = new ArrayList<>();
        for (Partition next : ordered) {
            Partition last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last != null && rules.compare(last.upper(), next.lower()) == 0) {
                merged.set(merged.size() - 1, Partition.range("", last.lower(), next.upper()));
            } else {
                merged.add(next);
            }
        }
        return merged;
    }

    private String within(Partition range) {
        return "(" + atLeast(range.lower(), 0) + " AND NOT " + atLeast(range.upper(), 0) + ")";
    }

    /** Whether the columns from the {@code i}-th on are this bound or behind it; NULL is less than all values. */
    private String atLeast(List<PartitionValue> bound, int i) {
        if (i == bound.size()) {
            return "1 = 1";
        }
        PartitionValue value = bound.get(i);
        return switch (value.kind()) {
            case MIN -> "1 = 1";
            case MAX -> "1 = 0";
            case NULL -> "(" + name(i) + " IS NOT NULL OR " + atLeast(bound, i + 1) + ")";
            case VALUE -> {
                String column = name(i);
                String literal = literal(i, value);
                yield "(" + column + " IS NOT NULL AND (" + column + " > " + literal + " OR (" + column + " = "
                        + literal + " AND " + atLeast(bound, i + 1) + ")))";
            }
        };
    }

    private String equal(List<PartitionValue> values) {
        List<String> each = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            PartitionValue value = values.get(i);
            each.add(
                    value.kind() == PartitionValue.Kind.NULL
                            ? name(i) + " IS NULL"
                            : "(" + name(i) + " IS NOT NULL AND " + name(i) + " = " + literal(i, value) + ")");
        }
        return "(" + String.join(" AND ", each) + ")";
    }

    private String name(int i) {
        return names.apply(columns.get(i).name());
    }

    private String literal(int i, PartitionValue value) {
        return switch (columns.get(i).type().kind()) {
            case LARGEINT -> value.text().equals(LEAST) ? "(" + NEXT + " - 1)" : value.text();
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT -> value.text();
            case DATE -> "DATE '" + value.text() + "'";
            case DATETIME -> "TIMESTAMP '" + value.text() + "'";
            // Values with a backslash, whose meaning depends on sql_mode, are refused.
            default -> "'" + value.text().replace("'", "''") + "'";
        };
    }
}
