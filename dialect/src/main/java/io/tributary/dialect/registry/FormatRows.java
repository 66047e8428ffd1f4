package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Want.DATETIME;
import static io.tributary.dialect.registry.Want.KEYWORD;
import static io.tributary.dialect.registry.Want.TEXT;
import static io.tributary.dialect.registry.Want.TIME;

import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.value.DateFormatter;
import io.tributary.dialect.value.DateScanner;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
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

    private FormatRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        rows.row("DATE_FORMAT")
                .takes(DATETIME, TEXT)
                .gives(SqlType.text(64))
                .nullable()
                .duckdb(FormatRows::formatted)
                .strict(a -> DateFormatter.format((LocalDateTime) known(a[0]), (String) known(a[1])));
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
        return rows.functions();
    }

    /** Doris has date_trunc(moment, unit) and a function for the begin of each unit. */
    private static void cut(Rows rows) {
        rows.row("DATE_TRUNC")
                .takes(Want.MOMENT, TEXT)
                .gives(ResultRule.same(0))
                .duckdb(call -> truncated(call, "lower(" + call.text(1) + ")"));
        for (String unit : List.of("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND")) {
            rows.row(unit + "_FLOOR")
                    .takes(Want.MOMENT)
                    .gives(ResultRule.same(0))
                    .duckdb(call -> truncated(call, "'" + unit.toLowerCase(Locale.ROOT) + "'"));
        }
        rows.row("TO_MONDAY")
                .takes(Want.DATE)
                .gives(SqlType.of(Kind.DATE))
                .duckdb("CAST(date_trunc('week', #1) AS DATE)");
    }

    private static String truncated(Written call, String unit) {
        return "CAST(date_trunc(" + unit + ", " + call.text(0) + ") AS " + call.resultType() + ")";
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

    private static String formatted(Written call) {
        String format = call.isConstant(1) && call.constant(1) instanceof String text ? engineFormat(text) : null;
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
