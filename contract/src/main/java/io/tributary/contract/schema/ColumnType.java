package io.tributary.contract.schema;

import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A column's type in Tributary's own terms; engines and the wire map from it.
 *
 * @param kind what it is
 * @param length characters of CHAR and VARCHAR, bytes of VARBINARY, digits (precision) of DECIMAL, bits of an UNSIGNED
 *     integer (see {@link #unsigned}), else 0
 * @param scale fraction digits of DECIMAL (0 to precision) and DATETIME (0 to 6), else 0
 * @param elementKind of an ARRAY the kind of its elements, whose length and scale are the array's; else null
 */
public record ColumnType(Kind kind, int length, int scale, @Nullable Kind elementKind) {
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
        /** JSON under another name. */
        VARIANT(0),
        /** A list of scalars; in a {@code RowBlock} a JSON array of strings and nulls. */
        ARRAY(0),
        VARBINARY(0),
        /** Microseconds of a span up to 838:59:59, signed. */
        TIME(8),
        /** The type of a bare NULL; results of queries only. */
        NULL(0);

        private final int width;

        Kind(int width) {
            this.width = width;
        }
    }

    private static final int DOUBLE_DIGITS = 17;

    public static final int DECIMAL_PRECISION_MAX = 38;
    public static final int CHAR_LENGTH_MAX = 255;
    public static final int VARCHAR_LENGTH_MAX = 65533;

    public ColumnType {
        if ((kind == Kind.ARRAY) != (elementKind != null) || (elementKind != null && !canBeElement(elementKind))) {
            throw new IllegalArgumentException(kind + " of " + elementKind);
        }
        if (elementKind != null) {
            var checked = new ColumnType(elementKind, length, scale);
            Objects.requireNonNull(checked);
        }
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

    /** A type of any kind but ARRAY. */
    public ColumnType(Kind kind, int length, int scale) {
        this(kind, length, scale, null);
    }

    /** Whether an ARRAY can have such elements. */
    public static boolean canBeElement(Kind kind) {
        return switch (kind) {
            case BOOLEAN,
                    TINYINT,
                    SMALLINT,
                    INT,
                    BIGINT,
                    LARGEINT,
                    FLOAT,
                    DOUBLE,
                    DECIMAL,
                    DATE,
                    DATETIME,
                    CHAR,
                    VARCHAR,
                    STRING -> true;
            case JSON, VARIANT, ARRAY, VARBINARY, TIME, NULL -> false;
        };
    }

    /** An ARRAY of elements of this type, which {@link #canBeElement}. */
    public static ColumnType arrayOf(ColumnType element) {
        return new ColumnType(Kind.ARRAY, element.length, element.scale, element.kind);
    }

    /** The type of an ARRAY's elements. */
    public ColumnType element() {
        return new ColumnType(Objects.requireNonNull(elementKind), length, scale);
    }

    public static ColumnType of(Kind kind) {
        return new ColumnType(kind, 0, 0);
    }

    /**
     * MySQL's UNSIGNED integer of so many bits, kept in the next larger signed type so that every value fits.
     *
     * @param bits 8, 16, 24, 32 or 64
     */
    public static ColumnType unsigned(int bits) {
        Kind kind =
                switch (bits) {
                    case 8 -> Kind.SMALLINT;
                    case 16, 24 -> Kind.INT;
                    case 32 -> Kind.BIGINT;
                    case 64 -> Kind.LARGEINT;
                    default -> throw new IllegalArgumentException("no integer has " + bits + " bits");
                };
        return new ColumnType(kind, bits, 0);
    }

    /**
     * A DOUBLE that is printed with so many digits of a fraction, as MySQL's DOUBLE(17,2); results of queries only. Its values are
     * those of any DOUBLE.
     */
    public static ColumnType fixedDouble(int scale) {
        return new ColumnType(Kind.DOUBLE, DOUBLE_DIGITS, scale);
    }

    /** Whether it is a {@link #fixedDouble}. */
    public boolean isFixedDouble() {
        return kind == Kind.DOUBLE && length > 0;
    }

    /** A hexadecimal or bit literal: bytes, but a number where it is stored in a column of numbers; results of queries only. */
    public static ColumnType bits() {
        return new ColumnType(Kind.VARBINARY, 0, 1);
    }

    /** Whether it is {@link #bits}. */
    public boolean isBits() {
        return kind == Kind.VARBINARY && scale > 0;
    }

    /** Whether its values are numbers; truth values are none. */
    public boolean isNumber() {
        return switch (kind) {
            case TINYINT, SMALLINT, INT, BIGINT, LARGEINT, FLOAT, DOUBLE, DECIMAL -> true;
            default -> false;
        };
    }

    /** Whether it is an UNSIGNED integer: then {@link #length} bits, 0 to {@link #unsignedMax}. */
    public boolean isUnsigned() {
        return switch (kind) {
            case SMALLINT, INT, BIGINT, LARGEINT -> length > 0;
            default -> false;
        };
    }

    /** The largest value of an UNSIGNED integer. */
    public BigInteger unsignedMax() {
        return BigInteger.ONE.shiftLeft(length).subtract(BigInteger.ONE);
    }

    /** The largest number of an integer type, as far as 64 bits with a sign can say it. */
    public long largestWhole() {
        int bits = isUnsigned() ? length : 8 * width() - 1;
        return bits >= Long.SIZE - 1 ? Long.MAX_VALUE : (1L << bits) - 1;
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

    /** Whether its values are characters, which have a collation. */
    public boolean isText() {
        return kind == Kind.CHAR || kind == Kind.VARCHAR || kind == Kind.STRING;
    }

    public boolean isVariableWidth() {
        return width() == 0;
    }

    /** Returns the type as SHOW CREATE TABLE prints it, in lower case as Doris does: {@code int}, {@code decimal(15,2)}. */
    public String ddl() {
        return switch (kind) {
            case BOOLEAN -> "boolean";
            case TINYINT -> "tinyint";
            case SMALLINT -> isUnsigned() ? "tinyint unsigned" : "smallint";
            case INT -> isUnsigned() ? (length == 24 ? "mediumint" : "smallint") + " unsigned" : "int";
            case BIGINT -> isUnsigned() ? "int unsigned" : "bigint";
            case LARGEINT -> isUnsigned() ? "bigint unsigned" : "largeint";
            case FLOAT -> "float";
            case DOUBLE -> "double";
            case DECIMAL -> "decimal(" + length + "," + scale + ")";
            case DATE -> "date";
            case DATETIME -> scale == 0 ? "datetime" : "datetime(" + scale + ")";
            case CHAR -> "char(" + length + ")";
            case VARCHAR -> "varchar(" + length + ")";
            case STRING -> "text";
            case JSON -> "json";
            case VARIANT -> "variant";
            case ARRAY -> "array<" + element().ddl() + ">";
            case VARBINARY -> length == 0 ? "varbinary" : "varbinary(" + length + ")";
            case TIME -> scale == 0 ? "time" : "time(" + scale + ")";
            case NULL -> "null";
        };
    }
}
