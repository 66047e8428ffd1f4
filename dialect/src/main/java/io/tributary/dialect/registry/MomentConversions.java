package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.ConversionRows.row;
import static io.tributary.dialect.registry.Want.ANY;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.JSON;
import static io.tributary.dialect.registry.Want.NUMBER;
import static io.tributary.dialect.registry.Want.TEXT;
import static io.tributary.dialect.registry.Want.TIME;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.registry.Rows.Computation;
import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.value.Conversion;
import io.tributary.dialect.value.DateTimeText;
import io.tributary.dialect.value.FractionDigits;
import io.tributary.dialect.value.IncompleteDate;
import io.tributary.dialect.value.PrintedTime;
import io.tributary.dialect.value.SessionClock;
import io.tributary.dialect.value.TimeText;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Conversions of dates and times, and to them. */
final class MomentConversions {
    /** Texts with an offset are read as of UTC. */
    private static final SessionClock CLOCK = new SessionClock(ZoneOffset.UTC, LocalDate.EPOCH);

    private static final String MICROS_OF_DAY = "86400000000";

    /** A day before all others that stands for 0000-00-00. */
    private static final LocalDate ZERO = LocalDate.of(0, 1, 1);

    private MomentConversions() {}

    static void add(Rows rows) {
        toNumbers(rows);
        toTexts(rows);
        for (Kind to : List.of(Kind.DATE, Kind.DATETIME, Kind.TIME)) {
            SqlType type = SqlType.of(to);
            ConversionRows.ofText(rows, to.name(), type, moment(to));
            row(rows, "JSON AS " + to, type, JSON).strict(moment(to));
            row(rows, "BYTES AS " + to, type, TEXT).strict(moment(to));
            for (String from : List.of("TEXT", "BYTES", "JSON")) {
                row(rows, "COMPARED " + from + " AS " + to, type, from.equals("JSON") ? JSON : TEXT)
                        .strict(orZero(to == Kind.DATETIME ? MomentConversions::compared : moment(to), to));
            }
            for (String from : List.of("INTEGER", "DECIMAL", "DOUBLE", "FLOAT")) {
                row(rows, from + " AS " + to, type, NUMBER).strict(ofNumber(to));
                row(rows, "COMPARED " + from + " AS " + to, type, NUMBER).strict(orZero(ofNumber(to), to));
            }
            row(rows, "BOOL AS " + to, type, ANY)
                    .duckdb("fn_integer_as_" + to.name().toLowerCase(Locale.ROOT)
                            + "_3(CAST(CAST(#1 AS BIGINT) AS VARCHAR), #2, #3)")
                    .strict(ofNumber(to));
        }
        // Which day it is only a statement knows, which puts it before the time.
        for (Kind to : List.of(Kind.DATE, Kind.DATETIME)) {
            row(rows, "TIME AS " + to, SqlType.of(to), ANY).duckdb(call -> {
                throw TributaryException.notSupported("conversion of TIME to " + to + " here");
            });
        }
        convert(rows, "DATE AS DATE", ANY, Spelling.of("#1"));
        convert(rows, "DATE AS DATETIME", ANY, Spelling.of("CAST(#1 AS TIMESTAMP)"));
        convert(rows, "DATE AS TIME", ANY, Spelling.of("CASE WHEN #1 IS NOT NULL THEN CAST(0 AS BIGINT) END"));
        convert(rows, "DATETIME AS DATE", ANY, Spelling.of("CAST(#1 AS DATE)"));
        convert(rows, "DATETIME AS DATETIME", ANY, call -> rounded(call, call.text(0)));
        convert(rows, "DATETIME AS TIME", ANY, call -> {
            String micros = "(((epoch_us(" + call.text(0) + ") % " + MICROS_OF_DAY + ") + " + MICROS_OF_DAY + ") % "
                    + MICROS_OF_DAY + ")";
            int unit = micros(call.result().scale());
            // The last half second of a day is 24:00:00.
            return call.type(0).scale() <= call.result().scale()
                    ? micros
                    : "((" + micros + " + " + unit / 2 + ") // " + unit + " * " + unit + ")";
        });
        convert(
                rows,
                "TIME AS TIME",
                TIME,
                call -> call.type(0).scale() <= call.result().scale() ? call.text(0) : call.java());
        rows.row("TIME TEXT", SqlType.text(17), TIME, INTEGER).java(a -> PrintedTime.of(a.time(0), digits(a.get(1))));
    }

    private static void convert(Rows rows, String name, Want value, Spelling spelling) {
        Kind to = Kind.valueOf(name.substring(name.lastIndexOf(' ') + 1));
        row(rows, name, SqlType.of(to), value).duckdb(spelling).strict(moment(to));
    }

    private static void toNumbers(Rows rows) {
        // Seconds are rounded before their digits are an integer: 10:11:59.5 is 101200.
        row(rows, "DATETIME AS INTEGER", ANY)
                .duckdb(call -> "CAST(strftime(" + rounded(call, call.text(0)) + ", '%Y%m%d%H%M%S') AS "
                        + call.resultType() + ")")
                .strict(MomentConversions::wholeMoment);
        row(rows, "TIME AS INTEGER", SqlType.of(Kind.LARGEINT), TIME)
                .strict(a -> whole(FractionDigits.rounded(a.time(0), 0)));
        for (String to : List.of("INTEGER", "DECIMAL", "DOUBLE", "FLOAT")) {
            row(rows, "DATE AS " + to, ANY)
                    .duckdb(call -> "CAST(strftime(" + call.text(0) + ", '%Y%m%d') AS " + call.resultType() + ")")
                    .strict(ConvertedNumbers.to(to));
        }
        for (String to : List.of("DECIMAL", "DOUBLE", "FLOAT")) {
            row(rows, "DATETIME AS " + to, ANY)
                    .duckdb(call -> {
                        boolean whole = call.type(0).scale() == 0;
                        String digits = "strftime(" + call.text(0) + ", '%Y%m%d%H%M%S" + (whole ? "" : ".%f") + "')";
                        return "CAST(" + (whole ? digits : "CAST(" + digits + " AS DECIMAL(20,6))") + " AS "
                                + call.resultType() + ")";
                    })
                    .strict(ConvertedNumbers.to(to));
            row(rows, "TIME AS " + to, SqlType.of(to.equals("DECIMAL") ? Kind.LARGEINT : Kind.DOUBLE), TIME)
                    .strict(ConvertedNumbers.to(to));
        }
        row(rows, "TIME AS BOOL", ANY).duckdb("(#1 <> 0)");
        for (String from : List.of("DATE", "DATETIME")) {
            row(rows, from + " AS BOOL", ANY).duckdb("CASE WHEN #1 IS NOT NULL THEN TRUE END");
        }
    }

    private static void toTexts(Rows rows) {
        rows.row("STRICT DATE", ResultRule.same(0), TEXT)
                .strict(a -> ConvertedNumbers.moment(
                        a.text(0), DateTimeText.isWholeText(a.text(0)) || IncompleteDate.of(a.text(0)) != null));
        rows.row("STRICT SPAN", ResultRule.same(0), TEXT)
                .strict(a -> ConvertedNumbers.moment(
                        a.text(0), DateTimeText.isWholeText(a.text(0)) || TimeText.parse(a.text(0)) != null));
        ConversionRows.text(rows, "DATE", ANY, Spelling.of("CAST(#1 AS VARCHAR)"));
        for (String from : List.of("DATETIME", "TIME")) {
            for (String cast : List.of("", "CAST ")) {
                row(rows, cast + from + " AS TEXT", ANY).duckdb(call -> ConversionRows.left(call, printed(call)));
            }
            row(rows, from + " AS BYTES", ANY).duckdb(call -> "encode(" + printed(call) + ")");
        }
    }

    /** Returns the first argument, a moment, as MySQL's text. */
    static String printed(Written call) {
        int scale = call.type(0).scale();
        if (call.type(0).kind() == Kind.TIME) {
            return "fn_time_text_2(" + call.text(0) + ", CAST(" + scale + " AS BIGINT))";
        }
        return scale == 0
                ? "CAST(" + call.text(0) + " AS VARCHAR)"
                : "left(strftime(" + call.text(0) + ", '%Y-%m-%d %H:%M:%S.%f'), " + (20 + scale) + ")";
    }

    /** Returns a moment with as many digits of a second as the result has, up from the half. */
    private static String rounded(Written call, String moment) {
        int scale = call.result().scale();
        if (call.type(0).scale() <= scale) {
            return moment;
        }
        int micros = micros(scale);
        // What would be beyond the last year is not rounded.
        return "time_bucket(INTERVAL '" + micros + " microseconds', list_sort([" + moment + " + INTERVAL '" + micros / 2
                + " microseconds', TIMESTAMP '9999-12-31 23:59:59.999999'], 'ASC', 'NULLS FIRST')[1])";
    }

    /** Returns the microseconds of the last of so many digits. */
    private static int micros(int scale) {
        return (int) Math.pow(10, 6.0 - scale);
    }

    /** What is no moment counts as one without any part, which is the least. */
    private static Computation orZero(Computation conversion, Kind to) {
        Object zero = to == Kind.TIME ? Duration.ZERO : to == Kind.DATE ? ZERO : ZERO.atStartOfDay();
        return arguments -> Objects.requireNonNullElse(conversion.of(arguments), zero);
    }

    private static Computation moment(Kind to) {
        return arguments -> {
            Object value = value(arguments.get(0));
            int digits = digits(arguments.get(2));
            return switch (to) {
                case DATE -> Conversion.toDate(value, CLOCK);
                case TIME -> {
                    Duration time = Conversion.toTime(value);
                    yield time == null ? null : FractionDigits.rounded(time, digits);
                }
                default -> {
                    LocalDateTime moment = Conversion.toDateTime(value, CLOCK);
                    yield moment == null ? null : FractionDigits.rounded(moment, digits);
                }
            };
        };
    }

    private static @Nullable Object compared(Values arguments) {
        Temporal moment = DateTimeText.compared(String.valueOf(value(arguments.get(0))), ZoneOffset.UTC);
        return moment instanceof LocalDate day ? day.atStartOfDay() : moment;
    }

    private static Computation ofNumber(Kind to) {
        Computation moment = moment(to);
        return arguments -> moment.of(arguments.with(ConvertedNumbers.exact(arguments.get(0))));
    }

    /** The last second before the year 10000 is not rounded. */
    private static Object wholeMoment(Values arguments) {
        LocalDateTime moment = arguments.moment(0);
        return whole(Objects.requireNonNullElse(FractionDigits.rounded(moment, 0), moment));
    }

    private static long whole(Object moment) {
        return Conversion.toDecimal(moment).setScale(0, RoundingMode.DOWN).longValue();
    }

    /** Returns the characters of a JSON string, any other value as it is. */
    private static Object value(@Nullable Object value) {
        return value instanceof String text && text.startsWith("\"")
                ? text.substring(1, Math.max(1, text.length() - 1))
                : Objects.requireNonNull(value);
    }

    private static int digits(@Nullable Object scale) {
        return ((Number) Objects.requireNonNull(scale)).intValue();
    }
}
