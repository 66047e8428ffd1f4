package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.ConversionRows.row;
import static io.tributary.dialect.registry.Want.ANY;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.JSON;
import static io.tributary.dialect.registry.Want.NUMBER;
import static io.tributary.dialect.registry.Want.TIME;

import io.tributary.dialect.registry.Function.Body;
import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.value.Conversion;
import io.tributary.dialect.value.FractionDigits;
import io.tributary.dialect.value.PrintedTime;
import io.tributary.dialect.value.SessionClock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Conversions of dates and times, and to them. */
final class MomentConversions {
    /** Texts with an offset are read as of UTC. */
    private static final SessionClock CLOCK = new SessionClock(ZoneOffset.UTC, LocalDate.EPOCH);

    private static final String MICROS_OF_DAY = "86400000000";

    private MomentConversions() {}

    static void add(Rows rows) {
        toNumbers(rows);
        toTexts(rows);
        for (Kind to : List.of(Kind.DATE, Kind.DATETIME, Kind.TIME)) {
            SqlType type = SqlType.of(to);
            ConversionRows.ofText(rows, to.name(), type, moment(to));
            row(rows, "JSON AS " + to, JSON).gives(type).strict(moment(to));
            for (String from : List.of("INTEGER", "DECIMAL", "DOUBLE", "FLOAT")) {
                row(rows, from + " AS " + to, NUMBER).gives(type).strict(ofNumber(to));
            }
        }
        convert(rows, "DATE AS DATE", ANY, Spelling.of("#1"));
        convert(rows, "DATE AS DATETIME", ANY, Spelling.of("CAST(#1 AS TIMESTAMP)"));
        convert(rows, "DATE AS TIME", ANY, Spelling.of("CASE WHEN #1 IS NOT NULL THEN CAST(0 AS BIGINT) END"));
        convert(rows, "DATETIME AS DATE", ANY, Spelling.of("CAST(#1 AS DATE)"));
        convert(rows, "DATETIME AS DATETIME", ANY, call -> rounded(call, call.text(0)));
        convert(rows, "DATETIME AS TIME", ANY, call -> {
            String micros = "epoch_us(" + rounded(call, call.text(0)) + ")";
            return "(((" + micros + " % " + MICROS_OF_DAY + ") + " + MICROS_OF_DAY + ") % " + MICROS_OF_DAY + ")";
        });
        convert(
                rows,
                "TIME AS TIME",
                TIME,
                call -> call.type(0).scale() <= call.result().scale() ? call.text(0) : call.java());
        rows.row("TIME TEXT")
                .takes(TIME, INTEGER)
                .gives(SqlType.text(17))
                .java(a -> PrintedTime.of((Duration) Objects.requireNonNull(a[0]), digits(a[1])));
    }

    private static void convert(Rows rows, String name, Want value, Spelling spelling) {
        Kind to = Kind.valueOf(name.substring(name.lastIndexOf(' ') + 1));
        row(rows, name, value).gives(SqlType.of(to)).duckdb(spelling).strict(moment(to));
    }

    private static void toNumbers(Rows rows) {
        for (String to : List.of("INTEGER", "DECIMAL", "DOUBLE", "FLOAT")) {
            row(rows, "DATE AS " + to, ANY)
                    .duckdb(call -> "CAST(strftime(" + call.text(0) + ", '%Y%m%d') AS " + call.resultType() + ")")
                    .strict(ConvertedNumbers.to(to));
            row(rows, "DATETIME AS " + to, ANY)
                    .duckdb(call -> {
                        boolean whole = call.type(0).scale() == 0;
                        String digits = "strftime(" + call.text(0) + ", '%Y%m%d%H%M%S" + (whole ? "" : ".%f") + "')";
                        return "CAST(" + (whole ? digits : "CAST(" + digits + " AS DECIMAL(20,6))") + " AS "
                                + call.resultType() + ")";
                    })
                    .strict(ConvertedNumbers.to(to));
            row(rows, "TIME AS " + to, TIME)
                    .gives(SqlType.of(to.equals("INTEGER") || to.equals("DECIMAL") ? Kind.LARGEINT : Kind.DOUBLE))
                    .strict(ConvertedNumbers.to(to));
        }
        row(rows, "TIME AS BOOL", ANY).duckdb("(#1 <> 0)");
        for (String from : List.of("DATE", "DATETIME")) {
            row(rows, from + " AS BOOL", ANY).duckdb("CASE WHEN #1 IS NOT NULL THEN TRUE END");
        }
    }

    private static void toTexts(Rows rows) {
        ConversionRows.text(rows, "DATE", ANY, Spelling.of("CAST(#1 AS VARCHAR)"));
        for (String cast : List.of("", "CAST ")) {
            row(rows, cast + "DATETIME AS TEXT", ANY).duckdb(call -> ConversionRows.left(call, printed(call)));
            row(rows, cast + "TIME AS TEXT", ANY)
                    .duckdb(call -> ConversionRows.left(
                            call,
                            "fn_time_text_2(" + call.text(0) + ", CAST("
                                    + call.type(0).scale() + " AS BIGINT))"));
        }
    }

    private static String printed(Written call) {
        int scale = call.type(0).scale();
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
        int micros = 1_000_000;
        for (int digit = 0; digit < scale; digit++) {
            micros /= 10;
        }
        return "time_bucket(INTERVAL '" + micros + " microseconds', " + moment + " + INTERVAL '" + micros / 2
                + " microseconds')";
    }

    private static Body moment(Kind to) {
        return arguments -> {
            Object value = value(arguments[0]);
            int digits = digits(arguments[2]);
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

    private static Body ofNumber(Kind to) {
        Body moment = moment(to);
        return arguments ->
                moment.apply(new Object[] {ConvertedNumbers.exact(arguments[0]), arguments[1], arguments[2]});
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
