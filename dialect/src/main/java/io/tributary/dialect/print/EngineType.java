package io.tributary.dialect.print;

import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.dialect.bind.BoundQuery.Output;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.Objects;

/** The embedded engine's types of values, in its words. */
final class EngineType {
    static final String BOOLEAN = "BOOLEAN";
    static final String BIGINT = "BIGINT";
    static final String HUGEINT = "HUGEINT";
    static final String DOUBLE = "DOUBLE";
    static final String VARCHAR = "VARCHAR";
    static final String BLOB = "BLOB";
    static final String DATE = "DATE";
    static final String TIMESTAMP = "TIMESTAMP";

    static final int DECIMAL_MAX = 38;
    private static final int DIGITS_OF_BIGINT = 19;

    private EngineType() {}

    /** Returns the type that values are calculated with; a TIME is its microseconds. */
    static String of(SqlType type) {
        return switch (type.kind()) {
            case NULL, TEXT, ENUM, SET, JSON -> VARCHAR;
            case BOOL -> BOOLEAN;
            case TINYINT, SMALLINT, MEDIUMINT, INT, YEAR -> BIGINT;
            case BIGINT -> type.precision() > DIGITS_OF_BIGINT ? HUGEINT : BIGINT;
            case LARGEINT, BIT -> HUGEINT;
            case DECIMAL -> decimal(type, 1);
            case FLOAT -> "FLOAT";
            case DOUBLE -> DOUBLE;
            case DATE -> DATE;
            case TIME -> BIGINT;
            case DATETIME -> TIMESTAMP;
            case BYTES -> BLOB;
            case ARRAY -> of(Objects.requireNonNull(type.element())) + "[]";
        };
    }

    /** @param whole digits before the point, at least: where there are none the engine prints none, not even 0 */
    private static String decimal(SqlType type, int whole) {
        int scale = Math.min(DECIMAL_MAX, type.carried());
        int precision = Math.max(type.wholeDigits(), whole) + scale;
        return "DECIMAL(" + Math.max(1, Math.min(DECIMAL_MAX, precision)) + "," + scale + ")";
    }

    /** Returns the type that a column of a result has; a truth value that is no column is a number. */
    static String ofResult(Output output) {
        boolean truth = output.type().kind() == Kind.BOOL && output.origin().equals(ColumnOrigin.COMPUTED);
        return truth ? BIGINT : stored(output.type().carrying(0));
    }

    /** Returns the type that a table's column has. */
    static String stored(SqlType type) {
        return switch (type.kind()) {
            case TINYINT -> type.unsigned() ? "SMALLINT" : "TINYINT";
            case SMALLINT -> type.unsigned() ? "INTEGER" : "SMALLINT";
            case MEDIUMINT -> "INTEGER";
            case INT -> type.unsigned() ? BIGINT : "INTEGER";
            case YEAR -> "SMALLINT";
            case BIGINT -> type.unsigned() ? HUGEINT : of(type);
            case DECIMAL -> decimal(type, 0);
            case DATETIME -> type.scale() == 0 ? "TIMESTAMP_S" : type.scale() <= 3 ? "TIMESTAMP_MS" : TIMESTAMP;
            case ARRAY -> stored(Objects.requireNonNull(type.element())) + "[]";
            default -> of(type);
        };
    }
}
