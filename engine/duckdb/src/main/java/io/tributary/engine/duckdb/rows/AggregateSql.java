package io.tributary.engine.duckdb.rows;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.engine.duckdb.session.EngineTypes;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * What rows of one key become in a value column of an AGGREGATE KEY table, as an expression over the column and {@code
 * arrival}. A sum that is beyond its type is the type's bound: an error would fail the same batch again and again, with
 * rows in it that were acknowledged.
 */
final class AggregateSql {
    /** 2^64. */
    private static final BigInteger WORD = BigInteger.ONE.shiftLeft(64);

    private static final BigInteger HUGE_LEAST = BigInteger.ONE.shiftLeft(127).negate();

    /** Sums of up to 10^10 decimals of so many digits stay within the engine's 38. */
    private static final int SUMMED_DIGITS_MAX = 28;

    /** Sums of any number of smaller ones are finite. */
    private static final String LARGE_DOUBLE = "1e280";

    private AggregateSql() {}

    /** @param value the column in the query */
    static String of(Column column, String value) {
        return switch (column.aggregation()) {
            case SUM -> "CAST(" + sum(column.type(), value) + " AS " + EngineTypes.ddl(column.type()) + ")";
            case MAX -> "max(" + value + ")";
            case MIN -> "min(" + value + ")";
            case REPLACE -> "arg_max_null(" + value + ", arrival)";
            case REPLACE_IF_NOT_NULL -> "arg_max(" + value + ", arrival)";
            case NONE -> throw new IllegalArgumentException("column " + column.name() + " is not aggregated");
        };
    }

    private static String sum(ColumnType type, String value) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT -> {
                BigInteger least =
                        BigInteger.ONE.shiftLeft(8 * type.width() - 1).negate();
                BigInteger most = least.negate().subtract(BigInteger.ONE);
                yield type.isUnsigned()
                        ? within("sum(" + value + ")", "0", type.unsignedMax().toString())
                        : within("sum(" + value + ")", least.toString(), most.toString());
            }
            case LARGEINT ->
                type.isUnsigned()
                        ? wideSum(value, BigInteger.ZERO, type.unsignedMax())
                        : wideSum(value, HUGE_LEAST, HUGE_LEAST.negate().subtract(BigInteger.ONE));
            case DECIMAL -> type.length() <= SUMMED_DIGITS_MAX ? decimalSum(type, value) : longDecimalSum(type, value);
            case FLOAT -> within("sum(CAST(" + value + " AS DOUBLE))", "-" + Float.MAX_VALUE, "" + Float.MAX_VALUE);
            case DOUBLE -> doubleSum(value);
            default -> throw new IllegalArgumentException(type.kind() + " has no sum");
        };
    }

    private static String within(String sum, String least, String most) {
        return "CASE WHEN " + sum + " > " + most + " THEN " + most + " WHEN " + sum + " < " + least + " THEN " + least
                + " ELSE " + sum + " END";
    }

    /**
     * Sums 128-bit integers, which the engine refuses beyond 128 bits: upper and lower halves are summed apart, and put
     * together where that fits.
     */
    private static String wideSum(String value, BigInteger least, BigInteger most) {
        String word = huge(WORD);
        String smallest = huge(HUGE_LEAST);
        // Its absolute value, by which the engine divides, does not exist.
        String high = "sum(CASE WHEN " + value + " = " + smallest + " THEN " + huge(HUGE_LEAST.divide(WORD)) + " ELSE "
                + value + " // " + word + " END)";
        String low = "sum(CASE WHEN " + value + " = " + smallest + " THEN " + huge(BigInteger.ZERO) + " ELSE " + value
                + " % " + word + " END)";
        String carry = "((" + low + ") // " + word + " - CASE WHEN (" + low + ") % " + word + " < 0 THEN 1 ELSE 0 END)";
        String upper = "((" + high + ") + " + carry + ")";
        String rest = "((" + low + ") - " + carry + " * " + word + ")";
        BigInteger bound = BigInteger.ONE.shiftLeft(63);
        String total = "CASE WHEN " + upper + " < 0 THEN (" + upper + " + 1) * " + word + " + (" + rest + " - " + word
                + ") ELSE " + upper + " * " + word + " + " + rest + " END";
        // The engine's greatest() takes NULL for no value.
        return "CASE WHEN count(" + value + ") = 0 THEN NULL WHEN " + upper + " >= " + huge(bound) + " THEN "
                + huge(most) + " WHEN " + upper + " < "
                + huge(bound.negate()) + " THEN " + huge(least) + " ELSE least(greatest(" + total + ", " + huge(least)
                + "), " + huge(most) + ") END";
    }

    private static String decimalSum(ColumnType type, String value) {
        BigDecimal most = new BigDecimal(nines(type), type.scale());
        String bound = "CAST('" + most.toPlainString() + "' AS DECIMAL(38," + type.scale() + "))";
        return within("sum(" + value + ")", "-" + bound, bound);
    }

    /** Sums decimals through their digits as 128-bit integers, and makes a decimal's text of the sum. */
    private static String longDecimalSum(ColumnType type, String value) {
        String unscaled = "CAST(replace(CAST(" + value + " AS VARCHAR), '.', '') AS HUGEINT)";
        String total = wideSum(unscaled, nines(type).negate(), nines(type));
        if (type.scale() == 0) {
            return total;
        }
        String text = "CAST(abs(" + total + ") AS VARCHAR)";
        String digits =
                "lpad(" + text + ", CAST(greatest(" + (type.scale() + 1) + ", length(" + text + ")) AS INTEGER), '0')";
        return "CASE WHEN " + total + " < 0 THEN '-' ELSE '' END || regexp_replace(" + digits + ", '(\\d{"
                + type.scale() + "})$', '.\\1')";
    }

    private static BigInteger nines(ColumnType type) {
        return BigInteger.TEN.pow(type.length()).subtract(BigInteger.ONE);
    }

    /** Large values are summed as their 2^64th part, so that no sum of them is infinite. */
    private static String doubleSum(String value) {
        String part = " / 18446744073709551616e0";
        String small = "coalesce(sum(" + value + ") FILTER (WHERE abs(" + value + ") < " + LARGE_DOUBLE + "), 0e0)";
        String large = "sum(" + value + part + ") FILTER (WHERE abs(" + value + ") >= " + LARGE_DOUBLE + ")";
        String most = "" + Double.MAX_VALUE;
        String total = "(" + large + " + " + small + part + ")";
        return "CASE WHEN count(" + value + ") = 0 THEN NULL WHEN " + large + " IS NULL THEN " + small + " WHEN "
                + total + " >= " + most + part + " THEN " + most + " WHEN " + total + " <= -" + most + part
                + " THEN -" + most + " ELSE " + total + " * 18446744073709551616e0 END";
    }

    private static String huge(BigInteger number) {
        return "CAST('" + number + "' AS HUGEINT)";
    }
}
