package io.tributary.backend.catalog.clock;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.value.ZoneNames;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How old a table's rows become: {@code "row_ttl" = "30 DAY", "row_ttl_column" = "ts"}, and {@code row_ttl_time_zone}, in which the
 * column's times are, or else the process' own.
 *
 * @param column of type DATE or DATETIME
 * @param ofDays whether it is a DATE, of which a row is a whole day old or none
 */
public record RowTtl(String column, boolean ofDays, long count, ChronoUnit unit, ZoneId zone) {
    private static final String TTL = "row_ttl";
    private static final String COLUMN = "row_ttl_column";
    private static final String TIME_ZONE = "row_ttl_time_zone";
    private static final Pattern AGE =
            Pattern.compile("([1-9]\\d{0,6})\\s+(HOUR|DAY|WEEK|MONTH|YEAR)S?", Pattern.CASE_INSENSITIVE);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    /**
     * Reads it of a table's properties; empty where rows become as old as they like.
     *
     * @throws TributaryException {@code INVALID_STATEMENT}, {@code UNKNOWN_COLUMN} or {@code UNKNOWN_TIME_ZONE}, naming the value and
     *     what it may be
     */
    public static Optional<RowTtl> of(TableSchema table) {
        Map<String, String> properties = table.properties().other();
        properties.keySet().stream()
                .filter(key -> key.startsWith(TTL) && !key.equals(TTL) && !key.equals(COLUMN) && !key.equals(TIME_ZONE))
                .findFirst()
                .ifPresent(key -> {
                    throw invalid("Unknown property " + key + "; those of a row's age are " + TTL + ", " + COLUMN
                            + " and " + TIME_ZONE);
                });
        String age = properties.getOrDefault(TTL, "").strip();
        if (age.isEmpty()) {
            return Optional.empty();
        }
        Matcher matcher = AGE.matcher(age);
        if (!matcher.matches()) {
            throw invalid(
                    TTL + " = '" + age + "' must be a number from 1 to 9999999 and HOUR, DAY, WEEK, MONTH or YEAR,"
                            + " such as '30 DAY', or empty");
        }
        String name = properties.get(COLUMN);
        if (name == null) {
            throw invalid(TTL + " needs " + COLUMN + ", the column that says how old a row is");
        }
        int position = table.indexOf(name);
        if (position < 0) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_COLUMN,
                    "Unknown column '" + name + "' in '" + COLUMN + "' of table " + table.name());
        }
        ColumnType type = table.columns().get(position).type();
        boolean ofDays = type.kind() == ColumnType.Kind.DATE;
        ChronoUnit unit = ChronoUnit.valueOf(matcher.group(2).toUpperCase(Locale.ROOT) + "S");
        if (!ofDays && type.kind() != ColumnType.Kind.DATETIME) {
            throw invalid(COLUMN + " must be a DATE or DATETIME, column '" + name + "' is " + type.ddl());
        }
        if (ofDays && unit == ChronoUnit.HOURS) {
            throw invalid(TTL + " in HOUR needs a DATETIME, column '" + name + "' is a DATE");
        }
        return Optional.of(new RowTtl(name, ofDays, Long.parseLong(matcher.group(1)), unit, zone(properties)));
    }

    private static ZoneId zone(Map<String, String> properties) {
        String name = properties.get(TIME_ZONE);
        if (name == null) {
            return ZoneId.systemDefault();
        }
        ZoneId known = ZoneNames.find(name);
        try {
            return known == null ? ZoneId.of(name) : known;
        } catch (DateTimeException e) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TIME_ZONE, "Unknown or incorrect time zone: '" + name + "'", e);
        }
    }

    /** Rows whose column is less are too old; empty where no time is. */
    public Optional<String> oldest(Instant now) {
        try {
            LocalDateTime oldest = LocalDateTime.ofInstant(now, zone).minus(count, unit);
            return oldest.getYear() < 1 ? Optional.empty() : Optional.of(oldest.format(ofDays ? DAY : TIME));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static TributaryException invalid(String message) {
        return new TributaryException(ErrorCode.INVALID_STATEMENT, message);
    }
}
