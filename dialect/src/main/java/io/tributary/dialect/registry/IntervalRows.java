package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Want.ANY;
import static io.tributary.dialect.registry.Want.DATETIME;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.KEYWORD;
import static io.tributary.dialect.registry.Want.MOMENT;
import static io.tributary.dialect.registry.Want.NUMBER;
import static io.tributary.dialect.registry.Want.SHIFTED;
import static io.tributary.dialect.registry.Want.TEXT;
import static io.tributary.dialect.registry.Want.TIME;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.type.Unification;
import io.tributary.dialect.value.Conversion;
import io.tributary.dialect.value.FractionDigits;
import io.tributary.dialect.value.Interval;
import io.tributary.dialect.value.IntervalUnit;
import io.tributary.dialect.value.PrintedTime;
import io.tributary.dialect.value.SessionClock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Moments and intervals. A call has a value, an amount and a unit; without a time in the unit a DATE stays a DATE.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/date-and-time-functions.html#function_date-add">DATE_ADD</a>
 */
final class IntervalRows {
    private static final SessionClock CLOCK = new SessionClock(ZoneOffset.UTC, LocalDate.EPOCH);

    /** The engine's functions of units of one word, and the most units between any two dates. */
    private static final Map<IntervalUnit, Native> NATIVE = Map.of(
            IntervalUnit.YEAR, new Native("to_years", 10_000, "INTEGER"),
            IntervalUnit.QUARTER, new Native("to_months", 40_000, "INTEGER"),
            IntervalUnit.MONTH, new Native("to_months", 120_000, "INTEGER"),
            IntervalUnit.WEEK, new Native("to_days", 600_000, "INTEGER"),
            IntervalUnit.DAY, new Native("to_days", 4_000_000, "INTEGER"),
            IntervalUnit.HOUR, new Native("to_hours", 100_000_000, "BIGINT"),
            IntervalUnit.MINUTE, new Native("to_minutes", 6_000_000_000L, "BIGINT"),
            IntervalUnit.SECOND, new Native("to_microseconds", 400_000_000_000L, "BIGINT"),
            IntervalUnit.MICROSECOND, new Native("to_microseconds", 400_000_000_000_000_000L, "BIGINT"));

    /** More days lie between the first date and the last. */
    private static final int DAYS_MAX = 3_000_000;

    private static final int DIGITS_OF_LONG = 18;

    private static final SqlType PARTS = SqlType.integer(19);

    private static final Map<IntervalUnit, Integer> FACTORS =
            Map.of(IntervalUnit.QUARTER, 3, IntervalUnit.WEEK, 7, IntervalUnit.SECOND, 1_000_000);

    private static final Set<IntervalUnit> MONTHS = Set.of(IntervalUnit.MONTH, IntervalUnit.QUARTER, IntervalUnit.YEAR);

    private record Native(String function, long most, String type) {}

    /** Which argument is what. */
    private record Shift(int value, int amount, int unit, boolean back) {}

    private IntervalRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        Shift later = new Shift(0, 1, 2, false);
        Shift earlier = new Shift(0, 1, 2, true);
        shift(rows, "+ INTERVAL|DATE_ADD INTERVAL|ADDDATE INTERVAL", later, SHIFTED, ANY, KEYWORD);
        shift(rows, "- INTERVAL|DATE_SUB INTERVAL|SUBDATE INTERVAL", earlier, SHIFTED, ANY, KEYWORD);
        shift(rows, "ADDDATE|DATE_ADD", IntervalUnit.DAY, later, SHIFTED);
        shift(rows, "SUBDATE|DATE_SUB", IntervalUnit.DAY, earlier, SHIFTED);
        shift(rows, "TIMESTAMPADD", new Shift(2, 1, 0, false), KEYWORD, ANY, SHIFTED);
        for (IntervalUnit unit : NATIVE.keySet()) {
            String name = unit.name();
            rows.row("TIMESTAMPDIFF " + name, SqlType.integer(19), DATETIME, DATETIME)
                    .duckdb(
                            MONTHS.contains(unit)
                                    ? Written::java
                                    : Spelling.of("date_sub('" + name.toLowerCase(Locale.ROOT) + "', #1, #2)"))
                    .strict(a -> unit.between(a.moment(0), a.moment(1)));
            family(rows, unit, later, earlier);
        }
        parts(rows);
        added(rows, "ADD TO DATETIME", DATETIME, SqlType.moment(Kind.DATETIME, 6));
        added(rows, "ADD TO TIME", TIME, SqlType.moment(Kind.TIME, 6));
        added(rows, "ADD TO TEXT", TEXT, SqlType.text(29));
        added(rows, "ADD TO NUMBER", NUMBER, SqlType.text(29));
        return rows.functions();
    }

    /** Units of two words. A TIME has no date, also one that a number or a text is: its day is 0 (sql/item_timefunc.cc, Item_extract). */
    private static void parts(Rows rows) {
        for (IntervalUnit unit : IntervalUnit.values()) {
            Rows.Computation parts = a -> parts(Conversion.toTimeOrDateTime(a.known(0)), unit);
            if (unit == IntervalUnit.YEAR_MONTH) {
                rows.row("EXTRACT " + unit, PARTS, DATETIME).partial(parts);
            } else if (unit.name().indexOf('_') > 0) {
                rows.row("EXTRACT " + unit, PARTS, ANY)
                        .duckdb(call -> parts(call, unit))
                        .partial(parts);
            }
        }
        for (Want of : List.of(DATETIME, TIME, TEXT)) {
            rows.row("PARTS OF " + of, PARTS, of, KEYWORD)
                    .partial(a -> parts(Conversion.toTimeOrDateTime(a.known(0)), IntervalUnit.valueOf(a.text(1))));
        }
    }

    private static @Nullable Object parts(@Nullable Object value, IntervalUnit unit) {
        return value instanceof Duration time
                ? (Object) unit.extract(time)
                : value == null ? null : unit.extract((LocalDateTime) value);
    }

    private static String parts(Written call, IntervalUnit unit) {
        return switch (call.type(0).kind()) {
            case DATE, DATETIME -> "fn_parts_of_datetime_2(" + call.as(0, "TIMESTAMP") + ", '" + unit + "')";
            case TIME -> "fn_parts_of_time_2(" + call.text(0) + ", '" + unit + "')";
            default -> "fn_parts_of_text_2(" + digits(call, 0) + ", '" + unit + "')";
        };
    }

    /** Doris has a function for each unit. */
    private static void family(Rows rows, IntervalUnit unit, Shift later, Shift earlier) {
        String units = unit.name() + "S_";
        shift(rows, units + (unit == IntervalUnit.MONTH ? "ADD|ADD_MONTHS" : "ADD"), unit, later, MOMENT);
        shift(rows, units + "SUB", unit, earlier, MOMENT);
        rows.row(units + "DIFF", SqlType.integer(19), DATETIME, DATETIME)
                .duckdb(
                        MONTHS.contains(unit)
                                ? Written::java
                                : Spelling.of("date_sub('" + unit.name().toLowerCase(Locale.ROOT) + "', #2, #1)"))
                .strict(a -> unit.between(a.moment(1), a.moment(0)));
    }

    /** Adds a function of one unit. */
    private static void shift(Rows rows, String names, IntervalUnit unit, Shift shift, Want value) {
        rows.row(names, operands -> type(operands.type(0), operands.type(1), unit), value, INTEGER)
                .moments()
                .nullable()
                .duckdb(call -> added(call, shift, unit))
                .java(a -> shifted(a.get(0), a.get(1), unit, shift.back(), true));
    }

    private static void shift(Rows rows, String names, Shift shift, Want... wants) {
        rows.row(
                        names,
                        operands -> type(
                                operands.type(shift.value()), operands.type(shift.amount()), unit(operands, shift)),
                        wants)
                .moments()
                .nullable()
                .duckdb(call -> added(call, shift, unit(call, shift)))
                .java(a -> shifted(
                        a.get(shift.value()),
                        a.get(shift.amount()),
                        IntervalUnit.valueOf(a.text(shift.unit())),
                        shift.back(),
                        true));
    }

    private static void added(Rows rows, String name, Want value, SqlType type) {
        rows.row(name, type, value, TEXT, TEXT).partial(a -> {
            String unit = a.text(2);
            boolean back = unit.startsWith("-");
            Object shifted = value == NUMBER ? ConvertedNumbers.exact(a.get(0)) : a.get(0);
            return shifted(shifted, a.get(1), IntervalUnit.valueOf(back ? unit.substring(1) : unit), back, false);
        });
    }

    private static IntervalUnit unit(Operands operands, Shift shift) {
        String name = String.valueOf(operands.constant(shift.unit()));
        try {
            return IntervalUnit.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw TributaryException.notSupported("INTERVAL of " + name);
        }
    }

    private static SqlType type(SqlType value, SqlType amount, IntervalUnit unit) {
        if (amount.kind().isMoment()) {
            throw TributaryException.notSupported("a " + amount.kind() + " as the amount of an INTERVAL");
        }
        int micros = unit.name().endsWith("MICROSECOND") ? 6 : 0;
        boolean whole = amount.kind().isInteger() || unit != IntervalUnit.SECOND;
        int fraction = Math.max(micros, whole ? 0 : Unification.fraction(amount));
        return switch (value.kind()) {
            case DATE -> unit.hasTime() ? SqlType.moment(Kind.DATETIME, fraction) : value;
            case DATETIME -> SqlType.moment(Kind.DATETIME, Math.max(value.scale(), fraction));
            case TIME -> SqlType.moment(Kind.TIME, Math.max(value.scale(), fraction));
            default -> SqlType.text(29).ordered(value.text());
        };
    }

    private static String added(Written call, Shift shift, IntervalUnit unit) {
        SqlType value = call.type(shift.value());
        Native twin = NATIVE.get(unit);
        boolean moment = value.kind() == Kind.DATE || value.kind() == Kind.DATETIME;
        boolean number = call.type(shift.amount()).kind().isNumber();
        if (twin == null || !moment || !number) {
            return inJava(call, shift, unit, value.kind());
        }
        boolean whole = call.type(shift.amount()).kind().isInteger() || unit != IntervalUnit.SECOND;
        int factor = FACTORS.getOrDefault(unit, 1);
        if (call.result().kind() == Kind.DATE
                && twin.function().equals("to_days")
                && call.isShort(shift.value())
                && call.isConstant(shift.amount())
                && call.constant(shift.amount()) instanceof Long units
                && Math.abs(units) < DAYS_MAX / factor) {
            return days(call.text(shift.value()), (shift.back() ? -units : units) * factor);
        }
        boolean scaled = whole && factor > 1;
        long most = whole ? twin.most() : twin.most() * factor;
        String amount = whole
                ? units(call, shift.amount())
                : "CAST(least(greatest(" + call.as(shift.amount(), "DOUBLE") + ", -1e12), 1e12) * 1000000 AS BIGINT)";
        String interval = twin.function() + "(CAST(" + Bounds.within(amount, most) + (scaled ? " * " + factor : "")
                + " AS " + twin.type() + "))";
        String sum = Bounds.moment(
                "(" + call.as(shift.value(), "TIMESTAMP") + (shift.back() ? " - " : " + ") + interval + ")");
        return call.result().kind() == Kind.DATE ? "CAST(" + sum + " AS DATE)" : sum;
    }

    /** Returns an amount rounded to a whole number; what is beyond all dates stays there. */
    private static String units(Written call, int amount) {
        SqlType type = call.type(amount);
        boolean fits = type.kind().isExact() && type.wholeDigits() <= DIGITS_OF_LONG;
        if (fits) {
            return call.as(amount, "BIGINT");
        }
        boolean exact = type.kind() == Kind.DECIMAL && type.carried() <= DIGITS_OF_LONG;
        String wide = exact ? "DECIMAL(38," + type.carried() + ")" : "DOUBLE";
        String most = "CAST(1e" + DIGITS_OF_LONG + " AS " + wide + ")";
        return "CAST(least(greatest(" + call.as(amount, wide) + ", -" + most + "), " + most + ") AS BIGINT)";
    }

    /** The engine adds days to a DATE in a quarter of the time that a moment takes. */
    private static String days(String date, long days) {
        LocalDate first = LocalDate.of(1, 1, 1).plusDays(Math.max(0, -days));
        LocalDate last = LocalDate.of(9999, 12, 31).minusDays(Math.max(0, days));
        return "CASE WHEN " + date + " >= DATE '" + first + "' AND " + date + " <= DATE '" + last + "' THEN " + date
                + " + " + days + " END";
    }

    private static String inJava(Written call, Shift shift, IntervalUnit unit, Kind kind) {
        boolean fraction = unit == IntervalUnit.SECOND || unit.name().indexOf('_') > 0;
        String amount = call.type(shift.amount()).kind().isNumber()
                ? "CAST(" + (fraction ? call.text(shift.amount()) : units(call, shift.amount())) + " AS VARCHAR)"
                : call.as(shift.amount(), "VARCHAR");
        String sign = shift.back() ? "-" : "";
        String rest = ", " + amount + ", '" + sign + unit + "')";
        if (kind == Kind.DATE || kind == Kind.DATETIME) {
            String sum = "fn_add_to_datetime_3(" + call.as(shift.value(), "TIMESTAMP") + rest;
            return call.result().kind() == Kind.DATE ? "CAST(" + sum + " AS DATE)" : sum;
        }
        if (kind == Kind.TIME) {
            return "fn_add_to_time_3(" + call.text(shift.value()) + rest;
        }
        return "fn_add_to_" + (kind.isNumber() ? "number" : "text") + "_3(" + digits(call, shift.value()) + rest;
    }

    /** Returns a text, or a number as its digits. */
    private static String digits(Written call, int argument) {
        return call.type(argument).kind() == Kind.BOOL
                ? "CAST(" + call.as(argument, "BIGINT") + " AS VARCHAR)"
                : call.as(argument, "VARCHAR");
    }

    /** @param isWritten whether the value is a literal, whose digits of a second a text keeps */
    private static @Nullable Object shifted(
            @Nullable Object value, @Nullable Object amount, IntervalUnit unit, boolean back, boolean isWritten) {
        Object number = amount instanceof Boolean truth ? (Object) (truth ? 1L : 0L) : amount;
        Interval interval = value == null || number == null ? null : unit.of(number);
        if (interval == null) {
            return null;
        }
        Interval signed = back ? interval.negated() : interval;
        if (value instanceof LocalDateTime moment) {
            return signed.addTo(moment);
        } else if (value instanceof LocalDate day) {
            return signed.addTo(day);
        } else if (value instanceof Duration time) {
            return signed.addTo(time);
        }
        Object moment = Conversion.toDateOrDateTime(Objects.requireNonNull(value), CLOCK);
        Object sum = moment instanceof LocalDate day
                ? signed.addTo(day)
                : moment instanceof LocalDateTime at ? signed.addTo(at) : null;
        if (sum instanceof LocalDateTime at) {
            int written = isWritten && value instanceof String text ? FractionDigits.of(text) : 0;
            boolean more = unit.name().endsWith("MICROSECOND") || written == 0;
            return PrintedTime.of(at, at.get(ChronoField.NANO_OF_SECOND) == 0 ? 0 : more ? 6 : written);
        }
        return sum instanceof LocalDate day ? PrintedTime.of(day) : null;
    }
}
