package io.tributary.dialect.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.Temporal;
import org.jspecify.annotations.Nullable;

/** Values of any type as MySQL converts them to another ("Type Conversion in Expression Evaluation", "Cast Functions and Operators"). */
public final class Conversion {
    /** The fraction of a value that is no zero is printed with all digits that it may have. */
    private static final int DIGITS_MAX = 6;

    private Conversion() {}

    /** Returns the value as DOUBLE, in which MySQL compares texts with numbers and computes with them. */
    public static double toDouble(Object value) {
        return value instanceof String text
                ? NumberPrefix.of(text).toDouble()
                : value instanceof Number number
                        ? number.doubleValue()
                        : toDecimal(value).doubleValue();
    }

    /** Returns the value as DECIMAL of as many fraction digits as it has. A time has none or six of them. */
    public static BigDecimal toDecimal(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal;
        } else if (value instanceof Long number) {
            return BigDecimal.valueOf(number);
        } else if (value instanceof BigInteger number) {
            return new BigDecimal(number);
        } else if (value instanceof Double number) {
            BigDecimal digits = new BigDecimal(PrintedNumber.of(number));
            return digits.setScale(Math.max(0, digits.scale()));
        }
        String text = toText(value);
        return value instanceof Temporal || value instanceof Duration
                ? NumericTime.of(text)
                : NumberPrefix.of(text).toDecimal();
    }

    /**
     * Returns the value as integer: the digits that a text begins with, a DOUBLE rounded to the nearest even one of two, everything
     * else rounded half away from zero ("Rounding Behavior").
     */
    public static Number toInteger(Object value) {
        if (value instanceof Long || value instanceof BigInteger) {
            return (Number) value;
        } else if (value instanceof String || value instanceof byte[]) {
            return NumberPrefix.of(toText(value)).toInteger();
        } else if (value instanceof Double number) {
            double rounded = Math.rint(number);
            return Math.abs(rounded) < 0x1p62
                    ? (Number) (long) rounded
                    : NumberPrefix.integer(new BigDecimal(rounded).toBigInteger());
        }
        return NumberPrefix.integer(
                toDecimal(value).setScale(0, RoundingMode.HALF_UP).toBigInteger());
    }

    /** Returns the value as text. A time has no fraction or six digits of one. */
    public static String toText(Object value) {
        if (value instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        } else if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        } else if (value instanceof Double number) {
            return PrintedNumber.of(number);
        } else if (value instanceof LocalDate date) {
            return PrintedTime.of(date);
        } else if (value instanceof LocalDateTime moment) {
            return PrintedTime.of(moment, digits(DayNumber.micros(moment)));
        } else if (value instanceof Duration time) {
            return PrintedTime.of(time, digits(TimeSpan.micros(time)));
        }
        return value.toString();
    }

    private static int digits(long micros) {
        return micros % 1_000_000 == 0 ? 0 : DIGITS_MAX;
    }

    /** Returns the value as DATETIME: a date at its midnight, a time of today; none for what is no moment. */
    public static @Nullable LocalDateTime toDateTime(Object value, SessionClock clock) {
        Object moment = toDateOrDateTime(value, clock);
        return moment instanceof LocalDate date ? date.atStartOfDay() : (LocalDateTime) moment;
    }

    /** Returns the value as DATE, without rounding a moment's time; none for what is no date. */
    public static @Nullable LocalDate toDate(Object value, SessionClock clock) {
        Object moment = toDateOrDateTime(value, clock);
        return moment instanceof LocalDateTime dateTime ? dateTime.toLocalDate() : (LocalDate) moment;
    }

    /** Returns a LocalDate where the value has no time, otherwise a LocalDateTime; none for what is neither. */
    public static @Nullable Object toDateOrDateTime(Object value, SessionClock clock) {
        if (value instanceof LocalDate || value instanceof LocalDateTime) {
            return value;
        } else if (value instanceof Duration time) {
            return DayNumber.later(clock.today().atStartOfDay(), TimeSpan.micros(time));
        }
        return value instanceof Number
                ? NumericTime.parse(toDecimal(value))
                : DateTimeText.parse(toText(value), clock.zone());
    }

    /** Returns the value as TIME: of a moment its time, of a date midnight; none for what is no time. */
    public static @Nullable Duration toTime(Object value) {
        Object time = toTimeOrDateTime(value);
        return time instanceof LocalDateTime moment ? TimeText.ofDay(moment) : (Duration) time;
    }

    /** Returns a LocalDateTime where the value is a moment or a date, otherwise a Duration; none for what is neither. */
    public static @Nullable Object toTimeOrDateTime(Object value) {
        if (value instanceof Duration || value instanceof LocalDateTime) {
            return value;
        } else if (value instanceof LocalDate date) {
            return date.atStartOfDay();
        }
        return value instanceof Number ? NumericTime.parseTime(toDecimal(value)) : TimeText.parse(toText(value));
    }
}
