package io.tributary.dialect.function;

import io.tributary.dialect.function.JavaFunction.First;
import io.tributary.dialect.function.JavaFunction.Result;
import io.tributary.dialect.value.Conversion;
import io.tributary.dialect.value.DateFormatter;
import io.tributary.dialect.value.DayNumber;
import io.tributary.dialect.value.FractionDigits;
import io.tributary.dialect.value.Period;
import io.tributary.dialect.value.PrintedTime;
import io.tributary.dialect.value.SessionClock;
import io.tributary.dialect.value.TimeSpan;
import io.tributary.dialect.value.TimeText;
import io.tributary.dialect.value.Week;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Times of more than a day, months as numbers, and weeks in all of MySQL's modes. */
final class TimeFunctions {
    static final List<JavaFunction> ALL = List.of(
            JavaFunction.text("addtime", 2, 2, a -> text(TimeSpan.sum(time(a.get(0)), time(a.get(1))))),
            JavaFunction.text(
                    "subtime",
                    2,
                    2,
                    a -> time(a.get(1)) instanceof Duration time
                            ? text(TimeSpan.sum(time(a.get(0)), time.negated()))
                            : null),
            JavaFunction.text(
                            "makedate",
                            2,
                            2,
                            a -> text(DayNumber.ofYear(Numbers.longOf(a.get(0)), Numbers.longOf(a.get(1)))))
                    .giving(Result.DATE),
            JavaFunction.text(
                    "maketime",
                    3,
                    3,
                    a -> printed(
                            TimeSpan.of(Numbers.longOf(a.get(0)), Numbers.longOf(a.get(1)), Numbers.decimal(a.get(2))),
                            digits(a.get(2)))),
            JavaFunction.text(
                    "sec_to_time", 1, 1, a -> printed(TimeSpan.ofSeconds(Numbers.decimal(a.get(0))), digits(a.get(0)))),
            JavaFunction.text("timediff", 2, 2, TimeFunctions::difference),
            JavaFunction.text("time_to_sec", 1, 1, a -> seconds(time(a.get(0)))),
            JavaFunction.number(
                    "period_add", 2, 2, a -> text(Period.plus(Numbers.longOf(a.get(0)), Numbers.longOf(a.get(1))))),
            JavaFunction.number(
                    "period_diff", 2, 2, a -> text(Period.minus(Numbers.longOf(a.get(0)), Numbers.longOf(a.get(1))))),
            JavaFunction.number(
                            "yearweek",
                            1,
                            2,
                            a -> ofMoment(a, moment -> String.valueOf(Week.yearWeek(moment.toLocalDate(), mode(a)))))
                    .of(First.MOMENT),
            JavaFunction.number(
                            "week",
                            1,
                            2,
                            a -> ofMoment(a, moment -> String.valueOf(Week.number(moment.toLocalDate(), mode(a)))))
                    .of(First.MOMENT),
            JavaFunction.text("date_format", 2, 2, a -> ofMoment(a, moment -> DateFormatter.format(moment, a.get(1))))
                    .of(First.MOMENT));

    /** What an offset in a text is told in; the day has no meaning for texts. */
    private static final SessionClock UTC = new SessionClock(ZoneOffset.UTC, LocalDate.EPOCH);

    private static final int DATE_LENGTH_MIN = "2022-1-1".length();
    private static final int DATE_LENGTH_MAX = "2022-10-01".length();

    private TimeFunctions() {}

    /** Dates come as texts, too, so that a text which is a date is one, and no time of a minute. */
    private static @Nullable Object time(String text) {
        return isDate(text) ? Conversion.toDateTime(text, UTC) : TimeText.parse(text);
    }

    private static boolean isDate(String text) {
        return text.length() >= DATE_LENGTH_MIN && text.length() <= DATE_LENGTH_MAX && text.charAt(4) == '-';
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : Conversion.toText(value);
    }

    private static @Nullable String printed(@Nullable Duration time, int digits) {
        return time == null ? null : PrintedTime.of(FractionDigits.rounded(time, digits), digits);
    }

    /** Returns the difference of two times, dates or moments; null for one of each. */
    private static @Nullable String difference(List<@Nullable String> arguments) {
        String first = arguments.get(0);
        String second = arguments.get(1);
        return isDate(first) == isDate(second)
                ? printed(
                        TimeSpan.difference(time(first), time(second)),
                        Math.max(fractionDigits(first), fractionDigits(second)))
                : null;
    }

    private static int fractionDigits(String time) {
        String text = time.strip();
        int point = text.indexOf('.');
        return point < 0 ? 0 : Math.min(6, text.length() - point - 1);
    }

    private static @Nullable String seconds(@Nullable Object time) {
        Duration span = time instanceof LocalDateTime moment ? TimeText.ofDay(moment) : (Duration) time;
        return span == null
                ? null
                : BigDecimal.valueOf(TimeSpan.micros(span), 6).toPlainString();
    }

    /** Returns how many digits the fraction of a number has, at most 6. */
    private static int digits(String number) {
        return Math.max(0, Math.min(6, Numbers.decimal(number).scale()));
    }

    /** Computes with the first argument as the engine prints it; null outside of the years of a DATETIME, such as 45 (BC). */
    private static @Nullable String ofMoment(
            List<@Nullable String> arguments, Function<LocalDateTime, @Nullable String> body) {
        String text = arguments.get(0);
        LocalDateTime moment = text.endsWith(")") ? null : Conversion.toDateTime(text, UTC);
        return moment == null ? null : body.apply(moment);
    }

    private static int mode(List<@Nullable String> arguments) {
        return arguments.size() < 2 ? 0 : (int) (Numbers.longOf(arguments.get(1)) & 7);
    }
}
