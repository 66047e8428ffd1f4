package io.tributary.dialect.function;

import io.tributary.dialect.function.JavaFunction.First;
import io.tributary.dialect.function.JavaFunction.Result;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times of more than a day, months as numbers, and weeks in all of MySQL's modes. */
final class TimeFunctions {
    static final List<JavaFunction> ALL = List.of(
            JavaFunction.text("addtime", 2, 2, a -> added(a, 1)),
            JavaFunction.text("subtime", 2, 2, a -> added(a, -1)),
            JavaFunction.text("makedate", 2, 2, TimeFunctions::makeDate).giving(Result.DATE),
            JavaFunction.text("maketime", 3, 3, TimeFunctions::makeTime),
            JavaFunction.text("sec_to_time", 1, 1, a -> ClockTime.ofMicros(micros(a.get(0)))
                    .print(digits(a.get(0)))),
            JavaFunction.text("timediff", 2, 2, TimeFunctions::difference),
            JavaFunction.text("time_to_sec", 1, 1, a -> ClockTime.parse(a.get(0))
                    .map(time -> BigDecimal.valueOf(time.micros(), 6).toPlainString())
                    .orElse(null)),
            JavaFunction.number(
                    "period_add", 2, 2, a -> period(months(Numbers.longOf(a.get(0))) + Numbers.longOf(a.get(1)))),
            JavaFunction.number(
                    "period_diff",
                    2,
                    2,
                    a -> String.valueOf(months(Numbers.longOf(a.get(0))) - months(Numbers.longOf(a.get(1))))),
            JavaFunction.number("yearweek", 1, 2, TimeFunctions::yearWeek).of(First.MOMENT),
            JavaFunction.number("week", 1, 2, TimeFunctions::week).of(First.MOMENT),
            JavaFunction.text("date_format", 2, 2, a -> moment(a)
                            .map(moment -> MomentFormat.print(moment, a.get(1)))
                            .orElse(null))
                    .of(First.MOMENT));

    private static final int YEAR_MAX = 9999;
    private static final Pattern PRINTED = Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?");

    private TimeFunctions() {}

    private static @Nullable String added(List<@Nullable String> arguments, int sign) {
        String first = arguments.get(0);
        Optional<ClockTime> second = ClockTime.parse(arguments.get(1));
        if (second.isEmpty() || ClockTime.moment(arguments.get(1)).isPresent()) {
            return null;
        }
        long micros = sign * second.get().micros();
        Optional<LocalDateTime> moment = ClockTime.moment(first);
        return moment.isPresent()
                ? Optional.of(moment.get().plus(micros, ChronoUnit.MICROS))
                        .filter(sum -> sum.getYear() >= 0 && sum.getYear() <= YEAR_MAX)
                        .map(ClockTime::print)
                        .orElse(null)
                : ClockTime.parse(first)
                        .map(time -> ClockTime.ofMicros(time.micros() + micros).print())
                        .orElse(null);
    }

    /** Returns the difference of two times, dates or moments; null for one of each. */
    private static @Nullable String difference(List<@Nullable String> arguments) {
        String first = arguments.get(0);
        String second = arguments.get(1);
        int digits = Math.max(fractionDigits(first), fractionDigits(second));
        Optional<LocalDateTime> left = ClockTime.moment(first);
        Optional<LocalDateTime> right = ClockTime.moment(second);
        if (left.isPresent() && right.isPresent()) {
            return isDate(first) == isDate(second)
                    ? ClockTime.ofMicros(ChronoUnit.MICROS.between(right.get(), left.get()))
                            .print(digits)
                    : null;
        }
        Optional<ClockTime> from = ClockTime.parse(second);
        return left.isPresent() || right.isPresent() || from.isEmpty()
                ? null
                : ClockTime.parse(first)
                        .map(time -> ClockTime.ofMicros(
                                        time.micros() - from.get().micros())
                                .print(digits))
                        .orElse(null);
    }

    private static boolean isDate(String moment) {
        return moment.indexOf(':') < 0;
    }

    private static int fractionDigits(String time) {
        String text = time.strip();
        int point = text.indexOf('.');
        return point < 0 ? 0 : Math.min(6, text.length() - point - 1);
    }

    private static @Nullable String makeDate(List<@Nullable String> arguments) {
        long given = Numbers.longOf(arguments.get(0));
        long day = Numbers.longOf(arguments.get(1));
        long year = (given < 0 || given > YEAR_MAX) ? -1 : fourDigits(given);
        if (year < 0 || day < 1 || day > 3_660_000) {
            return null;
        }
        LocalDate date = LocalDate.of((int) year, 1, 1).plusDays(day - 1);
        return date.getYear() > YEAR_MAX ? null : date.toString();
    }

    private static @Nullable String makeTime(List<@Nullable String> arguments) {
        long hours = Numbers.longOf(arguments.get(0));
        BigDecimal seconds = Numbers.decimal(arguments.get(2));
        if (seconds.signum() < 0) {
            return null;
        }
        long micros = micros(arguments.get(2));
        return ClockTime.of(
                        hours < 0 ? "-" : "",
                        Math.min(Math.abs(hours), 10_000),
                        Numbers.longOf(arguments.get(1)),
                        micros / 1_000_000,
                        micros % 1_000_000)
                .map(time -> time.print(digits(arguments.get(2))))
                .orElse(null);
    }

    /** Returns how many digits the fraction of a number has, at most 6. */
    private static int digits(String number) {
        return Math.max(0, Math.min(6, Numbers.decimal(number).scale()));
    }

    /** Returns the microseconds of so many seconds, at most those of a year. */
    private static long micros(String seconds) {
        BigDecimal most = BigDecimal.valueOf(31_536_000);
        return Numbers.decimal(seconds)
                .min(most)
                .max(most.negate())
                .movePointRight(6)
                .setScale(0, RoundingMode.HALF_UP)
                .longValue();
    }

    /** Returns the months of a period {@code yymm} or {@code yyyymm}. */
    private static long months(long period) {
        return period == 0 ? 0 : fourDigits(period / 100) * 12 + period % 100 - 1;
    }

    private static String period(long months) {
        return months == 0 ? "0" : String.valueOf(fourDigits(months / 12) * 100 + months % 12 + 1);
    }

    private static long fourDigits(long year) {
        return year < 70 ? year + 2000 : year < 100 ? year + 1900 : year;
    }

    private static @Nullable String yearWeek(List<@Nullable String> arguments) {
        int mode = mode(arguments);
        return moment(arguments)
                .map(LocalDateTime::toLocalDate)
                .map(date -> String.valueOf(Weeks.yearOf(date, mode) * 100 + Weeks.ofYearsOwn(date, mode)))
                .orElse(null);
    }

    private static @Nullable String week(List<@Nullable String> arguments) {
        return moment(arguments)
                .map(moment -> String.valueOf(Weeks.of(moment.toLocalDate(), mode(arguments))))
                .orElse(null);
    }

    /** The first argument as the engine prints it; none outside of the years of a DATETIME. */
    private static Optional<LocalDateTime> moment(List<@Nullable String> arguments) {
        String text = arguments.get(0);
        return PRINTED.matcher(text).matches()
                ? Optional.of(LocalDateTime.parse(text.replace(' ', 'T')))
                : Optional.empty();
    }

    private static int mode(List<@Nullable String> arguments) {
        return arguments.size() < 2 ? 0 : (int) (Numbers.longOf(arguments.get(1)) & 7);
    }
}
