package io.tributary.dialect.function;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A value of MySQL's type TIME: at most 838:59:59 to either side, beyond which it stays there.
 *
 * @param micros with its sign
 */
record ClockTime(long micros) {
    private static final long SECOND = 1_000_000;
    private static final long MAX = (838L * 3600 + 59 * 60 + 59) * SECOND;
    private static final Pattern PARTS =
            Pattern.compile("\\s*(-?)(?:(\\d{1,2}) )?(\\d{1,3}):(\\d{1,2})(?::(\\d{1,2}))?(?:\\.(\\d{0,6})\\d*)?\\s*");
    private static final Pattern DAYS_AND_HOURS = Pattern.compile("\\s*(-?)(\\d{1,2}) (\\d{1,2})\\s*");
    private static final Pattern DIGITS = Pattern.compile("\\s*(-?)(\\d{1,7})(?:\\.(\\d{0,6})\\d*)?\\s*");
    private static final Pattern MOMENT = Pattern.compile(
            "\\s*(\\d{4}-\\d{1,2}-\\d{1,2})(?:[ T]+(\\d{1,2}:\\d{1,2}(?::\\d{1,2}(?:\\.\\d*)?)?))?\\s*");

    static ClockTime ofMicros(long micros) {
        return new ClockTime(Math.max(-MAX, Math.min(MAX, micros)));
    }

    /** {@code [d ]h:m[:s[.f]]}, {@code hhmmss}, or the time of a moment; empty for what is none. */
    static Optional<ClockTime> parse(String text) {
        Matcher moment = MOMENT.matcher(text);
        if (moment.matches()) {
            return moment.group(2) == null ? Optional.of(new ClockTime(0)) : parse(moment.group(2));
        }
        Matcher parts = PARTS.matcher(text);
        if (parts.matches()) {
            long hours = number(parts.group(2)) * 24 + number(parts.group(3));
            return of(parts.group(1), hours, number(parts.group(4)), number(parts.group(5)), fraction(parts.group(6)));
        }
        Matcher days = DAYS_AND_HOURS.matcher(text);
        if (days.matches()) {
            return of(days.group(1), number(days.group(2)) * 24 + number(days.group(3)), 0, 0, 0);
        }
        Matcher digits = DIGITS.matcher(text);
        if (digits.matches()) {
            long number = number(digits.group(2));
            return of(digits.group(1), number / 10_000, number / 100 % 100, number % 100, fraction(digits.group(3)));
        }
        return Optional.empty();
    }

    static Optional<ClockTime> of(String sign, long hours, long minutes, long seconds, long micros) {
        if (minutes > 59 || seconds > 59 || minutes < 0 || seconds < 0) {
            return Optional.empty();
        }
        long sum = ((hours * 60 + minutes) * 60 + seconds) * SECOND + micros;
        return Optional.of(ofMicros(sign.equals("-") ? -sum : sum));
    }

    /** Whether a text is a moment and not a time; then it may be read by {@link #moment}. */
    static Optional<LocalDateTime> moment(String text) {
        Matcher matcher = MOMENT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String[] date = matcher.group(1).split("-", -1);
        try {
            LocalDateTime day = LocalDateTime.of(
                    Integer.parseInt(date[0]), Integer.parseInt(date[1]), Integer.parseInt(date[2]), 0, 0);
            return parse(text).map(time -> day.plus(time.micros, ChronoUnit.MICROS));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static long number(@org.jspecify.annotations.Nullable String digits) {
        return (digits == null || digits.isEmpty()) ? 0 : Long.parseLong(digits);
    }

    private static long fraction(@org.jspecify.annotations.Nullable String digits) {
        return (digits == null || digits.isEmpty()) ? 0 : Long.parseLong((digits + "000000").substring(0, 6));
    }

    /** {@code [-]hh:mm:ss}, and six digits behind where it has a fraction. */
    String print() {
        return print(micros % SECOND == 0 ? 0 : 6);
    }

    /** @param digits of the fraction, at most six */
    String print(int digits) {
        long seconds = Math.abs(micros) / SECOND;
        String text = String.format(
                Locale.ROOT,
                "%s%02d:%02d:%02d",
                micros < 0 ? "-" : "",
                seconds / 3600,
                seconds / 60 % 60,
                seconds % 60);
        String fraction = String.format(Locale.ROOT, ".%06d", Math.abs(micros) % SECOND);
        return digits == 0 ? text : text + fraction.substring(0, digits + 1);
    }

    /** {@code yyyy-mm-dd hh:mm:ss}, and six digits behind where it has a fraction. */
    static String print(LocalDateTime moment) {
        LocalTime time = moment.toLocalTime();
        return moment.toLocalDate() + " " + new ClockTime(time.toNanoOfDay() / 1000).print();
    }
}
