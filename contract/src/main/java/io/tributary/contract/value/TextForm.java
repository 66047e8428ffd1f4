package io.tributary.contract.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/** Numbers, dates and times as MySQL prints them. Each call overwrites what the one before wrote. Mutable scratch. */
public final class TextForm {
    /** Decimal places of a double that MySQL still writes without an exponent. */
    private static final int DOUBLE_PLAIN_PLACES = 15;

    /** No two numbers of so many digits are the same double, so that none of them has a shorter text. */
    private static final int UNIQUE_DIGITS = 15;

    private static final int FRACTION_DIGITS_MAX = 6;

    public byte[] bytes = new byte[64];
    public int from;
    int to;

    public int length() {
        return to - from;
    }

    public void setLong(long value) {
        from = bytes.length;
        to = bytes.length;
        long rest = value;
        do {
            bytes[--from] = (byte) ('0' + Math.abs(rest % 10));
            rest /= 10;
        } while (rest != 0);
        if (value < 0) {
            bytes[--from] = '-';
        }
    }

    /** A double by its shortest digits: {@code 0.1}, {@code 100}, {@code 1.5e20}; what has a fraction has no exponent. */
    public void setDouble(double value) {
        BigDecimal shortest = shortest(value);
        int pointPlace = shortest.precision() - shortest.scale();
        if (shortest.signum() == 0) {
            setString("0");
        } else if (pointPlace > -DOUBLE_PLAIN_PLACES && (pointPlace <= DOUBLE_PLAIN_PLACES || shortest.scale() > 0)) {
            setString(shortest.toPlainString());
        } else {
            String digits = shortest.unscaledValue().abs().toString();
            setString((shortest.signum() < 0 ? "-" : "")
                    + digits.charAt(0)
                    + (digits.length() > 1 ? "." + digits.substring(1) : "")
                    + "e"
                    + (pointPlace - 1));
        }
    }

    /** The same, with fewer digits where it would have more than so many characters; as long as it is where none fit. */
    public void setDouble(double value, int characters) {
        setDouble(value);
        if (length() > characters) {
            String fitting = FittingDouble.of(value, shortest(value), characters);
            if (fitting != null) {
                setString(fitting);
            }
        }
    }

    /** Java's text has more digits than it needs for some numbers (JDK-4511638, mended in Java 19), then 16 or more. */
    private static BigDecimal shortest(double value) {
        BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        int least = Math.abs(value) < Double.MIN_NORMAL ? 1 : UNIQUE_DIGITS;
        while (digits.precision() > least) {
            BigDecimal fewer = rounded(value, digits.precision() - 1, RoundingMode.HALF_EVEN);
            if (fewer.doubleValue() != value) {
                // Above a power of two is more room than below.
                fewer = rounded(value, digits.precision() - 1, RoundingMode.UP);
            }
            if (fewer.doubleValue() != value) {
                break;
            }
            digits = fewer.stripTrailingZeros();
        }
        return digits;
    }

    private static BigDecimal rounded(double value, int digits, RoundingMode mode) {
        return new BigDecimal(value).round(new MathContext(digits, mode));
    }

    public void setString(String ascii) {
        byte[] text = ascii.getBytes(StandardCharsets.US_ASCII);
        if (text.length > bytes.length) {
            bytes = new byte[text.length];
        }
        System.arraycopy(text, 0, bytes, 0, text.length);
        from = 0;
        to = text.length;
    }

    public void setDate(int year, int month, int day) {
        from = 0;
        to = 0;
        digits(year, 4);
        append('-');
        digits(month, 2);
        append('-');
        digits(day, 2);
    }

    public void setDateTime(int year, int month, int day, int hour, int minute, int second, int micros) {
        setEpochMicros(
                CivilCalendar.epochMicros(year, month, day, hour, minute, second, micros), fractionDigits(micros));
    }

    /** Days since 1970-01-01 as a date. */
    public void setEpochDay(long day) {
        int date = CivilCalendar.yearMonthDay((int) day);
        setDate(date / 10_000, date / 100 % 100, date % 100);
    }

    /** Returns how many digits of a second are shown of a value whose type does not say it: all or none. */
    public static int fractionDigits(long micros) {
        return micros % CivilCalendar.MICROS_PER_SECOND == 0 ? 0 : FRACTION_DIGITS_MAX;
    }

    /** Does what {@link #setEpochMicros(long, int)} does, with as many digits as {@link #fractionDigits}. */
    public void setEpochMicros(long micros) {
        setEpochMicros(micros, fractionDigits(micros));
    }

    /**
     * Microseconds since 1970-01-01 00:00:00 without zone as a date and time.
     *
     * @param fraction digits of a second that are shown, 0 to 6
     */
    public void setEpochMicros(long micros, int fraction) {
        long day = Math.floorDiv(micros, CivilCalendar.MICROS_PER_DAY);
        long rest = micros - day * CivilCalendar.MICROS_PER_DAY;
        setEpochDay(day);
        append(' ');
        int seconds = (int) (rest / CivilCalendar.MICROS_PER_SECOND);
        digits(seconds / 3600, 2);
        time(seconds / 60 % 60, seconds % 60, (int) (rest % CivilCalendar.MICROS_PER_SECOND), fraction);
    }

    /** Does what {@link #setTime(long, int)} does, with as many digits as {@link #fractionDigits}. */
    public void setTime(long span) {
        setTime(span, fractionDigits(span));
    }

    /**
     * A signed time span as {@code -838:59:59.000001}.
     *
     * @param fraction digits of a second that are shown, 0 to 6
     */
    public void setTime(long span, int fraction) {
        long micros = Math.abs(span);
        long seconds = micros / CivilCalendar.MICROS_PER_SECOND;
        int hours = (int) (seconds / 3600);
        from = 0;
        to = 0;
        if (span < 0) {
            append('-');
        }
        int width = 2;
        for (int rest = hours / 100; rest > 0; rest /= 10) {
            width++;
        }
        digits(hours, width);
        time(
                (int) (seconds / 60 % 60),
                (int) (seconds % 60),
                (int) (micros % CivilCalendar.MICROS_PER_SECOND),
                fraction);
    }

    private void time(int minute, int second, int micros, int fraction) {
        append(':');
        digits(minute, 2);
        append(':');
        digits(second, 2);
        if (fraction > 0) {
            append('.');
            digits((int) (micros / NumberText.tenTo(FRACTION_DIGITS_MAX - fraction)), fraction);
        }
    }

    private void append(char ascii) {
        bytes[to++] = (byte) ascii;
    }

    private void digits(int value, int width) {
        int rest = value;
        for (int i = to + width - 1; i >= to; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        to += width;
    }

    @Override
    public String toString() {
        return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
    }
}
