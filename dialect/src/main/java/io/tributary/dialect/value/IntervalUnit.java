package io.tributary.dialect.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The units of INTERVAL, EXTRACT and TIMESTAMPDIFF ("Temporal Intervals"). One of two words goes from the first to the second. */
public enum IntervalUnit {
    MICROSECOND(6, 6, 1),
    SECOND(5, 5, 1),
    MINUTE(4, 4, 1),
    HOUR(3, 3, 1),
    DAY(2, 2, 1),
    WEEK(2, 2, 7),
    MONTH(1, 1, 1),
    QUARTER(1, 1, 3),
    YEAR(0, 0, 1),
    SECOND_MICROSECOND(5, 6, 1),
    MINUTE_MICROSECOND(4, 6, 1),
    MINUTE_SECOND(4, 5, 1),
    HOUR_MICROSECOND(3, 6, 1),
    HOUR_SECOND(3, 5, 1),
    HOUR_MINUTE(3, 4, 1),
    DAY_MICROSECOND(2, 6, 1),
    DAY_SECOND(2, 5, 1),
    DAY_MINUTE(2, 4, 1),
    DAY_HOUR(2, 3, 1),
    YEAR_MONTH(0, 1, 1);

    private static final int MONTHS = 1;
    private static final int HOURS = 3;
    private static final int MICROS = 6;
    /** Years and months are so many months, days and what is less so many microseconds. */
    private static final long[] SIZES = {12, 1, 86_400_000_000L, 3_600_000_000L, 60_000_000, 1_000_000, 1};
    /** Fewer microseconds lie between the first year and the last. */
    private static final double BEYOND = 4e17;

    private final int first;
    private final int last;
    private final int factor;

    IntervalUnit(int first, int last, int factor) {
        this.first = first;
        this.last = last;
        this.factor = factor;
    }

    /** Whether a DATE becomes a DATETIME when such an interval is added. */
    public boolean hasTime() {
        return last >= HOURS;
    }

    /** Whether a TIME becomes a DATETIME of today when such an interval is added. */
    public boolean hasDate() {
        return first < HOURS;
    }

    /** The same of the unit of a name, which may be none. */
    public static boolean hasDate(String name) {
        return Stream.of(values()).anyMatch(unit -> unit.name().equals(name) && unit.hasDate());
    }

    /**
     * Returns the interval of an amount; none for NULL, for more numbers than the unit has parts, and for what leads beyond all years.
     * A text's digits are taken by parts from the last on, whatever stands between; SECOND keeps six digits of a fraction, other units
     * round a number and take the whole digits that a text begins with.
     */
    public @Nullable Interval of(@Nullable Object amount) {
        if (amount == null) {
            return null;
        }
        if (first != last) {
            return ofParts(Conversion.toText(amount));
        }
        BigDecimal number = this == SECOND
                ? Conversion.toDecimal(amount).setScale(6, RoundingMode.DOWN)
                : new BigDecimal(Conversion.toInteger(amount).toString());
        BigDecimal size = number.multiply(BigDecimal.valueOf(SIZES[first] * factor));
        return Math.abs(size.doubleValue()) > BEYOND ? null : interval(size.longValue());
    }

    private Interval interval(long size) {
        return first <= MONTHS ? new Interval(size, 0, false) : new Interval(0, size, hasTime());
    }

    private @Nullable Interval ofParts(String amount) {
        int at = Characters.skipBlanks(amount, 0);
        boolean negative = at < amount.length() && amount.charAt(at) == '-';
        long[] numbers = new long[last - first + 1];
        int count = 0;
        for (at = skipOthers(amount, at); at < amount.length(); at = skipOthers(amount, at)) {
            int end = Characters.skipDigits(amount, at);
            if (count == numbers.length) {
                return null;
            }
            boolean fraction = last == MICROS && skipOthers(amount, end) == amount.length() && end - at < MICROS;
            numbers[count++] = fraction ? Characters.micros(amount, at, end) : Characters.number(amount, at, end);
            at = end;
        }
        double sum = 0;
        long size = 0;
        for (int i = 0; i < count; i++) {
            long unit = SIZES[last - count + 1 + i];
            sum += (double) numbers[i] * unit;
            size += numbers[i] * unit;
        }
        return sum > BEYOND ? null : interval(negative ? -size : size);
    }

    private static int skipOthers(String text, int from) {
        int at = from;
        while (at < text.length() && !Characters.isDigit(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** Returns EXTRACT: the parts of the unit as digits of one number; of WEEK that of mode 0. */
    public long extract(LocalDateTime moment) {
        LocalDate date = moment.toLocalDate();
        return switch (this) {
            case WEEK -> Week.number(date, 0);
            case QUARTER -> (date.getMonthValue() + 2) / 3;
            default -> joined(TimeText.ofDay(moment), date.getYear(), date.getMonthValue(), date.getDayOfMonth());
        };
    }

    /** Returns EXTRACT of a TIME with its sign. Hours beyond a day stay hours, days are 0. */
    public long extract(Duration time) {
        return time.isNegative() ? -joined(time.negated(), 0, 0, 0) : joined(time, 0, 0, 0);
    }

    private long joined(Duration clock, int... date) {
        long micros = TimeSpan.micros(clock);
        long value = 0;
        for (int part = first; part <= last; part++) {
            long whole = part > HOURS ? micros % SIZES[part - 1] : micros;
            value = value * (part == MICROS ? 1_000_000 : 100) + (part < HOURS ? date[part] : whole / SIZES[part]);
        }
        return value;
    }

    /** Returns TIMESTAMPDIFF of a unit of one word: the whole ones between two moments, negative where the second is the earlier. */
    public long between(LocalDateTime from, LocalDateTime to) {
        long size =
                first <= MONTHS ? ChronoUnit.MONTHS.between(from, to) : DayNumber.micros(to) - DayNumber.micros(from);
        return size / (SIZES[first] * factor);
    }
}
