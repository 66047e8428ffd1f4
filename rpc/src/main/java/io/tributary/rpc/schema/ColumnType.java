package io.tributary.rpc.schema;

/**
 * A column's type in Tributary's own terms; engines and the wire map from it.
 *
 * @param kind what it is
 * @param length characters of CHAR and VARCHAR, bytes of VARBINARY, digits (precision) of DECIMAL, else 0
 * @param scale fraction digits of DECIMAL (0 to precision) and DATETIME (0 to 6), else 0
 */
public record ColumnType(Kind kind, int length, int scale) {
    /** The physical width is that of one value in a {@code RowBlock}; 0 means variable. */
    public enum Kind {
        BOOLEAN(1),
        TINYINT(1),
        SMALLINT(2),
        INT(4),
        BIGINT(8),
        /** 128-bit two's complement integer. */
        LARGEINT(16),
        FLOAT(4),
        DOUBLE(8),
        /** Unscaled value: 8 bytes up to 18 digits, 16 bytes above; see {@link ColumnType#width()}. */
        DECIMAL(8),
        /** Days since 1970-01-01. */
        DATE(4),
        /** Microseconds since 1970-01-01 00:00:00 of a clock without zone. */
        DATETIME(8),
        CHAR(0),
        VARCHAR(0),
        STRING(0),
        JSON(0),
        VARBINARY(0),
        /** Microseconds, signed; results of queries only. */
        TIME(8),
        /** The type of a bare NULL; results of queries only. */
        NULL(0);

        private final int width;

        Kind(int width) {
            this.width = width;
        }
    }

    public static final int DECIMAL_PRECISION_MAX = 38;
    public static final int CHAR_LENGTH_MAX = 255;
    public static final int VARCHAR_LENGTH_MAX = 65533;

    public ColumnType {
        if (kind == Kind.DECIMAL && (length < 1 || length > DECIMAL_PRECISION_MAX || scale < 0 || scale > length)) {
            throw new IllegalArgumentException("DECIMAL(" + length + "," + scale + "): precision 1 to "
                    + DECIMAL_PRECISION_MAX + ", scale 0 to precision");
        }
        if ((kind == Kind.DATETIME || kind == Kind.TIME) && (scale < 0 || scale > 6)) {
            throw new IllegalArgumentException(kind + "(" + scale + "): fraction digits 0 to 6");
        }
        if (kind == Kind.CHAR && (length < 1 || length > CHAR_LENGTH_MAX)) {
            throw new IllegalArgumentException("CHAR(" + length + "): length 1 to " + CHAR_LENGTH_MAX);
        }
        if (kind == Kind.VARCHAR && (length < 1 || length > VARCHAR_LENGTH_MAX)) {
            throw new IllegalArgumentException("VARCHAR(" + length + "): length 1 to " + VARCHAR_LENGTH_MAX);
        }
    }

    public static ColumnType of(Kind kind) {
        return new ColumnType(kind, 0, 0);
    }

    public static ColumnType decimal(int precision, int scale) {
        return new ColumnType(Kind.DECIMAL, precision, scale);
    }

    public static ColumnType datetime(int fractionDigits) {
        return new ColumnType(Kind.DATETIME, 0, fractionDigits);
    }

    public static ColumnType charType(int characters) {
        return new ColumnType(Kind.CHAR, characters, 0);
    }

    public static ColumnType varchar(int characters) {
        return new ColumnType(Kind.VARCHAR, characters, 0);
    }

    /** Bytes of one value in a {@code RowBlock}, 0 when they vary. */
    public int width() {
        return kind == Kind.DECIMAL && length > 18 ? 16 : kind.width;
    }

    public boolean isVariableWidth() {
        return width() == 0;
    }

    /** As SHOW CREATE TABLE prints it, in lower case as Doris does: {@code int}, {@code decimal(15,2)}. */
    public String ddl() {
        return switch (kind) {
            case BOOLEAN -> "boolean";
            case TINYINT -> "tinyint";
            case SMALLINT -> "smallint";
            case INT -> "int";
            case BIGINT -> "bigint";
            case LARGEINT -> "largeint";
            case FLOAT -> "float";
            case DOUBLE -> "double";
            case DECIMAL -> "decimal(" + length + "," + scale + ")";
            case DATE -> "date";
            case DATETIME -> scale == 0 ? "datetime" : "datetime(" + scale + ")";
            case CHAR -> "char(" + length + ")";
            case VARCHAR -> "varchar(" + length + ")";
            case STRING -> "text";
            case JSON -> "json";
            case VARBINARY -> length == 0 ? "varbinary" : "varbinary(" + length + ")";
            case TIME -> "time";
            case NULL -> "null";
        };
    }
}
