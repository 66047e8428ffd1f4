package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Function.Signature.optional;
import static io.tributary.dialect.registry.Want.CLOCK;
import static io.tributary.dialect.registry.Want.DATE;
import static io.tributary.dialect.registry.Want.DATETIME;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.MOMENT;
import static io.tributary.dialect.registry.Want.NUMBER;
import static io.tributary.dialect.registry.Want.TEXT;

import io.tributary.contract.error.ErrorCode;
import io.tributary.dialect.registry.Function.Supplied;
import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.type.Unification;
import io.tributary.dialect.value.Conversion;
import io.tributary.dialect.value.DateScanner;
import io.tributary.dialect.value.DayNumber;
import io.tributary.dialect.value.FractionDigits;
import io.tributary.dialect.value.IncompleteDate;
import io.tributary.dialect.value.Period;
import io.tributary.dialect.value.SessionClock;
import io.tributary.dialect.value.TimeZones;
import io.tributary.dialect.value.Week;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Functions of dates and times, but for intervals and formats. */
final class TimeRows {
    private static final SessionClock CLOCK_OF_TEXTS = new SessionClock(ZoneOffset.UTC, LocalDate.EPOCH);
    private static final SqlType DAY = SqlType.of(Kind.DATE);
    private static final SqlType MOMENT_TYPE = SqlType.moment(Kind.DATETIME, 6);

    private TimeRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        now(rows);
        parts(rows);
        days(rows);
        zones(rows);
        literals(rows);
        return rows.functions();
    }

    private static void now(Rows rows) {
        ResultRule digits = operands -> SqlType.moment(Kind.DATETIME, operands.constant(1, 0));
        now(rows, "NOW|CURRENT_TIMESTAMP|LOCALTIME|LOCALTIMESTAMP|SYSDATE", Supplied.NOW, digits);
        now(rows, "UTC_TIMESTAMP", Supplied.UTC_NOW, digits);
        ResultRule time = operands -> SqlType.moment(Kind.TIME, operands.constant(1, 0));
        now(rows, "CURTIME|CURRENT_TIME", Supplied.NOW, time);
        now(rows, "UTC_TIME", Supplied.UTC_NOW, time);
        for (Supplied supplied : List.of(Supplied.NOW, Supplied.UTC_NOW)) {
            rows.row(supplied == Supplied.NOW ? "CURDATE|CURRENT_DATE" : "UTC_DATE", DAY, DATETIME)
                    .supplied(supplied)
                    .java(a -> a.moment(0).toLocalDate());
        }
    }

    private static void now(Rows rows, String names, Supplied supplied, ResultRule type) {
        boolean clock = names.contains("TIME") && !names.contains("TIMESTAMP");
        rows.row(names, type, optional(1, DATETIME, INTEGER)).supplied(supplied).java(a -> {
            int digits = a.count() < 2 ? 0 : (int) a.whole(1);
            long unit = (long) Math.pow(10, 9.0 - digits);
            LocalDateTime now = a.moment(0);
            LocalDateTime cut = now.minusNanos(now.get(ChronoField.NANO_OF_SECOND) % unit);
            return clock ? Duration.ofNanos(cut.toLocalTime().toNanoOfDay()) : cut;
        });
    }

    private static void parts(Rows rows) {
        part(rows, "YEAR|EXTRACT YEAR", 4, "year(#1)");
        part(rows, "QUARTER|EXTRACT QUARTER", 1, "quarter(#1)");
        part(rows, "MONTH|EXTRACT MONTH", 2, "month(#1)");
        part(rows, "DAY|DAYOFMONTH|EXTRACT DAY", 2, "day(#1)");
        incomplete(rows, "YEAR|EXTRACT YEAR", IncompleteDate::year);
        incomplete(rows, "QUARTER|EXTRACT QUARTER", IncompleteDate::quarter);
        incomplete(rows, "MONTH|EXTRACT MONTH", IncompleteDate::month);
        incomplete(rows, "DAY|DAYOFMONTH|EXTRACT DAY", IncompleteDate::day);
        incomplete(rows, "EXTRACT YEAR_MONTH", IncompleteDate::yearMonth);
        part(rows, "DAYOFYEAR|DOY", 3, "dayofyear(#1)");
        part(rows, "DAYOFWEEK|DOW", 1, "(dayofweek(#1) + 1)");
        part(rows, "WEEKDAY", 1, "(isodow(#1) - 1)");
        part(rows, "WEEKOFYEAR", 2, "weekofyear(#1)");
        rows.row("DAYNAME", SqlType.text(9), MOMENT).duckdb("dayname(#1)");
        rows.row("MONTHNAME", SqlType.text(9), MOMENT).duckdb("monthname(#1)");
        rows.row("WEEK|EXTRACT WEEK", SqlType.integer(2), optional(1, DATE, INTEGER))
                .strict(a -> (long) Week.number(a.day(0), mode(a)));
        rows.row("YEARWEEK", SqlType.integer(6), optional(1, DATE, INTEGER))
                .strict(a -> (long) Week.yearWeek(a.day(0), mode(a)));
        clock(rows, "HOUR", 3, "hour(#1)", "trunc(#1 / 3600000000)");
        clock(rows, "MINUTE", 2, "minute(#1)", "(trunc(#1 / 60000000) % 60)");
        clock(rows, "SECOND", 2, "second(#1)", "(trunc(#1 / 1000000) % 60)");
        clock(rows, "MICROSECOND", 6, "(microsecond(#1) % 1000000)", "(#1 % 1000000)");
    }

    private static void incomplete(Rows rows, String names, ToIntFunction<IncompleteDate> part) {
        incomplete(rows, names, SqlType.integer(6), (date, arguments) -> (long) part.applyAsInt(date));
    }

    /**
     * Adds functions of dates whose month and day may be 0, which numbers and texts may be.
     *
     * @param rest what follows the date
     */
    static void incomplete(
            Rows rows,
            String names,
            SqlType type,
            BiFunction<IncompleteDate, Values, @Nullable Object> function,
            Want... rest) {
        incomplete(rows, names, ResultRule.always(type), function, rest);
    }

    /** The same with another type. */
    static void incomplete(
            Rows rows,
            String names,
            ResultRule type,
            BiFunction<IncompleteDate, Values, @Nullable Object> function,
            Want... rest) {
        for (Want want : List.of(NUMBER, TEXT)) {
            String end = want == NUMBER ? FunctionRegistry.OF_NUMBER : FunctionRegistry.OF_TEXT;
            Want[] wants = Stream.concat(Stream.of(want), Stream.of(rest)).toArray(Want[]::new);
            rows.row(names.replace("|", end + "|") + end, type, Function.Signature.of(wants))
                    .partial(a -> {
                        IncompleteDate date = IncompleteDate.of(
                                want == TEXT ? a.text(0) : Conversion.toDecimal(ConvertedNumbers.exact(a.get(0))));
                        return date == null ? null : function.apply(date, a);
                    });
        }
    }

    private static void part(Rows rows, String names, int digits, String template) {
        rows.row(names, SqlType.integer(digits), MOMENT).duckdb(template);
    }

    private static void clock(Rows rows, String name, int digits, String ofMoment, String ofTime) {
        Spelling moment = Spelling.of(ofMoment);
        for (boolean signed : List.of(false, true)) {
            Spelling time =
                    Spelling.of(signed ? "CAST(" + ofTime + " AS BIGINT)" : "abs(CAST(" + ofTime + " AS BIGINT))");
            rows.row(signed ? "EXTRACT " + name : name, SqlType.integer(digits), CLOCK)
                    .duckdb(call -> (call.type(0).kind() == Kind.TIME ? time : moment).write(call));
        }
    }

    private static int mode(Values arguments) {
        return arguments.count() < 2 ? 0 : (int) arguments.whole(1);
    }

    private static void days(Rows rows) {
        rows.row(
                        "MOMENT OF TIME",
                        operands ->
                                SqlType.moment(Kind.DATETIME, operands.type(1).scale()),
                        DATETIME,
                        Want.TIME)
                .supplied(Supplied.NOW)
                .duckdb("(CAST(date_trunc('day', #1) AS TIMESTAMP) + to_microseconds(#2))");
        rows.row("DATE|TO_DATE|DATEV2", DAY, DATE).duckdb("#1").java(a -> a.get(0));
        rows.row("LAST_DAY", DAY, DATE).duckdb("last_day(#1)");
        rows.row("DATEDIFF", SqlType.integer(7), DATE, DATE).duckdb("(#1 - #2)");
        String days = "((#1 - DATE '1970-01-01') + 719528)";
        // The year 0 has no February 29th in MySQL.
        rows.row("TO_DAYS", SqlType.integer(7), DATE)
                .shortly("(CASE WHEN " + days + " < 60 THEN " + days + " + 1 ELSE " + days + " END)")
                .strict(a -> (long) DayNumber.of(a.day(0)));
        rows.row("FROM_DAYS", DAY, INTEGER).partial(a -> DayNumber.date(a.whole(0)));
        rows.row("TO_SECONDS", SqlType.integer(12), DATETIME)
                .duckdb("(date_diff('second', TIMESTAMP '1970-01-01', #1) + 62167219200)");
        rows.row("MAKEDATE", DAY, INTEGER, INTEGER).partial(a -> DayNumber.ofYear(a.whole(0), a.whole(1)));
        rows.row("PERIOD_ADD", SqlType.integer(6), INTEGER, INTEGER)
                .strict(a -> period("PERIOD_ADD", Period.plus(a.whole(0), a.whole(1))));
        rows.row("PERIOD_DIFF", SqlType.integer(6), INTEGER, INTEGER)
                .strict(a -> period("PERIOD_DIFF", Period.minus(a.whole(0), a.whole(1))));
    }

    private static Long period(String function, @Nullable Long result) {
        if (result == null) {
            throw ErrorCode.WRONG_ARGUMENTS.error("Incorrect arguments to " + function);
        }
        return result;
    }

    private static void zones(Rows rows) {
        rows.row(
                        "UNIX_TIMESTAMP",
                        operands -> {
                            int fraction = operands.type(1).scale();
                            return fraction == 0 ? SqlType.integer(11) : SqlType.decimal(11 + fraction, fraction);
                        },
                        TEXT,
                        DATETIME)
                .supplied(Supplied.ZONE)
                .strict(a -> TimeZones.unixTimestamp(a.moment(1), zone(a.get(0)), 6));
        rows.row("UNIX_TIMESTAMP", SqlType.integer(11), DATETIME)
                .supplied(Supplied.UTC_NOW)
                .java(a -> a.moment(0).toEpochSecond(ZoneOffset.UTC));
        rows.row("UNIX_TIMESTAMP", TimeRows::secondsRead, TEXT, TEXT, TEXT)
                .supplied(Supplied.ZONE)
                .partial(a -> {
                    Object read = DateScanner.parse(a.text(1), FormatRows.mysql(a.text(2)));
                    LocalDateTime moment = read instanceof LocalDate day ? day.atStartOfDay() : null;
                    moment = read instanceof LocalDateTime known ? known : moment;
                    return moment == null ? null : TimeZones.unixTimestamp(moment, zone(a.get(0)), 6);
                });
        for (String part : List.of("HOUR", "MINUTE", "SECOND", "MICROSECOND")) {
            String unit = part.equals("MICROSECOND")
                    ? "(microsecond(%s) %% 1000000)"
                    : part.toLowerCase(Locale.ROOT) + "(%s)";
            rows.row(part + "_FROM_UNIXTIME", SqlType.integer(6), TEXT, NUMBER)
                    .supplied(Supplied.ZONE)
                    .nullable()
                    .duckdb(call -> unit.formatted(momentOfSeconds(call)));
        }
        rows.row(
                        "FROM_UNIXTIME",
                        operands -> SqlType.moment(Kind.DATETIME, Unification.fraction(operands.type(1))),
                        TEXT,
                        NUMBER)
                .supplied(Supplied.ZONE)
                .nullable()
                .duckdb(TimeRows::momentOfSeconds)
                .strict(a -> ofSeconds(a.get(0), Conversion.toDecimal(a.known(1))));
        rows.row("MOMENT OF SECONDS", MOMENT_TYPE, TEXT, TEXT)
                .partial(a -> ofSeconds(a.get(0), new BigDecimal(a.text(1))));
        rows.row("FROM_UNIXTIME", FormatRows.byFormat(2), TEXT, NUMBER, TEXT)
                .supplied(Supplied.ZONE)
                .nullable()
                .duckdb(call -> "fn_date_format_2(" + momentOfSeconds(call) + ", " + call.text(2) + ")");
        rows.row("CONVERT_TZ", ResultRule.same(0), DATETIME, TEXT, TEXT).partial(a -> {
            ZoneId from = TimeZones.find(a.text(1));
            ZoneId to = TimeZones.find(a.text(2));
            return from == null || to == null ? null : TimeZones.convert(a.moment(0), from, to);
        });
    }

    /** A quotient is rounded to millionths by all digits that it carries, and cut to those that it shows then. */
    private static String momentOfSeconds(Written call) {
        String moment = "fn_moment_of_seconds_2(" + call.text(0) + ", CAST(" + call.text(1) + " AS VARCHAR))";
        SqlType type = call.type(1);
        if (type.carried() == type.scale() || type.scale() >= 6) {
            return moment;
        }
        long unit = Math.round(Math.pow(10, 6 - type.scale()));
        return "make_timestamp(epoch_us(" + moment + ") // " + unit + " * " + unit + ")";
    }

    /** Seconds have a fraction where a format has one, or is not known. */
    private static SqlType secondsRead(Operands operands) {
        boolean whole =
                operands.isConstant(2) && operands.constant(2) instanceof String format && !format.contains("%f");
        return whole ? SqlType.integer(11) : SqlType.decimal(17, 6);
    }

    private static @Nullable LocalDateTime ofSeconds(@Nullable Object zone, BigDecimal seconds) {
        LocalDateTime moment = TimeZones.fromUnixTime(seconds, zone(zone));
        return moment == null ? null : FractionDigits.rounded(moment, 6);
    }

    /** The session's zone is one that Java knows. */
    private static ZoneId zone(@Nullable Object name) {
        return ZoneId.of(String.valueOf(name));
    }

    private static void literals(Rows rows) {
        rows.row("DATE LITERAL", DAY, TEXT).java(a -> literal("DATE", a.get(0)));
        rows.row("TIMESTAMP LITERAL", TimeRows::fraction, TEXT).java(a -> literal("DATETIME", a.get(0)));
        rows.row(
                        "TIME LITERAL",
                        operands -> SqlType.moment(Kind.TIME, fraction(operands).scale()),
                        TEXT)
                .java(a -> literal("TIME", a.get(0)));
    }

    /** A literal has the digits of a second that are written. */
    private static SqlType fraction(Operands operands) {
        return SqlType.moment(Kind.DATETIME, fraction(operands.isConstant(0) ? operands.constant(0) : ""));
    }

    /** Returns how many digits of a second a text has. */
    static int fraction(@Nullable Object text) {
        return text == null ? 6 : FractionDigits.of(text.toString());
    }

    private static Object literal(String type, @Nullable Object text) {
        Object value =
                switch (type) {
                    case "DATE" -> Conversion.toDate(Objects.requireNonNull(text), CLOCK_OF_TEXTS);
                    case "TIME" -> Conversion.toTime(Objects.requireNonNull(text));
                    default -> Conversion.toDateTime(Objects.requireNonNull(text), CLOCK_OF_TEXTS);
                };
        if (value == null) {
            throw ErrorCode.WRONG_VALUE.error("Incorrect " + type + " value: '" + text + "'");
        }
        return value;
    }
}
