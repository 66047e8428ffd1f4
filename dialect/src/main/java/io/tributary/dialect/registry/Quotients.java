package io.tributary.dialect.registry;

import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.Arithmetic;
import io.tributary.dialect.type.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * How the embedded engine divides exact numbers: as whole numbers that are scaled up, so that every digit is exact. Division
 * by zero gives NULL.
 */
final class Quotients implements Spelling {
    private static final int DIGITS_OF_LONG = 18;
    private static final int DIGITS_OF_HUGE = 38;
    /** The most digits by which a dividend of 64 bits is scaled up at once. */
    private static final int DIGITS_MORE = 12;

    private static final int GROUP = 9;
    /** The most characters of an operand that is written several times; of quotients within quotients none is. */
    private static final int SHORT = 160;

    /**
     * A number that is divided or divides.
     *
     * @param isShort whether its text may be repeated
     */
    record Operand(String text, SqlType type, boolean isShort) {
        Operand(String text, SqlType type) {
            this(text, type, text.length() <= SHORT);
        }

        private static Operand of(Written call, int argument) {
            String text = call.text(argument);
            return new Operand(text, call.type(argument), text.length() <= SHORT && !call.isOneOfMany());
        }

        /** Returns the number without its point, as an integer of the engine's with so many more digits. */
        private String unscaled(String integer, int scale) {
            boolean wide = type.wholeDigits() + type.carried() + scale > DIGITS_OF_LONG;
            String value = scale > 0 && (wide || type.carried() > scale)
                    ? "CAST(" + text + " AS DECIMAL(38," + Math.min(scale, type.carried()) + "))"
                    : text;
            return scale == 0
                    ? "CAST(" + value + " AS " + integer + ")"
                    : "CAST((" + value + " * " + power(scale) + ") AS " + integer + ")";
        }

        /** Whether digits that it shows are lost; those that a quotient carries beyond them may be. */
        private boolean isCut(int scale) {
            return type.scale() > scale;
        }

        private int digits(int scale) {
            return type.wholeDigits() + scale;
        }
    }

    @Override
    public String write(Written call) {
        return call.resultType().equals("DOUBLE")
                ? OperatorRows.finite(call, "(" + call.as(0, "DOUBLE") + " / " + call.as(1, "DOUBLE") + ")")
                : quotient(
                        Operand.of(call, 0),
                        Operand.of(call, 1),
                        call.result(),
                        call.resultType(),
                        java("quotient", call.text(0), call.text(1), call));
    }

    /** @param what of EXACT PRODUCT and EXACT QUOTIENT */
    static String java(String what, String a, String b, Written call) {
        return "CAST(fn_exact_" + what + "_2(CAST(" + a + " AS VARCHAR), CAST(" + b + " AS VARCHAR)) AS "
                + call.resultType() + ")";
    }

    @Override
    public @Nullable Units unscaled(Written call) {
        Operand a = Operand.of(call, 0);
        Operand b = Operand.of(call, 1);
        int digits = call.result().carried();
        int scale = Math.max(a.type.carried(), b.type.carried());
        boolean exact = !call.resultType().equals("DOUBLE") && isCut(a, b, call.result());
        boolean longs = Math.max(a.digits(scale), b.digits(scale)) <= DIGITS_OF_LONG;
        return exact && longs && digits > DIGITS_MORE && digits <= 2 * GROUP && areShort(a, b)
                ? stepwise(a, b, scale, digits)
                : null;
    }

    private static boolean isCut(Operand a, Operand b, SqlType result) {
        return result.carried() >= Arithmetic.quotient(a.type, b.type).carried();
    }

    private static boolean areShort(Operand a, Operand b) {
        return a.isShort && b.isShort;
    }

    /**
     * Divides exact numbers: in 64 bits where rows or types allow it, which is many times as fast as in 128. What is carried is cut
     * off behind its last digit; where fewer digits are wanted one more is computed and rounded half away from zero.
     *
     * @param java what computes it where 128 bits are too few
     */
    static String quotient(Operand a, Operand b, SqlType result, String type, String java) {
        boolean cut = isCut(a, b, result);
        int digits = result.carried() + (cut ? 0 : 1);
        int room = (DIGITS_OF_HUGE - Math.max(a.digits(0), b.digits(0))) / 2;
        int scale = Math.min(Math.max(a.type.carried(), b.type.carried()), Math.max(room, GROUP));
        boolean longs = Math.max(a.digits(scale), b.digits(scale)) <= DIGITS_OF_LONG;
        boolean repeated = longs && areShort(a, b);
        int limit = DIGITS_OF_LONG - (cut ? 0 : 1) - digits;
        if (longs && a.digits(scale) <= limit) {
            return shown(once(a, b, scale, digits, "BIGINT"), DIGITS_OF_LONG, digits, cut, type);
        }
        String huge = shown(once(a, b, scale, digits, "HUGEINT"), DIGITS_OF_HUGE, digits, cut, type);
        int most = DIGITS_OF_HUGE - scale - Math.max(scale, digits);
        boolean lost = a.isCut(scale) || b.isCut(scale);
        if (lost || a.digits(0) > most || b.digits(2 * scale) > DIGITS_OF_HUGE) {
            boolean some = !lost && most > 0 && a.isShort && b.digits(2 * scale) <= DIGITS_OF_HUGE;
            return some
                    ? "CASE WHEN " + a.text + between(power(most)) + " THEN " + huge + " ELSE " + java + " END"
                    : java;
        }
        if (!repeated) {
            return huge;
        }
        if (digits <= DIGITS_MORE) {
            String few = shown(once(a, b, scale, digits, "BIGINT"), DIGITS_OF_LONG, digits, cut, type);
            return "CASE WHEN " + a.unscaled("BIGINT", scale) + between(power(limit)) + " THEN " + few + " ELSE " + huge
                    + " END";
        }
        return cut && digits <= 2 * GROUP
                ? shown(stepwise(a, b, scale, digits).whole(), DIGITS_OF_HUGE, digits, true, type)
                : huge;
    }

    /** Whether a number of 128 bits loses digits of its fraction, which costs many times as much as in 64 bits. */
    static boolean isCostly(String text, SqlType type, int scale) {
        return scale < type.carried()
                && type.carried() < DIGITS_MORE
                && type.wholeDigits() + type.carried() > DIGITS_OF_LONG
                && text.length() <= SHORT;
    }

    /** @param longs the number in 64 bits; null: there is no such form */
    static String lowered(String text, @Nullable Guarded longs, SqlType type, int scale, String result) {
        String lowered = "CAST(" + text + " AS " + result + ")";
        if (longs != null) {
            String few = "CAST(CAST(" + longs.text() + " AS DECIMAL(18," + scale + ")) AS " + result + ")";
            return new Guarded(longs.condition(), few).or(lowered);
        }
        int digits = DIGITS_OF_LONG - 1 - type.carried();
        return "CASE WHEN " + text + between(power(digits)) + " THEN CAST(CAST(CAST(" + text + " AS DECIMAL(18,"
                + type.carried() + ")) AS DECIMAL(18," + scale + ")) AS " + result + ") ELSE " + lowered + " END";
    }

    private static String between(String limit) {
        return " BETWEEN -" + limit + " AND " + limit;
    }

    private static String once(Operand a, Operand b, int scale, int digits, String integer) {
        return "((" + a.unscaled(integer, scale) + " * " + power(digits) + ") // " + b.unscaled(integer, scale) + ")";
    }

    /**
     * Long division, nine digits at a time, by a divisor of 32 bits, in two steps of a dividend of 32 bits and in three of others; in 128
     * bits by what is larger. A step is NULL of what it cannot have; what it repeats the engine computes once, which it does not within
     * CASE.
     */
    private static Units stepwise(Operand a, Operand b, int scale, int digits) {
        String dividend = a.unscaled("BIGINT", scale);
        String divisor = narrow(b.unscaled("BIGINT", scale));
        String more = power(digits - GROUP);
        String few = "(" + narrow(dividend) + " * " + power(GROUP) + ")";
        String high = step(few, divisor);
        String low = step("(" + rest(few, high, divisor) + " * " + more + ")", divisor);
        String whole = step(dividend, divisor);
        String rest = "(" + rest(dividend, whole, divisor) + " * " + power(GROUP) + ")";
        String first = step(rest, divisor);
        String others =
                "coalesce(CAST(" + whole + " AS HUGEINT) * " + power(digits) + " + (" + first + " * " + more + " + "
                        + step("(" + rest(rest, first, divisor) + " * " + more + ")", divisor) + "), "
                        + once(a, b, scale, digits, "HUGEINT") + ")";
        return new Units(high, low, more, others);
    }

    private static String narrow(String number) {
        return "CAST(TRY_CAST(" + number + " AS INTEGER) AS BIGINT)";
    }

    private static String step(String dividend, String divisor) {
        return "(" + dividend + " // " + divisor + ")";
    }

    private static String rest(String dividend, String quotient, String divisor) {
        return "(" + dividend + " - " + quotient + " * " + divisor + ")";
    }

    private static String shown(String quotient, int width, int digits, boolean cut, String type) {
        if (cut) {
            return "CAST((CAST(" + quotient + " AS DECIMAL(" + width + ",0)) * " + fraction(digits) + ") AS " + type
                    + ")";
        }
        // The last digit goes while the number is narrow, which costs less.
        int narrow = width - 1;
        return "CAST((CAST((CAST(" + quotient + " AS DECIMAL(" + narrow + ",0)) * 0.1) AS DECIMAL(" + narrow + ",0)) * "
                + fraction(digits - 1) + ") AS " + type + ")";
    }

    private static String power(int digits) {
        return "1" + "0".repeat(digits);
    }

    static String fraction(int digits) {
        return digits == 0 ? "1" : "0." + "0".repeat(digits - 1) + "1";
    }

    static String wholly(Written call) {
        SqlType a = call.type(0);
        SqlType b = call.type(1);
        if (a.kind().isApproximate() || b.kind().isApproximate()) {
            return unsigned(call, whollyOfDoubles(call));
        }
        int scale = Math.max(a.carried(), b.carried());
        boolean longs = Math.max(a.wholeDigits(), b.wholeDigits()) + scale <= DIGITS_OF_LONG;
        if (Math.max(a.wholeDigits(), b.wholeDigits()) + 2 * scale > DIGITS_OF_HUGE) {
            return unsigned(
                    call,
                    "CAST(fn_whole_quotient_2(" + call.as(0, "VARCHAR") + ", " + call.as(1, "VARCHAR")
                            + ") AS HUGEINT)");
        }
        String integer = longs ? "BIGINT" : "HUGEINT";
        return unsigned(
                call,
                "(" + new Operand(call.text(0), a).unscaled(integer, scale) + " // "
                        + new Operand(call.text(1), b).unscaled(integer, scale) + ")");
    }

    /** What is a whole number, or a hair beside one, is divided by the digits that are printed. */
    private static String whollyOfDoubles(Written call) {
        boolean once = !call.areShort();
        String a = once ? "e[1]" : call.as(0, "DOUBLE");
        String b = once ? "e[2]" : call.as(1, "DOUBLE");
        String quotient = "(" + a + " / " + b + ")";
        String whole = "CASE WHEN abs(" + quotient + ") < 4503599627370496e0 AND abs(" + quotient + " - round("
                + quotient
                + ")) > 1e-14 * abs(" + quotient + ") THEN CAST(trunc(" + quotient
                + ") AS HUGEINT) ELSE CAST(fn_whole_quotient_2(CAST(" + a + " AS VARCHAR), CAST(" + b
                + " AS VARCHAR)) AS HUGEINT) END";
        return once ? Spelling.once(whole, call.as(0, "DOUBLE"), call.as(1, "DOUBLE")) : whole;
    }

    /** An unsigned quotient that is below 0 is an error. */
    private static String unsigned(Written call, String quotient) {
        String type = call.resultType();
        return call.result().unsigned()
                ? "CAST(CAST(" + quotient + " AS UBIGINT) AS " + type + ")"
                : "CAST(" + quotient + " AS " + type + ")";
    }

    static String remainder(Written call) {
        String type = call.resultType();
        String operand = type.startsWith("DECIMAL") ? "DECIMAL(38," + call.resultScale() + ")" : type;
        boolean integers = call.result().kind().isInteger();
        String left = integers ? call.text(0) : call.as(0, operand);
        String right = integers ? call.text(1) : call.as(1, operand);
        return "CAST((" + left + " % " + right + ") AS " + type + ")";
    }
}
