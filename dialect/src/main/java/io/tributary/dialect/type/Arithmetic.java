package io.tributary.dialect.type;

import io.tributary.dialect.type.SqlType.Kind;

/**
 * The types of sums, products and quotients.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/arithmetic-functions.html">Arithmetic Operators</a>
 */
public final class Arithmetic {
    /** {@code div_precision_increment}: digits of a quotient's fraction beyond those of the dividend. */
    public static final int QUOTIENT_DIGITS = 4;

    private static final int GROUP = 9;
    /** The most digits of a number that an engine calculates with. */
    private static final int ENGINE_PRECISION_MAX = 38;

    private Arithmetic() {}

    /** Returns what a value counts as in arithmetic: NULL, text and bytes as a DOUBLE, moments by their digits. */
    public static SqlType operand(SqlType type) {
        return switch (type.kind()) {
            case NULL -> SqlType.of(Kind.DOUBLE).fixed(0);
            case BOOL, YEAR, BIT ->
                SqlType.integer(type.kind() == Kind.BIT ? 20 : type.precision()).unsigned(type.unsigned());
            case DATE -> SqlType.integer(8);
            case TIME -> ofMoment(7, type.scale());
            case DATETIME -> ofMoment(14, type.scale());
            case FLOAT, TEXT, ENUM, SET, BYTES, JSON -> SqlType.of(Kind.DOUBLE);
            default -> type;
        };
    }

    private static SqlType ofMoment(int digits, int fraction) {
        return fraction == 0 ? SqlType.integer(digits) : SqlType.decimal(digits + fraction, fraction);
    }

    /** {@code +} and {@code -} of operands. */
    public static SqlType sum(SqlType a, SqlType b) {
        if (isDouble(a, b)) {
            return doubleOf(a, b);
        }
        if (a.kind().isInteger() && b.kind().isInteger()) {
            return integer(a, b, Math.max(a.precision(), b.precision()) + 1);
        }
        int scale = Math.max(a.scale(), b.scale());
        return SqlType.decimal(Math.max(a.wholeDigits(), b.wholeDigits()) + 1 + scale, scale)
                .carrying(Math.max(a.carried(), b.carried()));
    }

    /** {@code *} of operands. */
    public static SqlType product(SqlType a, SqlType b) {
        if (isDouble(a, b)) {
            return doubleOf(a, b);
        }
        if (a.kind().isInteger() && b.kind().isInteger()) {
            return integer(a, b, a.precision() + b.precision());
        }
        return SqlType.decimal(a.precision() + b.precision(), a.scale() + b.scale())
                .carrying(Math.min(a.carried() + b.carried(), SqlType.SCALE_MAX));
    }

    /** {@code /} of operands. */
    public static SqlType quotient(SqlType a, SqlType b) {
        if (isDouble(a, b)) {
            return doubleOf(a, b).fixed(Math.max(a.scale(), b.scale()) + QUOTIENT_DIGITS);
        }
        int scale = Math.min(a.scale() + QUOTIENT_DIGITS, SqlType.SCALE_MAX);
        return SqlType.decimal(a.wholeDigits() + b.scale() + scale, scale).carrying(quotientDigits(a, b));
    }

    /** MySQL calculates in groups of nine digits, and cuts a quotient off behind the group that has its last shown digit. */
    private static int quotientDigits(SqlType a, SqlType b) {
        int dividend = groups(a.carried());
        int divisor = groups(b.carried());
        int missing = QUOTIENT_DIGITS - (dividend - a.carried()) - (divisor - b.carried());
        int fitting = Math.max(GROUP, ENGINE_PRECISION_MAX - a.wholeDigits() - b.scale());
        return Math.min(groups(dividend + divisor + Math.max(0, missing)), Math.min(SqlType.SCALE_MAX, fitting));
    }

    private static int groups(int digits) {
        return (digits + GROUP - 1) / GROUP * GROUP;
    }

    /** {@code DIV} of operands. */
    public static SqlType wholeQuotient(SqlType a, SqlType b) {
        return integer(a, b, 20);
    }

    /** {@code %} of operands. */
    public static SqlType remainder(SqlType a, SqlType b) {
        if (isDouble(a, b)) {
            return doubleOf(a, b);
        }
        if (a.kind().isInteger() && b.kind().isInteger()) {
            return integer(a, a, Math.min(19, Math.max(a.precision(), b.precision())));
        }
        int scale = Math.max(a.scale(), b.scale());
        return SqlType.decimal(Math.max(a.wholeDigits(), b.wholeDigits()) + scale, scale)
                .carrying(Math.max(a.carried(), b.carried()));
    }

    private static boolean isDouble(SqlType a, SqlType b) {
        return a.kind().isApproximate() || b.kind().isApproximate();
    }

    private static SqlType doubleOf(SqlType a, SqlType b) {
        return SqlType.of(Kind.DOUBLE).fixed(Math.max(a.scale(), b.scale()));
    }

    private static SqlType integer(SqlType a, SqlType b, int digits) {
        if (a.kind() == Kind.LARGEINT || b.kind() == Kind.LARGEINT) {
            return SqlType.of(Kind.LARGEINT);
        }
        boolean unsigned = a.unsigned() || b.unsigned();
        return SqlType.integer(Math.min(digits, unsigned ? 20 : 19)).unsigned(unsigned);
    }
}
