package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Want.DATETIME;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.KEYWORD;
import static io.tributary.dialect.registry.Want.TEXT;
import static io.tributary.dialect.registry.Want.TIME;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.registry.Function.Signature;
import io.tributary.dialect.registry.Function.Supplied;
import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.value.CalendarPeriod;
import io.tributary.dialect.value.DateFormatter;
import io.tributary.dialect.value.DateScanner;
import io.tributary.dialect.value.IntervalUnit;
import io.tributary.dialect.value.TimeZones;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Moments written by a format and read by one, and Doris' functions that cut moments off.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/date-and-time-functions.html#function_date-format">DATE_FORMAT</a>
 */
final class FormatRows {
    /** Specifiers of MySQL that print as these of the embedded engine. */
    private static final Map<Character, String> NATIVE = Stream.of(
                    "Y%Y y%y m%m d%d H%H i%M s%S S%S T%H:%M:%S f%f M%B b%b W%A a%a j%j p%p h%I I%I c%-m e%-d k%-H l%-I %%%"
                            .split(" "))
            .collect(Collectors.toMap(pair -> pair.charAt(0), pair -> pair.substring(1)));

    private static final List<String> UNITS =
            List.of("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND");

    /** In characters; of longer texts nobody knows how long they become. */
    private static final int FORMATTED_MAX = 60_000;

    private FormatRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        rows.row("DATE_FORMAT", byFormat(1), DATETIME, TEXT)
                .nullable()
                .duckdb(FormatRows::formatted)
                .strict(a -> DateFormatter.format(a.moment(0), mysql(a.text(1))));
        TimeRows.incomplete(
                rows, "DATE_FORMAT", byFormat(1), (date, a) -> DateFormatter.format(date, mysql(a.text(1))), TEXT);
        rows.row("TIME_FORMAT", byFormat(1), TIME, TEXT).partial(a -> DateFormatter.format(a.time(0), a.text(1)));
        rows.row("GET_FORMAT", SqlType.text(17), KEYWORD, TEXT)
                .partial(a -> DateFormatter.named(
                        DateScanner.Kind.valueOf(a.known(0).toString().replace("TIMESTAMP", "DATETIME")), a.text(1)));
        rows.row("STR_TO_DATE", FormatRows::scanned, TEXT, TEXT)
                .nullable()
                .duckdb(call -> "fn_scan_" + call.result().kind().name().toLowerCase(Locale.ROOT) + "_2(" + call.text(0)
                        + ", " + call.text(1) + ")")
                .strict(a -> DateScanner.parse(a.text(0), mysql(a.text(1))));
        String scanned = "fn_strict_scanned_text_2(";
        rows.row("STRICT STR_TO_DATE", FormatRows::scanned, TEXT, TEXT)
                .nullable()
                .duckdb(call -> "fn_scan_" + call.result().kind().name().toLowerCase(Locale.ROOT) + "_2(" + scanned
                        + call.text(0) + ", " + call.text(1) + "), " + call.text(1) + ")");
        rows.row("STRICT SCANNED TEXT", ResultRule.same(0), TEXT, TEXT).strict(a -> {
            if (DateScanner.parse(a.text(0), mysql(a.text(1))) == null) {
                throw ErrorCode.WRONG_VALUE_FOR_TYPE.error(
                        "Incorrect datetime value: '" + a.text(0) + "' for function str_to_date");
            }
            return a.get(0);
        });
        for (Kind kind : List.of(Kind.DATE, Kind.DATETIME, Kind.TIME)) {
            rows.row("SCAN " + kind, kind == Kind.DATE ? SqlType.of(kind) : SqlType.moment(kind, 6), TEXT, TEXT)
                    .partial(a -> as(kind, DateScanner.parse(a.text(0), mysql(a.text(1)))));
        }
        cut(rows);
        counted(rows);
        return rows.functions();
    }

    /** Two characters of a format make eleven at most. */
    static ResultRule byFormat(int format) {
        return operands -> {
            long characters = Math.max(operands.type(format).precision() * 6L, 0);
            return SqlType.text(characters <= FORMATTED_MAX ? (int) characters : 0);
        };
    }

    /** Doris cuts moments at the begin of a unit, or of a period of several units. */
    private static void cut(Rows rows) {
        rows.row("DATE_TRUNC", ResultRule.same(0), Want.MOMENT, Want.UNIT).duckdb(call -> truncated(call, unit(call)));
        for (boolean ceil : new boolean[] {false, true}) {
            String end = ceil ? "_CEIL" : "_FLOOR";
            rows.row(
                            "DATE" + end + " INTERVAL" + (ceil ? "" : "|TIME_SLICE INTERVAL"),
                            SqlType.moment(Kind.DATETIME, 0),
                            DATETIME,
                            INTEGER,
                            KEYWORD)
                    .partial(a -> edge(ceil, IntervalUnit.valueOf(a.text(2)), a, CalendarPeriod.FIRST));
            for (String unit : UNITS) {
                rows.row(unit + end, SqlType.moment(Kind.DATETIME, 0), DATETIME, INTEGER)
                        .partial(a -> edge(ceil, IntervalUnit.valueOf(unit), a, CalendarPeriod.FIRST));
                rows.row(unit + end + FunctionRegistry.OF_ORIGIN, SqlType.moment(Kind.DATETIME, 0), DATETIME, DATETIME)
                        .partial(a -> edge(ceil, new CalendarPeriod(IntervalUnit.valueOf(unit), 1, a.moment(1)), a));
                rows.row(unit + end, SqlType.moment(Kind.DATETIME, 0), DATETIME, INTEGER, DATETIME)
                        .partial(a -> edge(ceil, IntervalUnit.valueOf(unit), a, a.moment(2)));
            }
        }
        for (String unit : UNITS) {
            rows.row(unit + "_FLOOR", ResultRule.same(0), Want.MOMENT).duckdb(call -> truncated(call, unit));
            rows.row(unit + "_CEIL", SqlType.moment(Kind.DATETIME, 0), DATETIME)
                    .partial(a -> edge(true, IntervalUnit.valueOf(unit), a, CalendarPeriod.FIRST));
        }
        rows.row("TO_MONDAY", SqlType.of(Kind.DATE), Want.DATE).duckdb("CAST(date_trunc('week', #1) AS DATE)");
        rows.row("YEAR_OF_WEEK|YOW", SqlType.integer(4), Want.DATE).duckdb("isoyear(#1)");
        rows.row("TO_ISO8601", SqlType.text(26), Want.MOMENT)
                .duckdb(call -> "strftime(" + call.text(0)
                        + (call.type(0).kind() == Kind.DATE ? ", '%Y-%m-%d')" : ", '%Y-%m-%dT%H:%M:%S.%f')"));
        for (boolean back : new boolean[] {false, true}) {
            rows.row(back ? "PREVIOUS_DAY" : "NEXT_DAY", SqlType.of(Kind.DATE), Want.DATE, TEXT)
                    .partial(a -> CalendarPeriod.weekday(a.day(0), a.text(1), back));
        }
        rows.row("MONTHS_BETWEEN", SqlType.of(Kind.DOUBLE), Signature.optional(1, DATETIME, DATETIME, Want.BOOL))
                .strict(a -> CalendarPeriod.months(
                        a.moment(0), a.moment(1), a.count() < 3 || Boolean.TRUE.equals(a.get(2))));
    }

    /** Doris counts moments in units of 1970, and adds thousandths. */
    private static void counted(Rows rows) {
        for (String unit : List.of("SECOND", "MILLISECOND", "MICROSECOND")) {
            int digits = unit.equals("SECOND") ? 0 : unit.equals("MILLISECOND") ? 3 : 6;
            rows.row("FROM_" + unit, SqlType.moment(Kind.DATETIME, digits), TEXT, INTEGER)
                    .supplied(Supplied.ZONE)
                    .partial(a -> TimeZones.fromUnixTime(BigDecimal.valueOf(a.whole(1), digits), ZoneId.of(a.text(0))));
            rows.row(unit + "_TIMESTAMP", SqlType.integer(19), TEXT, DATETIME)
                    .supplied(Supplied.ZONE)
                    .strict(a -> TimeZones.unixTimestamp(a.moment(1), ZoneId.of(a.text(0)), digits)
                            .unscaledValue()
                            .longValue());
        }
        for (String sign : List.of("+", "-")) {
            rows.row(
                            sign.equals("+") ? "MILLISECONDS_ADD" : "MILLISECONDS_SUB",
                            operands -> SqlType.moment(
                                    Kind.DATETIME, Math.max(3, operands.type(0).scale())),
                            DATETIME,
                            INTEGER)
                    .nullable()
                    .duckdb(call -> Bounds.moment("(" + call.text(0) + " " + sign + " to_microseconds("
                            + Bounds.within(call.text(1), 400_000_000_000_000L) + " * 1000))"));
        }
        rows.row("MILLISECONDS_DIFF", SqlType.integer(19), DATETIME, DATETIME)
                .duckdb("date_sub('millisecond', #2, #1)");
    }

    private static @Nullable LocalDateTime edge(boolean ceil, IntervalUnit unit, Values values, LocalDateTime origin) {
        return edge(ceil, new CalendarPeriod(unit, values.whole(1, 1), origin), values);
    }

    private static @Nullable LocalDateTime edge(boolean ceil, CalendarPeriod period, Values values) {
        return ceil ? period.ceil(values.moment(0)) : period.floor(values.moment(0));
    }

    /** The engine fails at units that it does not know. */
    private static String unit(Written call) {
        String unit = call.isConstant(1) ? String.valueOf(call.constant(1)).toUpperCase(Locale.ROOT) : "of a row";
        if (!UNITS.contains(unit)) {
            throw TributaryException.notSupported("DATE_TRUNC to " + unit);
        }
        return unit;
    }

    private static String truncated(Written call, String unit) {
        return "CAST(date_trunc('" + unit.toLowerCase(Locale.ROOT) + "', " + call.text(0) + ") AS " + call.resultType()
                + ")";
    }

    private static SqlType scanned(Operands operands) {
        DateScanner.Kind kind = operands.isConstant(1) && operands.constant(1) instanceof String format
                ? DateScanner.kind(mysql(format))
                : DateScanner.Kind.DATETIME;
        return switch (kind) {
            case DATE -> SqlType.of(Kind.DATE);
            case TIME -> SqlType.moment(Kind.TIME, fraction(operands));
            default -> SqlType.moment(Kind.DATETIME, fraction(operands));
        };
    }

    private static int fraction(Operands operands) {
        boolean known = operands.isConstant(1) && operands.constant(1) instanceof String;
        return known && !String.valueOf(operands.constant(1)).contains("%f") ? 0 : 6;
    }

    /** A format that is not known before gives a moment, whatever it has. */
    private static @Nullable Object as(Kind kind, @Nullable Object value) {
        return kind == Kind.DATETIME && value instanceof LocalDate day ? day.atStartOfDay() : value;
    }

    /** Doris has three formats that are written without signs of per cent. */
    static String mysql(String format) {
        return switch (format) {
            case "yyyyMMdd" -> "%Y%m%d";
            case "yyyy-MM-dd" -> "%Y-%m-%d";
            case "yyyy-MM-dd HH:mm:ss" -> "%Y-%m-%d %H:%i:%s";
            default -> format;
        };
    }

    private static String formatted(Written call) {
        String format =
                call.isConstant(1) && call.constant(1) instanceof String text ? engineFormat(mysql(text)) : null;
        return format == null ? call.java() : "strftime(" + call.text(0) + ", '" + format.replace("'", "''") + "')";
    }

    /** Returns the format in the engine's specifiers; null where one has no twin, or there is none, which the engine refuses. */
    private static @Nullable String engineFormat(String format) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c != '%') {
                text.append(c);
                continue;
            }
            String twin = i + 1 < format.length() ? NATIVE.get(format.charAt(++i)) : null;
            if (twin == null) {
                return null;
            }
            text.append(twin);
        }
        return text.isEmpty() || text.indexOf("\0") >= 0 ? null : text.toString();
    }
}
