package io.tributary.planner.sql.definition;

import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.PartitionValue.Kind;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.dialect.token.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a table's partitions as the clause that makes them again, as Doris shows them. */
final class PartitionDdl {
    private PartitionDdl() {}

    /** Returns the clause of a partitioned table, from PARTITION BY or AUTO on. */
    static String clause(Partitioning partitioning) {
        if (partitioning.kind() == Partitioning.Kind.HASH) {
            return partitioning.expression();
        }
        String by = partitioning.expression().isEmpty() ? columns(partitioning) : partitioning.expression();
        return (partitioning.automatic() ? "AUTO " : "") + "PARTITION BY " + partitioning.kind() + " (" + by + ")\n("
                + partitioning.partitions().stream()
                        .map(partition -> "PARTITION " + SqlLiterals.identifier(partition.name())
                                + (partition.isDefault() ? "" : " VALUES " + bounds(partitioning, partition)))
                        .collect(Collectors.joining(",\n"))
                + ")";
    }

    /** The columns that decide, in their order. */
    static String columns(Partitioning partitioning) {
        return partitioning.columns().stream().map(SqlLiterals::identifier).collect(Collectors.joining(", "));
    }

    /** The columns that an expression, or the clause of a HASH or KEY, may name: all within parentheses that is no call. */
    static List<String> namesOf(String expression) {
        Tokens tokens = Tokens.of(expression, SqlMode.DEFAULT);
        List<String> names = new ArrayList<>();
        int depth = 0;
        while (!tokens.atEnd()) {
            if (depth > 0 && tokens.atIdentifier() && !tokens.followedBy('(')) {
                names.add(tokens.identifier());
                continue;
            }
            depth += tokens.atSymbol('(') ? 1 : tokens.atSymbol(')') ? -1 : 0;
            tokens.advance();
        }
        return names;
    }

    /** What stands behind VALUES of a partition that is not the default. */
    static String bounds(Partitioning partitioning, Partition partition) {
        if (partitioning.kind() == Partitioning.Kind.LIST) {
            return partition.bounds().stream()
                    .map(value -> value.size() == 1 ? value(value.get(0)) : tuple(value))
                    .collect(Collectors.joining(", ", "IN (", ")"));
        }
        return partition.lower().get(0).kind() == Kind.MIN
                ? "LESS THAN " + tuple(partition.upper())
                : "[" + tuple(partition.lower()) + ", " + tuple(partition.upper()) + ")";
    }

    private static String tuple(List<PartitionValue> values) {
        int said = values.size();
        while (said > 1 && values.get(said - 1).kind() == Kind.MIN) {
            said--;
        }
        return values.subList(0, said).stream().map(PartitionDdl::value).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String value(PartitionValue value) {
        return switch (value.kind()) {
            case NULL -> "NULL";
            case MAX -> "MAXVALUE";
            case VALUE -> TableDdl.quoted(value.text());
            case MIN -> throw new IllegalStateException("nothing is written for the least value");
        };
    }
}
