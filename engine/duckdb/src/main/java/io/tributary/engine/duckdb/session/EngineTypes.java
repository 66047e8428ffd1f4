package io.tributary.engine.duckdb.session;

import io.tributary.contract.schema.ColumnType;

/** Types of columns in the engine's words. CHAR and VARCHAR have no lengths there: whoever writes a row has checked them. */
public final class EngineTypes {
    private EngineTypes() {}

    /** The column's type in the engine's CREATE TABLE. */
    public static String ddl(ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN -> "BOOLEAN";
            case TINYINT -> "TINYINT";
            case SMALLINT -> "SMALLINT";
            case INT -> "INTEGER";
            case BIGINT, TIME -> "BIGINT";
            case LARGEINT -> "HUGEINT";
            case FLOAT -> "FLOAT";
            case DOUBLE -> "DOUBLE";
            case DECIMAL -> "DECIMAL(" + type.length() + "," + type.scale() + ")";
            case DATE -> "DATE";
            case DATETIME -> timestamp(type.scale());
            case CHAR, VARCHAR, STRING, JSON, VARIANT -> "VARCHAR";
            case ARRAY -> ddl(type.element()) + "[]";
            case VARBINARY -> "BLOB";
            case NULL -> throw notStored(type);
        };
    }

    /** The engine's narrowest type, so that results come back with 0, 3 or 6 fraction digits and not always with 6. */
    private static String timestamp(int fractionDigits) {
        if (fractionDigits == 0) {
            return "TIMESTAMP_S";
        }
        return fractionDigits <= 3 ? "TIMESTAMP_MS" : "TIMESTAMP";
    }

    /** No column has this type. */
    public static IllegalArgumentException notStored(ColumnType type) {
        return new IllegalArgumentException(type.kind() + " is a type of results, not of columns");
    }
}
