package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Want.BYTES;
import static io.tributary.dialect.registry.Want.DOUBLE;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.NUMBER;
import static io.tributary.dialect.registry.Want.TEXT;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.function.Addresses;
import io.tributary.dialect.registry.Function.Determinism;
import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.value.Division;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Functions of numbers.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/mathematical-functions.html">Mathematical Functions</a>
 */
final class NumberRows {
    private static final SqlType REAL = SqlType.of(Kind.DOUBLE);
    private static final int SHOWN_OF_PI = 6;
    /** So many bits of a DOUBLE are random. */
    private static final int REAL_BITS = 53;

    private static final SqlType DIGITS = SqlType.text(64);

    private NumberRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        rows.row("ABS", NumberRows::absolute, NUMBER).duckdb("abs(#1)");
        rows.row("SIGN", SqlType.integer(1), NUMBER).duckdb("CAST(sign(#1) AS BIGINT)");
        Roundings.add(rows);
        real(rows);
        rows.row("CRC32", SqlType.integer(10).unsigned(true), BYTES).java(NumberRows::crc);
        rows.row("CONV", DIGITS, TEXT, INTEGER, INTEGER)
                .partial(a -> Division.convert(a.text(0), a.whole(1), a.whole(2)));
        for (String name : List.of("BIN", "OCT")) {
            rows.row(name, DIGITS, TEXT).partial(a -> Division.convert(a.text(0), 10, name.equals("BIN") ? 2 : 8));
        }
        SqlType address = SqlType.integer(10).unsigned(true);
        rows.row("INET_ATON|IPV4_STRING_TO_NUM_OR_NULL", address, TEXT).partial(a -> Addresses.number(a.text(0)));
        rows.row("IPV4_STRING_TO_NUM", address, TEXT).strict(NumberRows::address);
        rows.row("INET_NTOA|IPV4_NUM_TO_STRING", SqlType.text(15), INTEGER).partial(a -> Addresses.text(a.whole(0)));
        rows.row("IS_IPV4|IS_IPV4_STRING", SqlType.of(Kind.BOOL), TEXT)
                .duckdb(call -> "(regexp_full_match(" + call.text(0)
                        + ", '((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.|$)){4}') AND NOT ends_with(" + call.text(0)
                        + ", '.'))");
        rows.row("RAND|RANDOM", REAL).never().varies(Determinism.NEVER).duckdb("random()");
        rows.row("RAND|RANDOM", REAL, INTEGER).duckdb(call -> {
            throw TributaryException.notSupported("RAND with a seed");
        });
        rows.row("RAND|RANDOM", SqlType.integer(19), INTEGER, INTEGER)
                .varies(Determinism.NEVER)
                .duckdb(NumberRows::between);
        return rows.functions();
    }

    /** That of the least number of a type does not fit the type. */
    private static SqlType absolute(Operands operands) {
        SqlType type = operands.type(0);
        return type.kind().isInteger() && type.kind() != Kind.LARGEINT
                ? SqlType.integer(type.precision()).unsigned(type.unsigned())
                : type;
    }

    /** Doris takes two literals, the first of which is less. */
    private static String between(Written call) {
        if (!(call.isConstant(0)
                && call.isConstant(1)
                && call.constant(0) instanceof Long least
                && call.constant(1) instanceof Long most)) {
            throw TributaryException.notSupported("RANDOM between values that are no literals");
        }
        long span = most - least;
        if (least >= most || span < 0 || span >= 1L << REAL_BITS) {
            throw ErrorCode.WRONG_ARGUMENTS.error("Incorrect arguments to random");
        }
        return "(CAST(floor(random() * " + (span + 1) + ") AS BIGINT) + CAST(" + least + " AS BIGINT))";
    }

    /** Doris has no address of fewer than four parts, and an error of what is none. */
    private static Object address(Values arguments) {
        String text = arguments.text(0);
        Long number = text.chars().filter(c -> c == '.').count() == 3 ? Addresses.number(text) : null;
        if (number == null) {
            throw ErrorCode.WRONG_ARGUMENTS.error("Incorrect arguments to ipv4_string_to_num");
        }
        return number;
    }

    private static Object crc(Values arguments) {
        CRC32 crc = new CRC32();
        crc.update(arguments.bytes(0));
        return crc.getValue();
    }

    private static void real(Rows rows) {
        rows.row("PI", REAL.fixed(SHOWN_OF_PI)).never().duckdb("pi()");
        rows.row("E", REAL).never().duckdb("exp(1e0)");
        for (String name : List.of("SIN", "COS", "TAN", "COT", "ATAN", "RADIANS", "CBRT", "TANH")) {

            rows.row(name, REAL, DOUBLE).duckdb(name.toLowerCase(Locale.ROOT) + "(#1)");
        }
        rows.row("ATAN|ATAN2", REAL, DOUBLE, DOUBLE).duckdb("atan2(#1, #2)");
        within(rows, "ACOS", "abs(#1) <= 1", "acos(#1)", Math::acos);
        within(rows, "ASIN", "abs(#1) <= 1", "asin(#1)", Math::asin);
        within(rows, "SQRT|DSQRT", "#1 >= 0", "sqrt(#1)", Math::sqrt);
        within(rows, "LN|LOG|DLOG1", "#1 > 0", "ln(#1)", NumberRows::log);
        within(rows, "LOG2", "#1 > 0", "(ln(#1) / 0.6931471805599453e0)", x -> log(x) / Math.log(2));
        within(rows, "LOG10|DLOG10", "#1 > 0", "log10(#1)", x -> x > 0 ? Math.log10(x) : Double.NaN);
        rows.row("LOG", REAL, DOUBLE, DOUBLE)
                .nullable()
                .shortly("CASE WHEN #1 > 0 AND #2 > 0 AND #1 <> 1 THEN ln(#2) / ln(#1) END")
                .strict(a -> number(log(a.real(1)) / log(a.real(0))));
        finite(rows, "EXP|DEXP", "exp(#1)", a -> Math.exp(a[0]), DOUBLE);
        finite(rows, "DEGREES", "degrees(#1)", a -> Math.toDegrees(a[0]), DOUBLE);
        finite(rows, "SINH", "sinh(#1)", a -> Math.sinh(a[0]), DOUBLE);
        finite(rows, "COSH", "cosh(#1)", a -> Math.cosh(a[0]), DOUBLE);
        finite(rows, "POW|POWER|DPOW|FPOW", "pow(#1, #2)", a -> Math.pow(a[0], a[1]), DOUBLE, DOUBLE);
        finite(rows, "FINITE NUMBER", "#1", a -> a[0], DOUBLE);
    }

    private static double log(double x) {
        return x > 0 ? Math.log(x) : Double.NaN;
    }

    private static @Nullable Double number(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }

    /** Adds a function that is NULL outside of where it is defined. */
    private static void within(Rows rows, String names, String condition, String value, DoubleUnaryOperator body) {
        rows.row(names, REAL, DOUBLE)
                .nullable()
                .shortly("CASE WHEN " + condition + " THEN " + value + " END")
                .strict(a -> number(body.applyAsDouble(a.real(0))));
    }

    private interface Real {
        double of(double[] arguments);
    }

    /** Adds a function whose value may be beyond a DOUBLE, which is an error; a cast makes it in the engine. */
    private static void finite(Rows rows, String names, String value, Real body, Want... wants) {
        rows.row(names, REAL, wants)
                .shortly("CASE WHEN isfinite(" + value + ") THEN " + value + " ELSE CAST(CAST(" + value
                        + " AS BIGINT) AS DOUBLE) END")
                .java(arguments -> {
                    double[] numbers = new double[arguments.count()];
                    for (int i = 0; i < numbers.length; i++) {
                        numbers[i] = arguments.real(i);
                    }
                    double result = body.of(numbers);
                    if (!Double.isFinite(result)) {
                        throw ErrorCode.OUT_OF_RANGE_IN_EXPRESSION.error(
                                "DOUBLE value is out of range in '" + names.split("\\|", 2)[0] + "'");
                    }
                    return result;
                });
    }
}
