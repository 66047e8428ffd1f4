package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Function.Signature.optional;
import static io.tributary.dialect.registry.Want.DOUBLE;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.NUMBER;
import static io.tributary.dialect.registry.Want.TEXT;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.value.NumberPrefix;
import io.tributary.dialect.value.Rounding;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** ROUND, TRUNCATE, FLOOR, CEIL and FORMAT: of exact numbers by their digits, of a DOUBLE by its nearest integers. */
final class Roundings {
    private static final SqlType REAL = SqlType.of(Kind.DOUBLE);
    private static final int DIGITS_OF_BIGINT = 18;
    private static final int DIGITS_OF_DOUBLE = 15;

    private Roundings() {}

    static void add(Rows rows) {
        for (String name : List.of("FLOOR|DFLOOR", "CEIL|CEILING|DCEIL")) {
            String function = name.startsWith("FLOOR") ? "floor" : "ceil";
            rows.row(name, Roundings::whole, NUMBER).duckdb(call -> {
                boolean decimal = call.type(0).kind() == Kind.DECIMAL;
                return decimal
                        ? "CAST(" + function + "(" + call.text(0) + ") AS " + call.resultType() + ")"
                        : call.type(0).kind().isInteger()
                                ? call.text(0)
                                : "(" + function + "(" + call.as(0, "DOUBLE") + ") + 0e0)";
            });
        }
        rows.row("ROUND|DROUND", Roundings::nearest, NUMBER).duckdb(call -> rounded(call, true));
        digits(rows, "ROUND|DROUND", true);
        digits(rows, "TRUNCATE", false);
        rows.row("DOUBLE ROUND", REAL, DOUBLE, INTEGER).java(a -> Rounding.round(value(a.get(0)), a.whole(1)));
        rows.row("DOUBLE TRUNCATE", REAL, DOUBLE, INTEGER).java(a -> Rounding.truncate(value(a.get(0)), a.whole(1)));
        ofDoris(rows);
        rows.row("FORMAT", SqlType.text(100), optional(1, NUMBER, INTEGER, TEXT))
                .duckdb(call -> {
                    if (call.count() > 2 && call.isConstant(2)) {
                        known(call.constant(2));
                    }
                    return call.type(0).kind().isApproximate()
                            ? "fn_double_format_2(" + call.as(0, "DOUBLE") + ", " + call.as(1, "BIGINT") + ")"
                            : call.java();
                })
                .java(Roundings::formatted);
        rows.row("DOUBLE FORMAT", SqlType.text(400), DOUBLE, INTEGER)
                .java(a -> Rounding.format(value(a.get(0)), a.whole(1)));
    }

    private static void digits(Rows rows, String names, boolean rounds) {
        rows.row(names, Roundings::toDigits, NUMBER, INTEGER)
                .nullable()
                .duckdb(call -> checked(call, rounded(call, rounds)))
                .strict(a -> {
                    Object number = value(a.get(0));
                    return rounds
                            ? checked(number, Rounding.round(number, a.whole(1)))
                            : Rounding.truncate(number, a.whole(1));
                });
    }

    /**
     * Doris' CEIL and FLOOR of so many digits, and halves that become even ones.
     *
     * @see <a href="https://doris.apache.org/docs/sql-manual/sql-functions/scalar-functions/numeric-functions/round-bankers">ROUND_BANKERS</a>
     */
    private static void ofDoris(Rows rows) {
        Map<String, RoundingMode> modes = Map.of(
                "FLOOR|DFLOOR", RoundingMode.FLOOR,
                "CEIL|CEILING|DCEIL", RoundingMode.CEILING,
                "ROUND_BANKERS", RoundingMode.HALF_EVEN);
        modes.forEach((names, mode) -> {
            rows.row(names, Roundings::toDigits, NUMBER, INTEGER)
                    .nullable()
                    .duckdb(call -> scaled(call, mode, call.as(1, "BIGINT")))
                    .strict(a -> {
                        Object number = value(a.get(0));
                        return checked(number, Rounding.scaled(number, a.whole(1), mode));
                    });
            rows.row("DOUBLE " + mode, REAL, DOUBLE, INTEGER)
                    .java(a -> Rounding.scaled(value(a.get(0)), a.whole(1), mode));
        });
        RoundingMode even = RoundingMode.HALF_EVEN;
        rows.row("ROUND_BANKERS", Roundings::nearest, NUMBER)
                .duckdb(call -> scaled(call, even, "CAST(0 AS BIGINT)"))
                .java(a -> Rounding.scaled(value(a.get(0)), 0, even));
        rows.row("EVEN", REAL, DOUBLE).duckdb("even(#1)");
    }

    private static String scaled(Written call, RoundingMode mode, String digits) {
        return call.type(0).kind().isApproximate()
                ? "fn_double_" + mode.name().toLowerCase(Locale.ROOT) + "_2(" + call.as(0, "DOUBLE") + ", " + digits
                        + ")"
                : call.java();
    }

    private static Object value(@Nullable Object value) {
        return value instanceof String digits ? new BigDecimal(digits) : Objects.requireNonNull(value);
    }

    private static Object formatted(Values arguments) {
        if (arguments.count() > 2) {
            known(arguments.get(2));
        }
        return Rounding.format(value(arguments.get(0)), arguments.whole(1));
    }

    private static void known(@Nullable Object locale) {
        if (!String.valueOf(locale).toLowerCase(Locale.ROOT).matches("en_(us|gb)")) {
            throw TributaryException.notSupported("FORMAT with the locale " + locale);
        }
    }

    private static SqlType whole(Operands operands) {
        SqlType type = operands.type(0);
        if (type.kind() != Kind.DECIMAL) {
            return type.kind().isInteger() ? type : REAL.fixed(0);
        }
        int digits = type.wholeDigits() + 1;
        return digits <= DIGITS_OF_BIGINT ? SqlType.integer(digits) : SqlType.decimal(digits, 0);
    }

    private static SqlType nearest(Operands operands) {
        SqlType type = operands.type(0);
        return type.kind() == Kind.DECIMAL ? SqlType.decimal(type.wholeDigits() + 1, 0) : whole(operands);
    }

    /** Where the digits are written out a DECIMAL has as many of them, whatever it had before. */
    private static SqlType toDigits(Operands operands) {
        SqlType type = operands.type(0);
        if (type.kind() != Kind.DECIMAL) {
            return type.kind().isInteger() ? wider(type) : REAL.fixed(Math.max(0, operands.constant(1, type.scale())));
        }
        int digits = Math.max(0, Math.min(SqlType.SCALE_MAX, operands.constant(1, type.scale())));
        return SqlType.decimal(type.wholeDigits() + 1 + digits, digits);
    }

    private static SqlType wider(SqlType type) {
        int most = type.unsigned() ? 20 : 19;
        return type.kind() == Kind.LARGEINT
                ? type
                : SqlType.integer(Math.min(type.precision() + 1, most)).unsigned(type.unsigned());
    }

    private static Number checked(Object number, Number rounded) {
        boolean beyond = isUnsigned(number) && rounded instanceof BigInteger && !isUnsigned(rounded);
        if (beyond) {
            throw ErrorCode.OUT_OF_RANGE_IN_EXPRESSION.error(
                    "BIGINT UNSIGNED value is out of range in '" + rounded + "'");
        }
        return rounded;
    }

    private static boolean isUnsigned(Object number) {
        return number instanceof BigInteger big && big.compareTo(NumberPrefix.UNSIGNED_MAX) <= 0;
    }

    /** Rounded up a number may have one bit more than its type. */
    private static String checked(Written call, String rounded) {
        SqlType type = call.type(0);
        boolean fits = !type.kind().isInteger()
                || !type.unsigned()
                || !call.resultType().equals("HUGEINT");
        return fits || call.constant(1, -1) >= 0 ? rounded : "CAST(CAST(" + rounded + " AS UBIGINT) AS HUGEINT)";
    }

    private static String rounded(Written call, boolean rounds) {
        SqlType type = call.type(0);
        boolean known = call.count() == 1 || (call.isConstant(1) && call.constant(1) instanceof Number);
        int digits = call.constant(1, 0);
        if (type.kind().isApproximate()) {
            return known && rounds && digits >= 0 && digits <= DIGITS_OF_DOUBLE && call.isShort(0)
                    ? even(call.as(0, "DOUBLE"), digits)
                    : "fn_double_" + (rounds ? "round" : "truncate") + "_2(" + call.as(0, "DOUBLE") + ", "
                            + (call.count() == 1 ? "CAST(0 AS BIGINT)" : call.as(1, "BIGINT")) + ")";
        }
        // The engine has 0 of NULL where no digit is left.
        if (!known || (type.kind() == Kind.DECIMAL && digits < 0 && -digits >= type.wholeDigits())) {
            return call.java();
        }
        if (type.kind().isInteger() && digits >= 0) {
            return call.as(0, call.resultType());
        }
        if (rounds && digits >= 0 && !call.isOneOfMany() && Quotients.isCostly(call.text(0), type, digits)) {
            return Quotients.lowered(call.text(0), call.inLongs(0), type, digits, call.resultType());
        }
        boolean cut = digits < type.carried() && (!rounds || digits < 0);
        int most = Math.max(digits, -SqlType.MYSQL_PRECISION_MAX);
        return "CAST(" + (cut ? (rounds ? "round(" : "trunc(") + call.text(0) + ", " + most + ")" : call.text(0))
                + " AS " + call.resultType() + ")";
    }

    /** A DOUBLE has no fraction from 2^52 on. */
    private static String even(String number, int digits) {
        String scaled = digits == 0 ? number : "(" + number + " * 1e" + digits + ")";
        String rounded = "CAST(CAST(" + scaled + " AS BIGINT) AS DOUBLE)";
        return "CASE WHEN abs(" + scaled + ") < 4503599627370496e0 THEN " + rounded
                + (digits == 0 ? "" : " / 1e" + digits) + " ELSE fn_double_round_2(" + number + ", CAST(" + digits
                + " AS BIGINT)) END";
    }
}
