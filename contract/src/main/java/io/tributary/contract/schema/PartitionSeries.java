package io.tributary.contract.schema;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * {@code FROM (a) TO (b) INTERVAL n [unit]}: the ranges of one length from a to b, the last one cut at b, with the names that
 * Doris gives them ({@code p_1_11}, {@code p_20000102}).
 */
public final class PartitionSeries {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private PartitionSeries() {}

    /** A unit of time that ranges may be long. */
    public enum Unit {
        HOUR(ChronoUnit.HOURS, "uuuuMMddHH"),
        DAY(ChronoUnit.DAYS, "uuuuMMdd"),
        WEEK(ChronoUnit.WEEKS, ""),
        MONTH(ChronoUnit.MONTHS, "uuuuMM"),
        YEAR(ChronoUnit.YEARS, "uuuu");

        private final ChronoUnit unit;
        private final String name;

        Unit(ChronoUnit unit, String name) {
            this.unit = unit;
            this.name = name;
        }

        private String nameOf(LocalDateTime begin) {
            return this == WEEK
                    ? String.format(
                            Locale.ROOT,
                            "p_%d_%02d",
                            begin.get(IsoFields.WEEK_BASED_YEAR),
                            begin.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR))
                    : "p_" + begin.format(DateTimeFormatter.ofPattern(name, Locale.ROOT));
        }
    }

    /**
     * Expands a series.
     *
     * @param unit of {@code step}, for times; empty for numbers
     * @throws TributaryException {@code INVALID_STATEMENT} where column and unit do not fit, {@code TOO_MANY_PARTITIONS}
     */
    public static List<Partition> of(
            Column column, PartitionValue from, PartitionValue to, long step, Optional<Unit> unit) {
        if (step < 1) {
            throw invalid("INTERVAL " + step + " must be at least 1");
        }
        if (from.kind() != PartitionValue.Kind.VALUE || to.kind() != PartitionValue.Kind.VALUE) {
            throw invalid("FROM … TO … INTERVAL needs two values");
        }
        return switch (column.type().kind()) {
            case TINYINT, SMALLINT, INT, BIGINT, LARGEINT -> {
                if (unit.isPresent()) {
                    throw invalid("INTERVAL of column '" + column.name() + "' is a number without a unit");
                }
                yield numbers(new BigInteger(from.text()), new BigInteger(to.text()), BigInteger.valueOf(step));
            }
            case DATE, DATETIME ->
                times(
                        column,
                        time(from),
                        time(to),
                        step,
                        unit.orElseThrow(() -> invalid("INTERVAL of column '" + column.name()
                                + "' needs a unit: HOUR, DAY, WEEK, MONTH or YEAR")));
            default -> throw invalid("FROM … TO … INTERVAL needs a column of numbers or times");
        };
    }

    private static List<Partition> numbers(BigInteger from, BigInteger to, BigInteger step) {
        List<Partition> series = new ArrayList<>();
        for (BigInteger begin = from; begin.compareTo(to) < 0; begin = begin.add(step)) {
            BigInteger end = begin.add(step).min(to);
            add(series, "p_" + begin + "_" + end, begin.toString(), end.toString());
        }
        return series;
    }

    private static List<Partition> times(Column column, LocalDateTime from, LocalDateTime to, long step, Unit unit) {
        if (column.type().kind() == ColumnType.Kind.DATE && unit == Unit.HOUR) {
            throw invalid("INTERVAL of column '" + column.name() + "' cannot be of hours, it is a DATE");
        }
        List<Partition> series = new ArrayList<>();
        LocalDateTime begin = from;
        for (long i = 1; begin.isBefore(to); i++) {
            // Each end is counted from the first on, so that the 31st is not lost in the months that follow.
            LocalDateTime end = later(from, i, step, unit, to);
            add(series, unit.nameOf(begin), text(column, begin), text(column, end));
            begin = end;
        }
        return series;
    }

    /** So many steps behind the first, at most {@code to}. */
    private static LocalDateTime later(LocalDateTime from, long i, long step, Unit unit, LocalDateTime to) {
        try {
            LocalDateTime next = from.plus(Math.multiplyExact(i, step), unit.unit);
            return next.isBefore(to) ? next : to;
        } catch (ArithmeticException | DateTimeException e) {
            // It is beyond all times.
            return to;
        }
    }

    private static void add(List<Partition> series, String name, String from, String to) {
        if (series.size() == Partitioning.PARTITIONS_MAX) {
            throw PartitionRules.tooMany(series.size() + 1L);
        }
        series.add(Partition.range(
                name,
                List.of(new PartitionValue(PartitionValue.Kind.VALUE, from)),
                List.of(new PartitionValue(PartitionValue.Kind.VALUE, to))));
    }

    private static LocalDateTime time(PartitionValue value) {
        String text = value.text().length() < 19 ? value.text() + " 00:00:00" : value.text();
        return LocalDateTime.parse(text.substring(0, 19), TIME);
    }

    private static String text(Column column, LocalDateTime time) {
        String text = PartitionValue.dateTime(time, column.type().scale());
        return column.type().kind() == ColumnType.Kind.DATE ? text.substring(0, 10) : text;
    }

    private static TributaryException invalid(String message) {
        return new TributaryException(ErrorCode.INVALID_STATEMENT, message);
    }
}
