package io.tributary.backend.txn;

import io.tributary.backend.engine.EngineTransaction;
import io.tributary.backend.engine.ResultCursor;
import io.tributary.rpc.client.QueryContext;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.row.RowBlockReader;
import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.PartitionConditions;
import io.tributary.rpc.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/**
 * What a table's columns demand and an engine without constraints does not know: NOT NULL, UNSIGNED, finite numbers, the length of CHAR and
 * VARCHAR, a partition that takes the row. Rows are held to it while they are encoded; an UPDATE by text is held to it here, by one query over the table
 * in the UPDATE's own transaction, whose failure takes the UPDATE back.
 */
final class ColumnRules {
    private static final String FLOAT_MAX = "3.4028234663852886e38";
    private static final String DOUBLE_MAX = "1.7976931348623157e308";

    private final TableSchema table;
    private final List<Rule> rules = new ArrayList<>();

    /** A condition in MySQL's dialect that no row may meet, and what to say if one does. */
    private record Rule(String broken, ErrorCode code, String message) {}

    ColumnRules(TableSchema table) {
        this.table = table;
        if (table.limitsRows()) {
            rules.add(partitioned(table));
        }
        for (Column column : table.columns()) {
            String name = quoted(column.name());
            ColumnType type = column.type();
            if (!column.nullable()) {
                rules.add(new Rule(
                        name + " IS NULL",
                        ErrorCode.NULL_IN_NOT_NULL,
                        "Column '" + column.name() + "' cannot be null"));
            }
            if (type.isUnsigned()) {
                rules.add(new Rule(
                        name + " NOT BETWEEN 0 AND " + type.unsignedMax(),
                        ErrorCode.OUT_OF_RANGE,
                        "Out of range value for column '" + column.name() + "' at row 1"));
            }
            if (type.kind() == ColumnType.Kind.FLOAT || type.kind() == ColumnType.Kind.DOUBLE) {
                // The engine makes infinity of what is too large.
                String most = type.kind() == ColumnType.Kind.FLOAT ? FLOAT_MAX : DOUBLE_MAX;
                rules.add(new Rule(
                        name + " NOT BETWEEN -" + most + " AND " + most,
                        ErrorCode.OUT_OF_RANGE,
                        "Out of range value for column '" + column.name() + "' at row 1"));
            }
            if (type.kind() == ColumnType.Kind.CHAR || type.kind() == ColumnType.Kind.VARCHAR) {
                rules.add(new Rule(
                        "CHAR_LENGTH(" + name + ") > " + type.length(),
                        ErrorCode.TOO_LONG,
                        "Data too long for column '" + column.name() + "' at row 1 ("
                                + type.ddl().toUpperCase(Locale.ROOT) + " takes " + type.length()
                                + " characters)"));
            }
        }
    }

    private static Rule partitioned(TableSchema table) {
        return new Rule(
                "NOT "
                        + new PartitionConditions(table)
                                .in(table.layout().partitioning().partitions()),
                ErrorCode.NO_PARTITION,
                "Table has no partition for value at row 1: a row of the UPDATE would leave all partitions of "
                        + table.name());
    }

    /** @throws TributaryException of kind ROW, naming the first column whose rule a row breaks */
    void check(EngineTransaction transaction, QueryContext context) {
        if (rules.isEmpty()) {
            return;
        }
        StringJoiner broken = new StringJoiner(", ", "SELECT ", "");
        for (Rule rule : rules) {
            broken.add("MAX(CASE WHEN " + rule.broken() + " THEN 1 ELSE 0 END)");
        }
        String sql = broken + " FROM " + quoted(table.database()) + "." + quoted(table.name());
        try (ResultCursor cursor = transaction.query(sql, context)) {
            RowBlock block = cursor.next();
            if (block == null) {
                return;
            }
            RowBlockReader reader = new RowBlockReader(
                    cursor.columns().stream().map(column -> column.type()).toList());
            reader.reset(block);
            IntStream.range(0, rules.size())
                    .filter(i -> !reader.isNull(i, 0) && reader.getLong(i, 0) != 0)
                    .mapToObj(rules::get)
                    .findFirst()
                    .ifPresent(rule -> {
                        throw new TributaryException(rule.code(), rule.message());
                    });
        }
    }

    static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
