package io.tributary.contract.schema;

import java.util.Locale;
import java.util.Optional;

/** What becomes of a value column of an AGGREGATE KEY table where a row meets another of its key. */
public enum Aggregation {
    /** No aggregation: of key columns, and of every column of other tables. */
    NONE,
    /** The sum, which stays at the type's bound where it would go beyond it. NULL adds nothing. */
    SUM,
    MAX,
    MIN,
    /** The value of the later row, NULL included. */
    REPLACE,
    /** The value of the later row unless that is NULL. */
    REPLACE_IF_NOT_NULL;

    /** One that a column can be given, by its name in any case. */
    public static Optional<Aggregation> named(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "SUM" -> Optional.of(SUM);
            case "MAX" -> Optional.of(MAX);
            case "MIN" -> Optional.of(MIN);
            case "REPLACE" -> Optional.of(REPLACE);
            case "REPLACE_IF_NOT_NULL" -> Optional.of(REPLACE_IF_NOT_NULL);
            default -> Optional.empty();
        };
    }

    /** Whether values of a type can be aggregated so. */
    public boolean takes(ColumnType type) {
        boolean number =
                switch (type.kind()) {
                    case TINYINT, SMALLINT, INT, BIGINT, LARGEINT, FLOAT, DOUBLE, DECIMAL -> true;
                    default -> false;
                };
        return switch (this) {
            case NONE, REPLACE, REPLACE_IF_NOT_NULL -> true;
            case SUM -> number;
            case MAX, MIN ->
                number
                        || switch (type.kind()) {
                            case DATE, DATETIME, CHAR, VARCHAR, STRING -> true;
                            default -> false;
                        };
        };
    }
}
