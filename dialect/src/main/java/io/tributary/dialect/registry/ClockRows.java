package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Want.DATETIME;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.NUMBER;
import static io.tributary.dialect.registry.Want.SPAN;
import static io.tributary.dialect.registry.Want.TEXT;
import static io.tributary.dialect.registry.Want.TIME;

import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.type.Unification;
import io.tributary.dialect.value.DateTimeText;
import io.tributary.dialect.value.PrintedTime;
import io.tributary.dialect.value.TimeSpan;
import io.tributary.dialect.value.TimeText;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions of times of day and of spans of time: sums, differences and seconds. */
final class ClockRows {
    private ClockRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        clocks(rows);
        return rows.functions();
    }

    private static void clocks(Rows rows) {
        rows.row("TIME", ResultRule.same(0), TIME).duckdb("#1").java(a -> a.get(0));
        rows.row("TIMESTAMP", ResultRule.same(0), DATETIME).duckdb("#1").java(a -> a.get(0));
        rows.row("TIMESTAMP", ClockRows::sum, DATETIME, TIME).nullable().duckdb(call -> sum(call, "+"));
        for (String sign : List.of("+", "-")) {
            String name = sign.equals("+") ? "ADDTIME" : "SUBTIME";
            rows.row(name, ClockRows::sum, SPAN, TIME).moments().nullable().duckdb(call -> sum(call, sign));
        }
        rows.row("TIMEDIFF", ClockRows::difference, SPAN, SPAN).nullable().duckdb(ClockRows::subtracted);
        rows.row("MOMENT DIFFERENCE", SqlType.moment(Kind.TIME, 6), DATETIME, DATETIME)
                .partial(a -> TimeSpan.difference(a.get(0), a.get(1)));
        rows.row("TIME DIFFERENCE", SqlType.moment(Kind.TIME, 6), TIME, TIME)
                .partial(a -> TimeSpan.difference(a.get(0), a.get(1)));
        rows.row("TEXT DIFFERENCE", SqlType.moment(Kind.TIME, 6), TEXT, TEXT)
                .partial(a -> TimeSpan.difference(TimeText.parse(a.text(0)), TimeText.parse(a.text(1))));
        rows.row("DATE DIFFERENCE", SqlType.moment(Kind.TIME, 6), TEXT, TEXT)
                .partial(a -> TimeSpan.difference(midnight(a.get(0)), midnight(a.get(1))));
        rows.row("TIME SUM", SqlType.moment(Kind.TIME, 6), TIME, TIME).partial(a -> TimeSpan.sum(a.get(0), a.get(1)));
        rows.row("TEXT SUM", SqlType.text(29), TEXT, TIME)
                .partial(a -> printed(TimeSpan.sum(TimeText.parse(a.text(0)), a.get(1))));
        rows.row("TIME_TO_SEC", SqlType.integer(10), TIME).duckdb("CAST(trunc(#1 / 1000000) AS BIGINT)");
        rows.row("SEC_TO_TIME", operands -> seconds(operands.type(0)), NUMBER)
                .duckdb(call -> "fn_seconds_as_time_1(CAST(" + call.shown(0) + " AS VARCHAR))");
        rows.row("SECONDS AS TIME", SqlType.moment(Kind.TIME, 6), TEXT)
                .strict(a -> TimeSpan.ofSeconds(new BigDecimal(a.text(0))));
        rows.row("MAKETIME", operands -> seconds(operands.type(2)), INTEGER, INTEGER, NUMBER)
                .nullable()
                .duckdb(call -> "fn_parts_as_time_3(" + call.text(0) + ", " + call.text(1) + ", " + "CAST("
                        + call.shown(2) + " AS VARCHAR))");
        rows.row("PARTS AS TIME", SqlType.moment(Kind.TIME, 6), INTEGER, INTEGER, TEXT)
                .partial(a -> TimeSpan.of(a.whole(0), a.whole(1), new BigDecimal(a.text(2))));
    }

    /** Nothing of a text that has a time. */
    private static @Nullable LocalDateTime midnight(@Nullable Object text) {
        return DateTimeText.parse(String.valueOf(text), ZoneOffset.UTC) instanceof LocalDate date
                ? date.atStartOfDay()
                : null;
    }

    /** A fraction has six digits where there is one. */
    private static @Nullable String printed(@Nullable Object sum) {
        if (sum instanceof LocalDateTime moment) {
            return PrintedTime.of(moment, moment.get(ChronoField.NANO_OF_SECOND) == 0 ? 0 : 6);
        }
        return sum instanceof Duration time
                ? PrintedTime.of(time, TimeSpan.micros(time) % 1_000_000 == 0 ? 0 : 6)
                : null;
    }

    private static SqlType seconds(SqlType number) {
        return SqlType.moment(Kind.TIME, Unification.fraction(number));
    }

    private static SqlType sum(Operands operands) {
        SqlType first = operands.type(0);
        boolean time = first.kind() == Kind.TIME || first.kind().isNumber();
        return time || first.kind().isMoment()
                ? SqlType.moment(
                        time ? Kind.TIME : Kind.DATETIME,
                        Math.max(Unification.fraction(first), operands.type(1).scale()))
                : SqlType.text(29);
    }

    private static String sum(Written call, String sign) {
        String added = ", (" + (sign.equals("-") ? "- " : "") + call.text(1) + "))";
        if (call.type(0).kind() == Kind.TIME) {
            return "fn_time_sum_2(" + call.text(0) + added;
        }
        if (call.type(0).kind().isNumber()) {
            return "fn_time_sum_2(" + time(call, 0) + added;
        }
        if (!call.type(0).kind().isMoment()) {
            return "fn_text_sum_2(" + call.as(0, "VARCHAR") + added;
        }
        return Bounds.moment("(" + call.as(0, "TIMESTAMP") + " " + sign + " to_microseconds(" + call.text(1) + "))");
    }

    private static SqlType difference(Operands operands) {
        return SqlType.moment(Kind.TIME, Math.max(fraction(operands, 0), fraction(operands, 1)));
    }

    private static int fraction(Operands operands, int argument) {
        SqlType type = operands.type(argument);
        return !type.kind().isText()
                ? Unification.fraction(type)
                : TimeRows.fraction(operands.isConstant(argument) ? operands.constant(argument) : null);
    }

    /** Values of two types have no difference; a text may be of any, and is a date beside one. */
    private static String subtracted(Written call) {
        Kind first = call.type(0).kind();
        Kind second = call.type(1).kind();
        boolean time = first == Kind.TIME;
        if (!first.isMoment() || !second.isMoment()) {
            if (first == Kind.DATE || second == Kind.DATE) {
                return "fn_date_difference_2(" + call.as(0, "VARCHAR") + ", " + call.as(1, "VARCHAR") + ")";
            }
            return "fn_text_difference_2(" + printed(call, 0) + ", " + printed(call, 1) + ")";
        }
        if (first != second) {
            return "CAST(NULL AS BIGINT)";
        }
        String type = time ? "BIGINT" : "TIMESTAMP";
        return (time ? "fn_time_difference_2(" : "fn_moment_difference_2(") + call.as(0, type) + ", " + call.as(1, type)
                + ")";
    }

    private static String printed(Written call, int argument) {
        return switch (call.type(argument).kind()) {
            case TIME -> "fn_time_text_2(" + call.text(argument) + ", CAST(6 AS BIGINT))";
            case TEXT, ENUM, SET, JSON, BYTES, DATETIME -> call.as(argument, "VARCHAR");
            default -> "fn_time_text_2(" + time(call, argument) + ", CAST(6 AS BIGINT))";
        };
    }

    /** Returns a number as the time that its digits are. */
    private static String time(Written call, int argument) {
        boolean truth = call.type(argument).kind() == Kind.BOOL;
        String digits = truth ? "CAST(" + call.as(argument, "BIGINT") + " AS VARCHAR)" : call.as(argument, "VARCHAR");
        return "fn_decimal_as_time_3(" + digits + ", CAST(0 AS BIGINT), CAST(6 AS BIGINT))";
    }
}
