package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Want.ANY;
import static io.tributary.dialect.registry.Want.DATETIME;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.NUMBER;
import static io.tributary.dialect.registry.Want.TEXT;
import static io.tributary.dialect.registry.Want.TIME;

import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.value.PrintedTime;
import io.tributary.dialect.value.TimeSpan;
import io.tributary.dialect.value.TimeText;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Objects;
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
        rows.row("TIME").takes(TIME).gives(ResultRule.same(0)).duckdb("#1").java(a -> a[0]);
        rows.row("TIMESTAMP")
                .takes(DATETIME)
                .gives(ResultRule.same(0))
                .duckdb("#1")
                .java(a -> a[0]);
        rows.row("TIMESTAMP")
                .takes(DATETIME, TIME)
                .gives(ClockRows::sum)
                .nullable()
                .duckdb(call -> sum(call, "+"));
        for (String sign : List.of("+", "-")) {
            String name = sign.equals("+") ? "ADDTIME" : "SUBTIME";
            rows.row(name).takes(ANY, TIME).gives(ClockRows::sum).nullable().duckdb(call -> sum(call, sign));
        }
        rows.row("TIMEDIFF")
                .takes(ANY, ANY)
                .gives(ClockRows::difference)
                .nullable()
                .duckdb(ClockRows::subtracted);
        rows.row("MOMENT DIFFERENCE")
                .takes(DATETIME, DATETIME)
                .gives(SqlType.moment(Kind.TIME, 6))
                .nullable()
                .strict(a -> TimeSpan.difference(a[0], a[1]));
        rows.row("TIME DIFFERENCE")
                .takes(TIME, TIME)
                .gives(SqlType.moment(Kind.TIME, 6))
                .nullable()
                .strict(a -> TimeSpan.difference(a[0], a[1]));
        rows.row("TEXT DIFFERENCE")
                .takes(TEXT, TEXT)
                .gives(SqlType.moment(Kind.TIME, 6))
                .nullable()
                .strict(a -> TimeSpan.difference(
                        TimeText.parse((String) known(a[0])), TimeText.parse((String) known(a[1]))));
        rows.row("TIME SUM")
                .takes(TIME, TIME)
                .gives(SqlType.moment(Kind.TIME, 6))
                .nullable()
                .strict(a -> TimeSpan.sum(a[0], a[1]));
        rows.row("TEXT SUM")
                .takes(TEXT, TIME)
                .gives(SqlType.text(29))
                .nullable()
                .strict(a -> printed(TimeSpan.sum(TimeText.parse((String) known(a[0])), a[1])));
        rows.row("TIME_TO_SEC")
                .takes(TIME)
                .gives(ClockRows::secondsOf)
                .duckdb(call -> call.type(0).scale() == 0
                        ? "(" + call.text(0) + " // 1000000)"
                        : "CAST((" + call.text(0) + " * 0.000001) AS " + call.resultType() + ")");
        rows.row("SEC_TO_TIME")
                .takes(NUMBER)
                .gives(operands -> seconds(operands.type(0)))
                .duckdb(call -> "fn_seconds_as_time_1(" + call.as(0, "VARCHAR") + ")");
        rows.row("SECONDS AS TIME")
                .takes(TEXT)
                .gives(SqlType.moment(Kind.TIME, 6))
                .strict(a -> TimeSpan.ofSeconds(new BigDecimal((String) known(a[0]))));
        rows.row("MAKETIME")
                .takes(INTEGER, INTEGER, NUMBER)
                .gives(operands -> seconds(operands.type(2)))
                .nullable()
                .duckdb(call -> "fn_parts_as_time_3(" + call.text(0) + ", " + call.text(1) + ", "
                        + call.as(2, "VARCHAR") + ")");
        rows.row("PARTS AS TIME")
                .takes(INTEGER, INTEGER, TEXT)
                .gives(SqlType.moment(Kind.TIME, 6))
                .nullable()
                .strict(a -> TimeSpan.of((Long) known(a[0]), (Long) known(a[1]), new BigDecimal((String) known(a[2]))));
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

    private static SqlType secondsOf(Operands operands) {
        int fraction = operands.type(0).scale();
        return fraction == 0 ? SqlType.integer(10) : SqlType.decimal(10 + fraction, fraction);
    }

    private static SqlType seconds(SqlType number) {
        int fraction = number.kind().isInteger() ? 0 : number.kind() == Kind.DECIMAL ? number.scale() : 6;
        return SqlType.moment(Kind.TIME, fraction);
    }

    private static SqlType sum(Operands operands) {
        SqlType first = operands.type(0);
        return first.kind().isMoment()
                ? SqlType.moment(
                        first.kind() == Kind.TIME ? Kind.TIME : Kind.DATETIME,
                        Math.max(first.scale(), operands.type(1).scale()))
                : SqlType.text(29);
    }

    private static String sum(Written call, String sign) {
        String added = ", (" + (sign.equals("-") ? "- " : "") + call.text(1) + "))";
        if (call.type(0).kind() == Kind.TIME) {
            return "fn_time_sum_2(" + call.text(0) + added;
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
        return type.kind().isMoment()
                ? type.scale()
                : TimeRows.fraction(operands.isConstant(argument) ? operands.constant(argument) : null);
    }

    /** Values of two types have no difference; a text is what stands beside it. */
    private static String subtracted(Written call) {
        Kind first = call.type(0).kind();
        Kind second = call.type(1).kind();
        boolean texts = !first.isMoment() && !second.isMoment();
        if (texts) {
            return "fn_text_difference_2(" + call.as(0, "VARCHAR") + ", " + call.as(1, "VARCHAR") + ")";
        }
        if (first.isMoment() && second.isMoment() && first != second) {
            return "CAST(NULL AS BIGINT)";
        }
        boolean time = first == Kind.TIME || second == Kind.TIME;
        return (time ? "fn_time_difference_2(" : "fn_moment_difference_2(") + side(call, 0, time) + ", "
                + side(call, 1, time) + ")";
    }

    private static String side(Written call, int argument, boolean time) {
        if (call.type(argument).kind().isMoment()) {
            return call.as(argument, time ? "BIGINT" : "TIMESTAMP");
        }
        return "fn_text_as_" + (time ? "time" : "datetime") + "_3(" + call.as(argument, "VARCHAR")
                + ", CAST(0 AS BIGINT), CAST(6 AS BIGINT))";
    }

    private static Object known(@Nullable Object value) {
        return Objects.requireNonNull(value);
    }
}
