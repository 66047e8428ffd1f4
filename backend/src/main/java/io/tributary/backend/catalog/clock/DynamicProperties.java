package io.tributary.backend.catalog.clock;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.value.ZoneNames;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The properties {@code dynamic_partition.*} of a table, read with Doris' words for what is wrong. */
final class DynamicProperties {
    static final String PREFIX = "dynamic_partition.";

    /** {@code start} where nothing expires. */
    static final long NEVER = Integer.MIN_VALUE;

    private static final Set<String> NAMES = Set.of(
            "enable",
            "time_unit",
            "time_zone",
            "start",
            "end",
            "prefix",
            "buckets",
            "create_history_partition",
            "history_partition_num",
            "start_day_of_week",
            "start_day_of_month",
            "reserved_history_periods",
            "hot_partition_num",
            "replication_num",
            "replication_allocation",
            "storage_medium",
            "storage_policy",
            "remote_storage_policy");

    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    private static final Pattern PERIOD = Pattern.compile("\\[\\s*([^,\\[\\]]+?)\\s*,\\s*([^,\\[\\]]+?)\\s*]");
    private static final Pattern PERIODS = Pattern.compile(PERIOD + "(\\s*,\\s*" + PERIOD + ")*");

    private final Map<String, String> written = new TreeMap<>();

    final boolean enabled;
    final PartitionUnit unit;
    final ZoneId zone;
    final long start;
    final int end;
    final String prefix;
    /** Offset of the first partition that is made, 0 or less. */
    final long first;
    /** See {@link PartitionUnit#begin}. */
    final int startOf;
    /** Whose partitions stay, however old they are. */
    final List<Period> reserved;

    /** Both its first and its last moment are in it. */
    record Period(LocalDateTime from, LocalDateTime to) {}

    /** @throws TributaryException {@code INVALID_STATEMENT} or {@code UNKNOWN_TIME_ZONE}, naming the value and what it may be */
    DynamicProperties(Map<String, String> all) {
        all.forEach((key, value) -> {
            if (key.startsWith(PREFIX)) {
                written.put(key.substring(PREFIX.length()), value.strip());
            }
        });
        written.keySet().stream()
                .filter(name -> !NAMES.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw invalid("Invalid dynamic partition properties: " + PREFIX + name);
                });
        enabled = truth("enable", true);
        unit = unit();
        zone = zone();
        start = start();
        end = end();
        prefix = required("prefix");
        if (prefix.isEmpty()) {
            throw invalid("Invalid dynamic partition prefix: it must not be empty");
        }
        requireAtLeast("buckets", 1);
        requireAtLeast("replication_num", 1);
        requireAtLeast("hot_partition_num", 0);
        oneOf("storage_medium", "HDD", "SSD");
        first = first();
        int week = between("start_day_of_week", 7);
        int month = between("start_day_of_month", 28);
        startOf = unit == PartitionUnit.MONTH ? month : week;
        reserved = reserved();
    }

    private PartitionUnit unit() {
        String name = required("time_unit").toUpperCase(Locale.ROOT);
        for (PartitionUnit each : PartitionUnit.values()) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        throw invalid("Unsupported time unit " + name + ". Expect HOUR/DAY/WEEK/MONTH/YEAR.");
    }

    private ZoneId zone() {
        String name = written.get("time_zone");
        if (name == null) {
            return ZoneId.systemDefault();
        }
        ZoneId zone = ZoneNames.find(name);
        if (zone == null) {
            try {
                return ZoneId.of(name);
            } catch (java.time.DateTimeException e) {
                throw new TributaryException(
                        ErrorCode.UNKNOWN_TIME_ZONE, "Unknown or incorrect time zone: '" + name + "'", e);
            }
        }
        return zone;
    }

    private long start() {
        String text = written.get("start");
        if (text == null) {
            return NEVER;
        }
        int number = whole("start", text);
        if (number >= 0) {
            throw invalid("Dynamic partition start must less than 0, not " + number);
        }
        return number;
    }

    private int end() {
        int number = whole("end", required("end"));
        // Doris wants at least 1; with 0 the partition of now is the last one.
        if (number < 0) {
            throw invalid("Dynamic partition end must greater than or equal to 0, not " + number);
        }
        return number;
    }

    /** History is made as far back as asked for; else the partition of now is the first. */
    private long first() {
        long history = -1;
        if (written.containsKey("history_partition_num")) {
            history = whole("history_partition_num", required("history_partition_num"));
            if (history != -1 && history < 1) {
                throw invalid("Dynamic history partition num must greater than 0, or be -1, not " + history);
            }
        }
        if (!truth("create_history_partition", false)) {
            return 0;
        }
        if (start == NEVER && history < 0) {
            throw invalid("Provide start or history_partition_num property when create_history_partition=true."
                    + " Otherwise set create_history_partition=false");
        }
        return history < 0 ? start : Math.max(start, -history);
    }

    private List<Period> reserved() {
        String text = written.get("reserved_history_periods");
        if (text == null || text.isEmpty() || text.equalsIgnoreCase("NULL")) {
            return List.of();
        }
        boolean hours = unit == PartitionUnit.HOUR;
        List<Period> periods = new ArrayList<>();
        try {
            if (!PERIODS.matcher(text).matches()) {
                throw new DateTimeParseException("no list", text, 0);
            }
            for (Matcher each = PERIOD.matcher(text); each.find(); ) {
                Period period = new Period(moment(each.group(1), hours), moment(each.group(2), hours));
                if (period.from.isAfter(period.to)) {
                    throw invalid("The first date is larger than the second date, [" + each.group(1) + ","
                            + each.group(2) + "] is invalid.");
                }
                periods.add(period);
            }
        } catch (DateTimeParseException e) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "Invalid \"" + PREFIX + "reserved_history_periods\" value " + text + ". It must be like "
                            + (hours
                                    ? "\"[yyyy-MM-dd HH:mm:ss,yyyy-MM-dd HH:mm:ss],[...,...]\" while time_unit is HOUR"
                                    : "\"[yyyy-MM-dd,yyyy-MM-dd],[...,...]\" while time_unit is DAY/WEEK/MONTH/YEAR"),
                    e);
        }
        return periods;
    }

    private static LocalDateTime moment(String text, boolean hours) {
        return hours
                ? LocalDateTime.parse(text, TIME)
                : LocalDate.parse(text, DAY).atStartOfDay();
    }

    private String required(String name) {
        String value = written.get(name);
        if (value == null) {
            throw invalid("Must assign " + PREFIX + name + " properties");
        }
        return value;
    }

    private boolean truth(String name, boolean otherwise) {
        String value = written.getOrDefault(name, Boolean.toString(otherwise));
        if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
            throw invalid("Invalid dynamic partition " + name + ": " + value + ". Expected true or false");
        }
        return value.equalsIgnoreCase("true");
    }

    private void requireAtLeast(String name, int least) {
        String value = written.get(name);
        if (value != null && whole(name, value) < least) {
            throw invalid("Dynamic partition " + name + " must be at least " + least + ", not " + value);
        }
    }

    private void oneOf(String name, String... values) {
        String value = written.get(name);
        if (value != null && !List.of(values).contains(value.toUpperCase(Locale.ROOT))) {
            throw invalid(
                    "Invalid dynamic partition " + name + ": " + value + ". Expected " + String.join(" or ", values));
        }
    }

    /** Returns a number that is at least 1, which it is where nothing is written. */
    private int between(String name, int most) {
        @Nullable String value = written.get(name);
        int number = value == null ? 1 : whole(name, value);
        if (number < 1 || number > most) {
            throw invalid(PREFIX + name + " should between 1 and " + most + ", not " + number);
        }
        return number;
    }

    private static int whole(String name, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "Invalid dynamic partition " + name + " " + value + ": it is no whole number",
                    e);
        }
    }

    static TributaryException invalid(String message) {
        return new TributaryException(ErrorCode.INVALID_STATEMENT, message);
    }
}
