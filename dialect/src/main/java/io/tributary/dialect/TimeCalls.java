package io.tributary.dialect;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.function.JavaFunctions;
import io.tributary.dialect.print.SqlName;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Writes calls that make, read, print and move dates and times. */
final class TimeCalls {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

    /** Where the time begins in them. */
    private static final int TIME_AT = 11;

    private final StatementRewriter statement;
    private final Arguments arguments;
    private final Intervals intervals;
    private final JavaCalls java;
    private final Fractions fractions;
    private final QueryContext context;
    private final LocalDateTime now;
    private final TimeZones zones;

    /** @param now the statement's time on the session's clock */
    TimeCalls(
            StatementRewriter statement,
            Arguments arguments,
            Intervals intervals,
            JavaCalls java,
            Fractions fractions,
            QueryContext context,
            LocalDateTime now) {
        this.statement = statement;
        this.arguments = arguments;
        this.intervals = intervals;
        this.java = java;
        this.fractions = fractions;
        this.context = context;
        this.now = now;
        zones = new TimeZones(statement, context);
    }

    /** Writes the call, if it is one of these. */
    boolean write(String function, int open, int close) {
        switch (function) {
            case "STR_TO_DATE" -> strToDate(open, close);
            case "WEEK" -> week(open, close);
            case "EXTRACT" -> extract(open, close);
            case "DATE_FORMAT" -> dateFormat(open, close);
            case "TIME_FORMAT" -> timeFormat(open, close);
            case "CONVERT_TZ" -> zones.convert(open, close, arguments.commas(open, close));
            case "DATE_ADD", "ADDDATE" -> dateAdd(open, close, false);
            case "DATE_SUB", "SUBDATE" -> dateAdd(open, close, true);
            case "TIMESTAMPDIFF" -> timestampDiff(open, close);
            case "TIMESTAMPADD" -> timestampAdd(open, close);
            case "TIMESTAMP" -> timestamp(open, close);
            case "ADDTIME", "SUBTIME" -> addTime(function.toLowerCase(Locale.ROOT), open, close);
            case "TIME" -> time(open, close);
            case "TIME_TO_SEC" -> timeToSeconds(open, close);
            case "UNIX_TIMESTAMP" -> unixTimestamp(open, close);
            case "FROM_UNIXTIME" -> zones.fromUnixTime(open, close, arguments.commas(open, close));
            case "NOW",
                    "CURRENT_TIMESTAMP",
                    "LOCALTIME",
                    "LOCALTIMESTAMP",
                    "SYSDATE",
                    "CURDATE",
                    "CURRENT_DATE",
                    "CURTIME",
                    "CURRENT_TIME",
                    "UTC_TIMESTAMP",
                    "UTC_TIME",
                    "UTC_DATE" -> now(function, precision(open, close));
            default -> {
                return false;
            }
        }
        return true;
    }

    /** {@code TIMESTAMP(x)}, {@code TIMESTAMP(x, time)}. */
    private void timestamp(int open, int close) {
        List<Integer> commas = arguments.commas(open, close);
        if (!commas.isEmpty()) {
            addTime("addtime", open, close);
            return;
        }
        boolean whole = isTextWithoutFraction(open, close);
        statement.emit(whole ? "CAST(" : "my_timestamp(");
        statement.write(open + 1, close);
        statement.emit(whole ? "AS TIMESTAMP_S)" : ")");
    }

    /** {@code ADDTIME(x, time)}: of a moment a text with as many digits of a second as MySQL shows. */
    private void addTime(String function, int open, int close) {
        int digits = fractions.of(open - 1, close + 1);
        statement.emit(digits > 0 ? "my_moment_text(" : "");
        java.call(JavaFunctions.find(function).orElseThrow(), open, close);
        statement.emit(digits > 0 ? "," + digits + ")" : "");
    }

    /** {@code TIME(x)}, of a written-out text with a fraction only if it has one. */
    private void time(int open, int close) {
        boolean whole = isTextWithoutFraction(open, close);
        statement.emit(whole ? "CAST(my_time(" : "my_time(");
        statement.write(open + 1, close);
        statement.emit(whole ? ") AS TIME)" : ")");
    }

    /** Whether the only argument is a written-out text in which no fraction can stand. */
    private boolean isTextWithoutFraction(int open, int close) {
        Token text = statement.token(open + 1);
        return close == open + 2
                && text.kind() == Token.Kind.STRING
                && text.text().indexOf('.') < 0;
    }

    /** {@code TIME_TO_SEC(x)}, with the fraction that x has. */
    private void timeToSeconds(int open, int close) {
        statement.emit("cast_to_type(CAST(java_time_to_sec(CAST(");
        statement.write(open + 1, close);
        statement.emit("AS VARCHAR)) AS DECIMAL(20,6)),");
        secondsType(open + 1, close);
        statement.emit(")");
    }

    /** A value of the type that seconds of this moment have: of a written-out text with as many digits as that has. */
    private void secondsType(int from, int to) {
        Token text = statement.token(from);
        if (to == from + 1 && text.kind() == Token.Kind.STRING) {
            int point = text.text().indexOf('.');
            int digits = point < 0 ? 0 : Math.min(6, text.text().strip().length() - point - 1);
            statement.emit(digits <= 0 ? "CAST(0 AS BIGINT)" : "CAST(0 AS DECIMAL(20," + digits + "))");
            return;
        }
        int digits = fractions.of(from, to);
        if (digits >= 0) {
            statement.emit(digits == 0 ? "CAST(0 AS BIGINT)" : "CAST(0 AS DECIMAL(20," + digits + "))");
            return;
        }
        statement.emit("my_seconds_type(");
        statement.write(from, to);
        statement.emit(")");
    }

    private void unixTimestamp(int open, int close) {
        if (close == open + 1) {
            statement.emit(zones.unixTimestamp(now));
            return;
        }
        zones.unixTimestamp(open, close);
        statement.emit(",");
        secondsType(open + 1, close);
        statement.emit(")");
    }

    /** {@code STR_TO_DATE(s, 'format')}: a DATE, or a DATETIME if the format has a time; NULL for other text. */
    private void strToDate(int open, int close) {
        int format = format(open, close, "STR_TO_DATE");
        String text = statement.token(format).text();
        ParsedDates parsed = ParsedDates.of(text);
        statement.emit("CAST(my_str_to_date(");
        statement.write(open + 1, format - 1);
        statement.emit("," + literals(parsed, ""));
        ParsedDates.ofDateIn(text).ifPresent(date -> statement.emit("," + literals(date, "[ \\t]*$")));
        statement.emit(") AS " + (parsed.time() ? "TIMESTAMP_S)" : "DATE)"));
    }

    private static String literals(ParsedDates parsed, String end) {
        return Token.string(parsed.pattern() + end) + "," + Token.string(parsed.bars()) + ","
                + Token.string(parsed.format());
    }

    /** {@code WEEK(d[, mode])}: in the modes that the engine counts, too, by the engine. */
    private void week(int open, int close) {
        List<Integer> commas = arguments.commas(open, close);
        int end = commas.isEmpty() ? close : commas.get(0);
        String mode = commas.isEmpty() ? "0" : statement.token(end + 1).text();
        String format =
                switch (end + (commas.isEmpty() ? 0 : 2) == close ? mode : "") {
                    case "0" -> "%U";
                    case "3" -> "%V";
                    case "5" -> "%W";
                    default -> "";
                };
        if (format.isEmpty()) {
            java.call(JavaFunctions.find("week").orElseThrow(), open, close);
            return;
        }
        statement.emit("CAST(strftime( CAST (");
        statement.write(open + 1, end);
        statement.emit("AS TIMESTAMP), '" + format + "') AS BIGINT)");
    }

    private void extract(int open, int close) {
        String unit = statement.token(open + 1).upper();
        if (!statement.token(open + 2).isWord("FROM")) {
            throw statement.unexpected(open);
        }
        if (unit.equals("WEEK")) {
            statement.emit("CAST(strftime( CAST (");
            statement.write(open + 3, close);
            statement.emit("AS TIMESTAMP), '%U') AS BIGINT)");
            return;
        }
        if (!Intervals.isUnit(unit) && !unit.equals("YEAR_MONTH")) {
            throw TributaryException.notSupported("EXTRACT(" + unit + ")");
        }
        statement.emit(
                unit.equals("YEAR_MONTH") ? "my_year_month(" : SqlName.quote(unit.toLowerCase(Locale.ROOT)) + "(");
        statement.write(open + 3, close);
        statement.emit(")");
    }

    /** Where the format of {@code f(x, 'format')} stands; refused where it is computed. */
    private int format(int open, int close, String function) {
        List<Integer> commas = arguments.commas(open, close);
        if (commas.size() != 1) {
            throw statement.unexpected(open);
        }
        int format = commas.get(0) + 1;
        if (statement.token(format).kind() != Token.Kind.STRING || format + 1 != close) {
            throw TributaryException.notSupported(function + " with a computed format");
        }
        return format;
    }

    /** Writes DATE_FORMAT as the engine's function where the format is written out and the engine knows its parts. */
    private void dateFormat(int open, int close) {
        List<Integer> commas = arguments.commas(open, close);
        int format = commas.size() == 1 ? commas.get(0) + 1 : open;
        Optional<String> translated =
                format + 1 == close && statement.token(format).kind() == Token.Kind.STRING
                        ? DateFormat.translate(statement.token(format).text())
                        : Optional.empty();
        if (translated.isEmpty()) {
            java.call(JavaFunctions.find("date_format").orElseThrow(), open, close);
            return;
        }
        statement.emit("strftime( CAST (");
        statement.write(open + 1, format - 1);
        statement.emit("AS TIMESTAMP),");
        statement.emit(Token.string(translated.get()));
        statement.emit(")");
    }

    /** The engine formats no text as a time, so the parts are put together here. */
    private void timeFormat(int open, int close) {
        int format = format(open, close, "TIME_FORMAT");
        statement.emit("my_time_format(");
        statement.write(open + 1, format - 1);
        statement.emit(
                "," + Token.string(DateFormat.ofTime(statement.token(format).text())) + ")");
    }

    private void dateAdd(int open, int close, boolean minus) {
        List<Integer> commas = arguments.commas(open, close);
        if (commas.size() != 1) {
            throw statement.unexpected(open);
        }
        intervals.addition(open, commas.get(0), close, minus);
    }

    private String unit(int index) {
        String unit = statement.token(index).upper();
        if (!Intervals.isUnit(unit)) {
            throw TributaryException.notSupported("INTERVAL … " + unit);
        }
        return unit;
    }

    /** {@code TIMESTAMPADD(unit, n, x)} is {@code x + INTERVAL n unit}. */
    private void timestampAdd(int open, int close) {
        String unit = unit(open + 1);
        List<Integer> commas = arguments.commas(open, close);
        if (commas.size() != 2 || commas.get(0) != open + 2) {
            throw statement.unexpected(open);
        }
        intervals.added(unit, open + 3, commas.get(1), close);
    }

    private void timestampDiff(int open, int close) {
        String unit = unit(open + 1);
        if (!statement.token(open + 2).isSymbol(",")) {
            throw statement.unexpected(open);
        }
        List<Integer> commas = arguments.commas(open, close);
        if (commas.size() != 2) {
            throw statement.unexpected(open);
        }
        switch (unit) {
            case "MONTH", "QUARTER", "YEAR" ->
                statement.emit("my_" + unit.toLowerCase(Locale.ROOT) + "s_between(CAST (");
            default -> statement.emit("date_sub('" + unit.toLowerCase(Locale.ROOT) + "', CAST (");
        }
        statement.write(open + 3, commas.get(1));
        statement.emit("AS TIMESTAMP), CAST (");
        statement.write(commas.get(1) + 1, close);
        statement.emit("AS TIMESTAMP))");
    }

    /** The time of the statement as a literal, so that every mention of it is the same. */
    void now(String function, int fractionDigits) {
        LocalDateTime time = function.startsWith("UTC")
                ? now.atZone(ZoneId.of(context.timeZone()))
                        .withZoneSameInstant(ZoneOffset.UTC)
                        .toLocalDateTime()
                : now;
        switch (function) {
            case "CURDATE", "CURRENT_DATE", "UTC_DATE" -> statement.emit("(DATE '" + time.toLocalDate() + "')");
            case "CURTIME", "CURRENT_TIME", "UTC_TIME" ->
                statement.emit(
                        fractionDigits == 0
                                ? "(TIME '" + SECONDS.format(time).substring(TIME_AT) + "')"
                                : "CAST('"
                                        + MICROS.format(cut(time, fractionDigits))
                                                .substring(TIME_AT) + "' AS TIME_NS)");
            default ->
                statement.emit(
                        fractionDigits == 0
                                ? "CAST('" + SECONDS.format(time) + "' AS TIMESTAMP_S)"
                                : "CAST('" + MICROS.format(cut(time, fractionDigits)) + "' AS "
                                        + (fractionDigits <= 3 ? "TIMESTAMP_MS" : "TIMESTAMP") + ")");
        }
    }

    private static LocalDateTime cut(LocalDateTime time, int fractionDigits) {
        long unit = 1;
        for (int i = fractionDigits; i < 9; i++) {
            unit *= 10;
        }
        return time.with(ChronoField.NANO_OF_SECOND, time.getLong(ChronoField.NANO_OF_SECOND) / unit * unit);
    }

    private int precision(int open, int close) {
        if (close == open + 1) {
            return 0;
        }
        String digits = statement.token(open + 1).text();
        if (close != open + 2 || !digits.matches("[0-6]")) {
            throw new TributaryException(
                    ErrorCode.WRONG_ARGUMENTS, "fraction digits of a time are 0 to 6, not '" + digits + "'");
        }
        return Integer.parseInt(digits);
    }
}
