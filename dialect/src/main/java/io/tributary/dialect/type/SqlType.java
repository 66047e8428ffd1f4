package io.tributary.dialect.type;

import io.tributary.contract.schema.ColumnType;
import org.jspecify.annotations.Nullable;

/**
 * The type of a value in MySQL's sense, which every node of a bound query has.
 *
 * @param kind what it is
 * @param unsigned whether a number is never below 0 by its type
 * @param digits how many a value has
 * @param text how a text is compared
 * @param nullable whether NULL may be among the values
 * @param element of an ARRAY; else null
 */
public record SqlType(
        Kind kind, boolean unsigned, Digits digits, TextOrder text, boolean nullable, @Nullable SqlType element) {
    /** What {@link #scale} says of a FLOAT or DOUBLE whose digits are those that it needs. */
    public static final int NOT_FIXED = 31;

    /** What {@link #scale} says of a VARIANT: one that was computed, and a table's. */
    private static final int VARIANT = 1;

    private static final int VARIANT_WRITTEN = 2;

    /** The most digits of an exact number that MySQL calculates with. */
    public static final int MYSQL_PRECISION_MAX = 65;

    /** The most digits of a fraction in MySQL. */
    public static final int SCALE_MAX = 30;

    /** MySQL's types of values, and {@code NULL}, {@code LARGEINT} and {@code ARRAY} that only Doris has. */
    public enum Kind {
        NULL,
        /** What a condition gives: 0 or 1. */
        BOOL,
        TINYINT,
        SMALLINT,
        MEDIUMINT,
        INT,
        BIGINT,
        /** 128 bits with a sign. */
        LARGEINT,
        BIT,
        YEAR,
        DECIMAL,
        FLOAT,
        DOUBLE,
        DATE,
        TIME,
        DATETIME,
        TEXT,
        ENUM,
        SET,
        BYTES,
        JSON,
        ARRAY;

        /** Whether its values are whole numbers. */
        public boolean isInteger() {
            return compareTo(BOOL) >= 0 && compareTo(YEAR) <= 0;
        }

        public boolean isExact() {
            return isInteger() || this == DECIMAL;
        }

        public boolean isApproximate() {
            return this == FLOAT || this == DOUBLE;
        }

        public boolean isNumber() {
            return isExact() || isApproximate();
        }

        public boolean isMoment() {
            return this == DATE || this == TIME || this == DATETIME;
        }

        /** Whether its values are characters. */
        public boolean isText() {
            return this == TEXT || this == ENUM || this == SET;
        }
    }

    /**
     * How many digits or characters a value has.
     *
     * @param precision digits of an exact number, the most characters of a text (0: not known), bits of BIT
     * @param scale digits of a fraction: of a DECIMAL, of a second, of a FLOAT or DOUBLE that shows so many; {@link #NOT_FIXED}
     *     of any other FLOAT or DOUBLE, and of a table's JSON; of a VARIANT see {@link #isVariant}
     * @param carried digits of a DECIMAL's fraction that are calculated with: a quotient has more of them than it shows
     */
    public record Digits(int precision, int scale, int carried) {
        static Digits of(int precision, int scale) {
            return new Digits(precision, scale, scale);
        }
    }

    public int precision() {
        return digits.precision;
    }

    public int scale() {
        return digits.scale;
    }

    /** Digits of a DECIMAL's fraction that are calculated with, at least {@link #scale}. */
    public int carried() {
        return digits.carried;
    }

    /** Returns the same with so many digits of a fraction to calculate with. */
    public SqlType carrying(int fraction) {
        return with(new Digits(digits.precision, digits.scale, Math.max(fraction, digits.scale)));
    }

    /** Returns a DECIMAL that has the digits which are calculated with, as far as a result has room for them; else the same. */
    public SqlType exact() {
        int room = Math.max(0, ColumnType.DECIMAL_PRECISION_MAX - digits.precision);
        int more = Math.min(room, digits.carried - digits.scale);
        return more == 0 ? this : with(Digits.of(digits.precision + more, digits.scale + more));
    }

    private SqlType with(Digits other) {
        return new SqlType(kind, unsigned, other, text, nullable, element);
    }

    /** How two texts are compared depends on the collation whose {@code coercibility} is lower. */
    public record TextOrder(Collation collation, int coercibility) {
        /** What COLLATE said. */
        public static final int EXPLICIT = 0;

        public static final int COLUMN = 2;
        public static final int LITERAL = 4;
        /** Numbers and moments as texts. */
        public static final int NUMERIC = 5;

        public static final int NULL = 6;

        static final TextOrder OF_NUMBERS = new TextOrder(Collation.CODES, NUMERIC);
    }

    /** Returns a type of a kind that has no size: {@code NULL} may be among its values. */
    public static SqlType of(Kind kind) {
        return switch (kind) {
            case BOOL -> exact(kind, 1, 0);
            case TINYINT -> exact(kind, 3, 0);
            case SMALLINT -> exact(kind, 5, 0);
            case MEDIUMINT -> exact(kind, 7, 0);
            case INT -> exact(kind, 10, 0);
            case BIGINT -> exact(kind, 19, 0);
            case LARGEINT -> exact(kind, 39, 0);
            case YEAR -> new SqlType(kind, true, Digits.of(4, 0), TextOrder.OF_NUMBERS, true, null);
            case FLOAT, DOUBLE -> exact(kind, 17, NOT_FIXED);
            case TEXT, ENUM, SET -> text(0);
            case JSON -> compared(kind, 0, Collation.CODES, TextOrder.COLUMN);
            case BYTES -> bytes(0);
            case NULL -> compared(kind, 0, Collation.BINARY, TextOrder.NULL);
            default -> exact(kind, 0, 0);
        };
    }

    /** The type of a parameter whose value is not known yet. */
    public static SqlType unknown() {
        return of(Kind.NULL).sized(1, 0);
    }

    public boolean isUnknown() {
        return kind == Kind.NULL && digits.precision > 0;
    }

    /** Returns a BOOL that is a number, as a column's is, and no condition. */
    public static SqlType counted() {
        return exact(Kind.BOOL, 3, 0);
    }

    private static SqlType exact(Kind kind, int precision, int scale) {
        return new SqlType(kind, false, Digits.of(precision, scale), TextOrder.OF_NUMBERS, true, null);
    }

    /** Returns BIGINT UNSIGNED. */
    public static SqlType unsignedBigint() {
        return new SqlType(Kind.BIGINT, true, Digits.of(20, 0), TextOrder.OF_NUMBERS, true, null);
    }

    /** Returns a BIGINT that has at most so many digits. */
    public static SqlType integer(int digits) {
        return exact(Kind.BIGINT, digits, 0);
    }

    /** Returns a DECIMAL within MySQL's bounds. */
    public static SqlType decimal(int precision, int scale) {
        int digits = Math.min(scale, SCALE_MAX);
        int whole = Math.max(precision - scale, digits == 0 ? 1 : 0);
        return exact(Kind.DECIMAL, Math.max(1, Math.min(whole + digits, MYSQL_PRECISION_MAX)), digits);
    }

    /** Returns a text of at most so many characters; 0: not known. */
    public static SqlType text(int characters) {
        return compared(Kind.TEXT, characters, Collation.CODES, TextOrder.LITERAL);
    }

    public static SqlType bytes(int most) {
        return compared(Kind.BYTES, most, Collation.BINARY, TextOrder.LITERAL);
    }

    /** Returns the type of bytes that are a number where one is stored. */
    public SqlType asBits() {
        return with(Digits.of(digits.precision, 1));
    }

    public boolean isBits() {
        return kind == Kind.BYTES && digits.scale > 0;
    }

    private static SqlType compared(Kind kind, int most, Collation collation, int coercibility) {
        return new SqlType(kind, false, Digits.of(most, 0), new TextOrder(collation, coercibility), true, null);
    }

    /** Returns a TIME or DATETIME with so many digits of a second, 0 to 6. */
    public static SqlType moment(Kind kind, int fraction) {
        return exact(kind, 0, Math.min(fraction, 6));
    }

    public static SqlType arrayOf(SqlType element) {
        return new SqlType(Kind.ARRAY, false, Digits.of(0, 0), TextOrder.OF_NUMBERS, true, element);
    }

    public SqlType nullable(boolean mayBeNull) {
        return mayBeNull == nullable ? this : new SqlType(kind, unsigned, digits, text, mayBeNull, element);
    }

    /** Returns the same with other digits: all, and those of a fraction. */
    public SqlType sized(int most, int fraction) {
        return with(Digits.of(most, fraction));
    }

    /** Returns a DOUBLE that shows so many digits of a fraction. */
    public SqlType fixed(int fraction) {
        return sized(digits.precision, Math.min(fraction, NOT_FIXED));
    }

    public SqlType ordered(TextOrder order) {
        return new SqlType(kind, unsigned, digits, order, nullable, element);
    }

    public SqlType unsigned(boolean neverNegative) {
        return new SqlType(kind, neverNegative, digits, text, nullable, element);
    }

    /** Whether its values are true and false, and no numbers. */
    public boolean isCondition() {
        return kind == Kind.BOOL && digits.precision == 1;
    }

    /** Whether it is a DOUBLE that shows a number of digits which its type says. */
    public boolean isFixed() {
        return kind == Kind.DOUBLE && digits.scale < NOT_FIXED;
    }

    /** Whether it is a document as somebody wrote it, in a table, and not as it is printed. */
    public boolean isWritten() {
        return kind == Kind.JSON && (digits.scale == NOT_FIXED || digits.scale == VARIANT_WRITTEN);
    }

    /** Whether it is a document of Doris' whose strings are texts without quotes. */
    public boolean isVariant() {
        return kind == Kind.JSON && (digits.scale == VARIANT || digits.scale == VARIANT_WRITTEN);
    }

    /** Returns the type of what is found in a document as Doris finds it. */
    public static SqlType variant() {
        return of(Kind.JSON).sized(0, VARIANT);
    }

    /** Returns how many bits a value of an integer type has, its sign among them. */
    public int bits() {
        return switch (kind) {
            case TINYINT -> 8;
            case SMALLINT -> 16;
            case MEDIUMINT -> 24;
            case INT -> 32;
            case LARGEINT -> 128;
            default -> 64;
        };
    }

    /** Digits before the point of an exact number. */
    public int wholeDigits() {
        return digits.precision - digits.scale;
    }

    /** Returns the type of a table's column. */
    public static SqlType of(ColumnType column, Collation collation) {
        SqlType type =
                switch (column.kind()) {
                    case BOOLEAN -> counted();
                    case TINYINT -> of(Kind.TINYINT);
                    case SMALLINT -> column.isUnsigned() ? of(Kind.TINYINT).unsigned(true) : of(Kind.SMALLINT);
                    case INT -> column.isUnsigned() ? unsignedInt(column.length()) : of(Kind.INT);
                    case BIGINT -> column.isUnsigned() ? of(Kind.INT).unsigned(true) : of(Kind.BIGINT);
                    case LARGEINT -> column.isUnsigned() ? unsignedBigint() : of(Kind.LARGEINT);
                    case FLOAT -> of(Kind.FLOAT);
                    case DOUBLE -> of(Kind.DOUBLE);
                    case DECIMAL -> decimal(column.length(), column.scale());
                    case DATE -> of(Kind.DATE);
                    case TIME -> moment(Kind.TIME, column.scale());
                    case DATETIME -> moment(Kind.DATETIME, column.scale());
                    case CHAR, VARCHAR, STRING -> text(column.length());
                    case JSON -> of(Kind.JSON).sized(0, NOT_FIXED);
                    case VARIANT -> of(Kind.JSON).sized(0, VARIANT_WRITTEN);
                    case ARRAY -> arrayOf(of(column.element(), collation));
                    case VARBINARY -> bytes(column.length());
                    case NULL -> of(Kind.NULL);
                };
        boolean characters = type.kind.isText() || type.kind == Kind.BYTES;
        return characters
                ? type.ordered(new TextOrder(type.kind == Kind.BYTES ? Collation.BINARY : collation, TextOrder.COLUMN))
                : type;
    }

    private static SqlType unsignedInt(int bits) {
        return (bits == 16 ? of(Kind.SMALLINT) : of(Kind.MEDIUMINT).sized(8, 0)).unsigned(true);
    }
}
