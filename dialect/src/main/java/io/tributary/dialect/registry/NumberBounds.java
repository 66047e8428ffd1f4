package io.tributary.dialect.registry;

import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.Map;

/** How CAST makes numbers of other numbers: what is beyond a type becomes the nearest of its values, of integers their 64 bits. */
final class NumberBounds {
    private static final String BITS = "18446744073709551615";
    private static final int DIGITS_OF_BIGINT = 19;
    /** Integers that only Doris casts to, where MySQL has BIGINT: what is beyond them is NULL. */
    private static final Map<Kind, String> NARROW =
            Map.of(Kind.TINYINT, "TINYINT", Kind.SMALLINT, "SMALLINT", Kind.INT, "INTEGER", Kind.LARGEINT, "HUGEINT");

    private NumberBounds() {}

    static String clamped(Written call) {
        SqlType from = call.type(0);
        SqlType to = call.result();
        String value = call.text(0);
        String type = call.resultType();
        String narrow = NARROW.get(to.kind());
        if (narrow != null) {
            return "CAST(TRY_CAST(" + value + " AS " + narrow + ") AS " + type + ")";
        }
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
        return "CASE WHEN " + value + " >= " + most + " THEN " + cast(most, type) + " WHEN " + value + " <= " + least
                + " THEN " + cast(least, type) + " ELSE " + cast(value, type) + " END";
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
