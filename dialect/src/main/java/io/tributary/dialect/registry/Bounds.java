package io.tributary.dialect.registry;

import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.Objects;

/** Values that the types of the embedded engine, and of a CAST, may have, so that none of its functions fails. */
final class Bounds {
    /** The last microsecond before the year 1, and the first one behind the year 9999. */
    private static final String BEFORE = "make_timestamp(-62135596800000001)";

    private static final String BEHIND = "make_timestamp(253402300800000000)";

    /** The most characters of what the engine may have several times: a column and an interval of columns. */
    private static final int SHORT = 300;

    private static final String BITS = "18446744073709551615";
    private static final int DIGITS_OF_BIGINT = 19;

    private Bounds() {}

    /** Returns the moment, NULL outside of the years 1 to 9999; the engine's extremes pass NULL over. */
    static String moment(String text) {
        if (text.length() > SHORT) {
            return Spelling.once("CASE WHEN e[1] > " + BEFORE + " AND e[1] < " + BEHIND + " THEN e[1] END", text);
        }
        return "nullif(nullif(greatest(least(" + text + ", " + BEHIND + "), " + BEFORE + "), " + BEHIND + "), " + BEFORE
                + ")";
    }

    /** Returns the BIGINT, NULL where it is not between {@code -most} and {@code most}. */
    static String within(String text, long most) {
        String low = "CAST(" + (-most - 1) + " AS BIGINT)";
        String high = "CAST(" + (most + 1) + " AS BIGINT)";
        return text.length() > Spelling.SHORT
                ? Spelling.once("CASE WHEN e[1] > " + low + " AND e[1] < " + high + " THEN e[1] END", text)
                : "CASE WHEN " + text + " > " + low + " AND " + text + " < " + high + " THEN " + text + " END";
    }

    /** Returns a number as CAST makes it: what is beyond a type is the nearest of its values, of integers their 64 bits. */
    static String clamped(Written call) {
        SqlType from = call.type(0);
        SqlType to = call.result();
        // A bound that is made a FLOAT is rounded.
        String value = from.kind() == Kind.FLOAT ? call.as(0, "DOUBLE") : call.text(0);
        String type = call.resultType();
        boolean integers = to.kind() != Kind.DECIMAL && from.kind().isInteger();
        if (holds(to, from) || (integers && !to.unsigned() && from.precision() <= DIGITS_OF_BIGINT)) {
            return cast(value, type);
        }
        if (integers) {
            String bits = bits(value);
            return to.unsigned() ? bits : cast("(xor(" + bits + ", 9223372036854775808) - 9223372036854775808)", type);
        }
        if (!call.isShort(0) || (to.unsigned() && from.kind().isApproximate())) {
            return call.java();
        }
        String most = to.kind() == Kind.DECIMAL ? nines(to) : to.unsigned() ? BITS : "9223372036854775807";
        String least = to.unsigned() ? "0" : to.kind() == Kind.DECIMAL ? "-" + most : "-9223372036854775808";
        String nearest = from.kind().isApproximate() && to.kind() == Kind.DECIMAL
                ? "CASE WHEN " + isFarFromHalf(value, to.scale()) + " THEN " + cast(value, type) + " ELSE "
                        + cast(call.java(), type) + " END"
                : cast(value, type);
        return "CASE WHEN " + value + " >= " + most + " THEN " + cast(most, type) + " WHEN " + value + " <= " + least
                + " THEN " + cast(least, type) + " ELSE " + nearest + " END";
    }

    /** Returns a number as a whole one of Doris': what is beyond the type is NULL. */
    static String tried(Written call, String value) {
        return "CAST(TRY_CAST(" + value + " AS " + narrow(call.result()) + ") AS " + call.resultType() + ")";
    }

    /** Returns an array whose elements are cast so. */
    static String elements(Written call, String array) {
        SqlType element = Objects.requireNonNull(call.result().element());
        SqlType from = call.type(0).element();
        if (!element.kind().isInteger() || element.kind() == Kind.BOOL) {
            return cast(array, call.resultType());
        }
        boolean fraction =
                from != null && from.kind().isNumber() && !from.kind().isInteger();
        return "CAST(list_transform(" + array + ", lambda e: TRY_CAST(" + (fraction ? "trunc(e)" : "e") + " AS "
                + narrow(element) + ")) AS " + call.resultType() + ")";
    }

    private static String narrow(SqlType type) {
        String name =
                switch (type.kind()) {
                    case TINYINT -> "TINYINT";
                    case SMALLINT -> "SMALLINT";
                    case INT -> "INTEGER";
                    case LARGEINT -> "HUGEINT";
                    default -> "BIGINT";
                };
        return type.unsigned() ? "U" + name : name;
    }

    /** The digits of others are rounded, which the engine does not have: it multiplies a DOUBLE, and rounds what that gives. */
    private static String isFarFromHalf(String value, int scale) {
        String scaled = "(abs(" + value + ") * 1e" + scale + ")";
        return scaled + " < 1e11 AND abs(" + scaled + " - floor(" + scaled + ") - 0.5e0) > 1e-4";
    }

    /** Returns an integer's 64 bits as a number that is not negative. */
    static String bits(String value) {
        return "(CAST(" + value + " AS HUGEINT) & " + BITS + ")";
    }

    private static boolean holds(SqlType to, SqlType from) {
        if (from.kind().isApproximate()) {
            return false;
        }
        return to.kind() == Kind.DECIMAL
                ? to.wholeDigits() > from.wholeDigits()
                        || (to.wholeDigits() == from.wholeDigits() && to.scale() >= from.carried())
                : to.unsigned() ? from.unsigned() : from.wholeDigits() < DIGITS_OF_BIGINT;
    }

    private static String cast(String value, String type) {
        return "CAST(" + value + " AS " + type + ")";
    }

    private static String nines(SqlType type) {
        String digits = "9".repeat(type.precision());
        int point = type.wholeDigits();
        return type.scale() == 0 ? digits : digits.substring(0, point) + "." + digits.substring(point);
    }
}
