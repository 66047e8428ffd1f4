package io.tributary.dialect;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.function.JavaFunctions;
import io.tributary.dialect.print.SqlName;
import io.tributary.dialect.text.PartitionConditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Holds what an UPDATE assigns to {@link RowRules}, which tables of the engine do not know: a value that breaks one ends the
 * statement where the engine computes it. Only rows that change are looked at, and of them only the columns that are assigned.
 */
final class AssignedValues {
    private static final String FLOAT_MAX = "3.4028234663852886e38";
    private static final String DOUBLE_MAX = "1.7976931348623157e308";

    private final RowRules rules;

    /** What is written around a value; both empty where nothing is demanded of it. */
    record Wrap(String before, String after) {
        private static final Wrap NONE = new Wrap("", "");
    }

    AssignedValues(RowRules rules) {
        this.rules = rules;
    }

    /** @param name of a column, in any case; one that there is not is the engine's to refuse */
    Wrap around(String name) {
        TableSchema table = rules.table();
        int position = table == null ? -1 : table.indexOf(name);
        return table == null || position < 0
                ? Wrap.NONE
                : around(table.columns().get(position));
    }

    private static Wrap around(Column column) {
        ColumnType type = column.type();
        Wrap limit =
                switch (type.kind()) {
                    // The engine makes infinity of what is too large.
                    case FLOAT -> within("-" + FLOAT_MAX, FLOAT_MAX, column);
                    case DOUBLE -> within("-" + DOUBLE_MAX, DOUBLE_MAX, column);
                    case CHAR, VARCHAR ->
                        limit(
                                "my_within_length(",
                                type.length() + "",
                                column,
                                ErrorCode.TOO_LONG,
                                "Data too long for column '" + column.name() + "' at row 1 ("
                                        + type.ddl().toUpperCase(Locale.ROOT) + " takes " + type.length()
                                        + " characters)");
                    default ->
                        type.isUnsigned() ? within("0", type.unsignedMax().toString(), column) : Wrap.NONE;
                };
        if (column.nullable()) {
            return limit;
        }
        // Only as the column's type it is known to be NULL: JSON's null is none before.
        Wrap typed = limit.equals(Wrap.NONE) ? new Wrap("CAST(", " AS " + EngineTypes.ddl(type) + ")") : limit;
        return new Wrap(
                "coalesce(" + typed.before(),
                typed.after() + ", "
                        + error(ErrorCode.NULL_IN_NOT_NULL, "Column '" + column.name() + "' cannot be null") + ")");
    }

    private static Wrap within(String least, String most, Column column) {
        return limit(
                "my_within(",
                least + ", " + most,
                column,
                ErrorCode.OUT_OF_RANGE,
                "Out of range value for column '" + column.name() + "' at row 1");
    }

    private static Wrap limit(String macro, String limits, Column column, ErrorCode code, String message) {
        String type = EngineTypes.ddl(column.type());
        return new Wrap(macro + "CAST(", " AS " + type + "), " + limits + ", " + text(code, message) + ")");
    }

    /**
     * Returns the clause behind the statement whose column fails for a row which no partition takes, or that leaves its own.
     * Empty where the rows stay in their partitions: to return rows the engine writes every column of them.
     *
     * @param assigned names of columns in lower case
     */
    String returning(Set<String> assigned) {
        TableSchema table = rules.table();
        // A key, of whose columns those of PARTITION BY are some, is not changed.
        if (table == null || table.isKeyed() || !assignsPartition(table, assigned)) {
            return "";
        }
        PartitionConditions conditions = new PartitionConditions(table, SqlName::quote);
        List<String> broken = new ArrayList<>();
        if (table.limitsRows()) {
            broken.add("WHEN NOT " + conditions.in(table.layout().partitioning().partitions()) + " THEN "
                    + error(
                            ErrorCode.NO_PARTITION,
                            "Table has no partition for value at row 1: a row of the UPDATE would leave all partitions of "
                                    + table.name()));
        }
        if (!rules.staysIn().isEmpty()) {
            List<Partition> partitions = table.layout().partitioning().requireAll(rules.staysIn(), table.name());
            broken.add("WHEN NOT " + conditions.in(partitions) + " THEN "
                    + error(ErrorCode.NOT_IN_PARTITIONS, "Found a row not matching the given partition set"));
        }
        return broken.isEmpty() ? "" : "RETURNING CASE " + String.join(" ", broken) + " ELSE 1 END";
    }

    private static boolean assignsPartition(TableSchema table, Set<String> assigned) {
        return table.layout().partitioning().columns().stream()
                .anyMatch(name -> assigned.contains(name.toLowerCase(Locale.ROOT)));
    }

    private static String error(ErrorCode code, String message) {
        return "error(" + text(code, message) + ")";
    }

    private static String text(ErrorCode code, String message) {
        return Token.string(JavaFunctions.message(new TributaryException(code, message)));
    }
}
