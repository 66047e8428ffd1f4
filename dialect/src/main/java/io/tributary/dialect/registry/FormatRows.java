package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Want.DATETIME;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.KEYWORD;
import static io.tributary.dialect.registry.Want.TEXT;
import static io.tributary.dialect.registry.Want.TIME;

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
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Moments written by a format and read by one, and Doris' functions that cut moments off.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/date-and-time-functions.html#function_date-format">DATE_FORMAT</a>
 */
final class FormatRows {
    /** Specifiers of MySQL that print as these of the embedded engine. */
    private static final Map<Character, String> NATIVE = Map.ofEntries(
            Map.entry('Y', "%Y"),
            Map.entry('y', "%y"),
            Map.entry('m', "%m"),
            Map.entry('d', "%d"),
            Map.entry('H', "%H"),
            Map.entry('i', "%M"),
            Map.entry('s', "%S"),
            Map.entry('S', "%S"),
            Map.entry('T', "%H:%M:%S"),
            Map.entry('f', "%f"),
            Map.entry('M', "%B"),
            Map.entry('b', "%b"),
            Map.entry('W', "%A"),
            Map.entry('a', "%a"),
            Map.entry('j', "%j"),
            Map.entry('p', "%p"),
            Map.entry('h', "%I"),
            Map.entry('I', "%I"),
            Map.entry('c', "%-m"),
            Map.entry('e', "%-d"),
            Map.entry('k', "%-H"),
            Map.entry('l', "%-I"),
            Map.entry('%', "%%"));

    private static final List<String> UNITS =
            List.of("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND");

    private FormatRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        rows.row("DATE_FORMAT")
                .takes(DATETIME, TEXT)
                .gives(SqlType.text(64))
                .nullable()
                .duckdb(FormatRows::formatted)
                .strict(a -> DateFormatter.format((LocalDateTime) known(a[0]), mysql((String) known(a[1]))));
        rows.row("TIME_FORMAT")
                .takes(TIME, TEXT)
                .gives(SqlType.text(64))
                .nullable()
                .strict(a -> DateFormatter.format((Duration) known(a[0]), (String) known(a[1])));
        rows.row("GET_FORMAT")
                .takes(KEYWORD, TEXT)
                .gives(SqlType.text(17))
                .nullable()
                .strict(a -> DateFormatter.named(
                        DateScanner.Kind.valueOf(known(a[0]).toString().replace("TIMESTAMP", "DATETIME")),
                        (String) known(a[1])));
        rows.row("STR_TO_DATE")
                .takes(TEXT, TEXT)
                .gives(FormatRows::scanned)
                .nullable()
                .duckdb(call -> "fn_scan_" + call.result().kind().name().toLowerCase(Locale.ROOT) + "_2(" + call.text(0)
                        + ", " + call.text(1) + ")")
                .strict(a -> DateScanner.parse((String) known(a[0]), (String) known(a[1])));
        for (Kind kind : List.of(Kind.DATE, Kind.DATETIME, Kind.TIME)) {
            rows.row("SCAN " + kind)
                    .takes(TEXT, TEXT)
                    .gives(kind == Kind.DATE ? SqlType.of(kind) : SqlType.moment(kind, 6))
                    .nullable()
                    .strict(a -> as(kind, DateScanner.parse((String) known(a[0]), (String) known(a[1]))));
        }
        cut(rows);
        counted(rows);
        return rows.functions();
    }

    /** Doris cuts moments at the begin of a unit, or of a period of several units. */
    private static void cut(Rows rows) {
        rows.row("DATE_TRUNC")
                .takes(Want.MOMENT, TEXT)
                .gives(ResultRule.same(0))
                .duckdb(call -> truncated(call, unit(call)));
        for (boolean ceil : new boolean[] {false, true}) {
            String end = ceil ? "_CEIL" : "_FLOOR";
            rows.row("DATE" + end + " INTERVAL" + (ceil ? "" : "|TIME_SLICE INTERVAL"))
                    .takes(DATETIME, INTEGER, KEYWORD)
                    .gives(SqlType.moment(Kind.DATETIME, 0))
                    .nullable()
                    .strict(a -> edge(ceil, IntervalUnit.valueOf((String) known(a[2])), a[0], a[1]));
            for (String unit : UNITS) {
                rows.row(unit + end)
                        .takes(DATETIME, INTEGER)
                        .gives(SqlType.moment(Kind.DATETIME, 0))
                        .nullable()
                        .strict(a -> edge(ceil, IntervalUnit.valueOf(unit), a[0], a[1]));
                rows.row(unit + end)
                        .takes(DATETIME, INTEGER, DATETIME)
                        .gives(SqlType.moment(Kind.DATETIME, 0))
                        .nullable()
                        .strict(a -> edge(ceil, IntervalUnit.valueOf(unit), a));
            }
        }
        for (String unit : UNITS) {
            rows.row(unit + "_FLOOR")
                    .takes(Want.MOMENT)
                    .gives(ResultRule.same(0))
                    .duckdb(call -> truncated(call, unit));
            rows.row(unit + "_CEIL")
                    .takes(DATETIME)
                    .gives(SqlType.moment(Kind.DATETIME, 0))
                    .nullable()
                    .strict(a -> edge(true, IntervalUnit.valueOf(unit), a[0], 1L));
        }
        rows.row("TO_MONDAY")
                .takes(Want.DATE)
                .gives(SqlType.of(Kind.DATE))
                .duckdb("CAST(date_trunc('week', #1) AS DATE)");
        rows.row("YEAR_OF_WEEK|YOW").takes(Want.DATE).gives(SqlType.integer(4)).duckdb("isoyear(#1)");
        rows.row("TO_ISO8601")
                .takes(Want.MOMENT)
                .gives(SqlType.text(26))
                .duckdb(call -> "strftime(" + call.text(0)
                        + (call.type(0).kind() == Kind.DATE ? ", '%Y-%m-%d')" : ", '%Y-%m-%dT%H:%M:%S.%f')"));
        for (boolean back : new boolean[] {false, true}) {
            rows.row(back ? "PREVIOUS_DAY" : "NEXT_DAY")
                    .takes(Want.DATE, TEXT)
                    .gives(SqlType.of(Kind.DATE))
                    .nullable()
                    .strict(a -> CalendarPeriod.weekday((LocalDate) known(a[0]), (String) known(a[1]), back));
        }
        rows.row("MONTHS_BETWEEN")
                .takes(Signature.optional(1, DATETIME, DATETIME, Want.BOOL))
                .gives(SqlType.of(Kind.DOUBLE))
                .strict(a -> CalendarPeriod.months(
                        (LocalDateTime) known(a[0]),
                        (LocalDateTime) known(a[1]),
                        a.length < 3 || Boolean.TRUE.equals(a[2])));
    }

    /** Doris counts moments in units of 1970, and adds thousandths. */
    private static void counted(Rows rows) {
        for (String unit : List.of("SECOND", "MILLISECOND", "MICROSECOND")) {
            int digits = unit.equals("SECOND") ? 0 : unit.equals("MILLISECOND") ? 3 : 6;
            rows.row("FROM_" + unit)
                    .takes(TEXT, INTEGER)
                    .supplied(Supplied.ZONE)
                    .gives(SqlType.moment(Kind.DATETIME, digits))
                    .nullable()
                    .strict(a -> TimeZones.fromUnixTime(
                            BigDecimal.valueOf((Long) known(a[1]), digits), ZoneId.of((String) known(a[0]))));
            rows.row(unit + "_TIMESTAMP")
                    .takes(TEXT, DATETIME)
                    .supplied(Supplied.ZONE)
                    .gives(SqlType.integer(19))
                    .strict(a -> TimeZones.unixTimestamp(
                                    (LocalDateTime) known(a[1]), ZoneId.of((String) known(a[0])), digits)
                            .unscaledValue()
                            .longValue());
        }
        for (String sign : List.of("+", "-")) {
            rows.row(sign.equals("+") ? "MILLISECONDS_ADD" : "MILLISECONDS_SUB")
                    .takes(DATETIME, INTEGER)
                    .gives(operands -> SqlType.moment(
                            Kind.DATETIME, Math.max(3, operands.type(0).scale())))
                    .nullable()
                    .duckdb(call -> Bounds.moment("(" + call.text(0) + " " + sign + " to_microseconds("
                            + Bounds.within(call.text(1), 400_000_000_000_000L) + " * 1000))"));
        }
        rows.row("MILLISECONDS_DIFF")
                .takes(DATETIME, DATETIME)
                .gives(SqlType.integer(19))
                .duckdb("date_sub('millisecond', #2, #1)");
    }

    private static @Nullable LocalDateTime edge(boolean ceil, IntervalUnit unit, @Nullable Object... arguments) {
        LocalDateTime origin = arguments.length < 3 ? CalendarPeriod.FIRST : (LocalDateTime) known(arguments[2]);
        CalendarPeriod period = new CalendarPeriod(unit, (Long) known(arguments[1]), origin);
        LocalDateTime moment = (LocalDateTime) known(arguments[0]);
        return ceil ? period.ceil(moment) : period.floor(moment);
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
                ? DateScanner.kind(format)
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
    private static String mysql(String format) {
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

    /** Returns the format in the engine's specifiers; null where one has no twin. */
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
        return text.indexOf("\0") >= 0 ? null : text.toString();
    }

    private static Object known(@Nullable Object value) {
        return Objects.requireNonNull(value);
    }
}
