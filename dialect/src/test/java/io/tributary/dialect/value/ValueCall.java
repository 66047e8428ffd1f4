package io.tributary.dialect.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A call as a client writes it, {@code DATE_ADD('2004-01-31', INTERVAL 1 MONTH)} or {@code 7 DIV 2}: a name and arguments, which are
 * literals or words.
 */
record ValueCall(String name, List<@Nullable Object> arguments) {
    /** A word that is no value, such as a unit. */
    record Word(String text) {}

    static final SessionClock CLOCK = new SessionClock(ZoneOffset.UTC, LocalDate.of(2022, 10, 1));

    private static final Pattern TOKEN = Pattern.compile(
            "(?:(DATE|TIMESTAMP|TIME)\\s?)?'((?:[^']|'')*)'|-?\\d+(?:\\.\\d+)?(?:e[-+]?\\d+)?(?![\\d.])|X?\\w+|[/%+]",
            Pattern.CASE_INSENSITIVE);
    private static final List<String> NOISE = List.of("INTERVAL", "FROM", "AS");

    private static final Map<String, Function<ValueCall, @Nullable Object>> BODIES = new HashMap<>();

    static ValueCall parse(String call) {
        List<@Nullable Object> parts = new ArrayList<>();
        for (Matcher matcher = TOKEN.matcher(call); matcher.find(); ) {
            String token = matcher.group();
            if (matcher.group(2) != null) {
                parts.add(typed(matcher.group(1), matcher.group(2).replace("''", "'")));
            } else if (token.equals("NULL")) {
                parts.add(null);
            } else if (Character.isDigit(token.charAt(token.length() - 1)) && !Character.isLetter(token.charAt(0))) {
                parts.add(number(token));
            } else if (!NOISE.contains(token)) {
                parts.add(new Word(token));
            }
        }
        boolean infix = !(parts.get(0) instanceof Word);
        return new ValueCall(((Word) Objects.requireNonNull(parts.remove(infix ? 1 : 0))).text, parts);
    }

    private static Object typed(@Nullable String type, String text) {
        return type == null
                ? text
                : Objects.requireNonNull(
                        switch (type.toUpperCase(Locale.ROOT)) {
                            case "DATE" -> Conversion.toDate(text, CLOCK);
                            case "TIME" -> Conversion.toTime(text);
                            default -> Conversion.toDateTime(text, CLOCK);
                        });
    }

    private static Object number(String token) {
        if (token.contains("e")) {
            return Double.valueOf(token);
        }
        BigDecimal number = new BigDecimal(token);
        boolean isInteger = number.scale() == 0 && number.toBigInteger().compareTo(NumberPrefix.UNSIGNED_MAX) <= 0;
        return isInteger ? NumberPrefix.integer(number.toBigInteger()) : number;
    }

    String answer() {
        Function<ValueCall, @Nullable Object> body = Objects.requireNonNull(BODIES.get(name), name);
        if (arguments.contains(null)) {
            return "NULL";
        }
        Object value = body.apply(this);
        return value == null ? "NULL" : Conversion.toText(value);
    }

    private Object get(int index) {
        return Objects.requireNonNull(arguments.get(index));
    }

    private String text(int index) {
        return get(index) instanceof Word word ? word.text : Conversion.toText(get(index));
    }

    private long number(int index) {
        return Conversion.toInteger(get(index)).longValue();
    }

    private BigDecimal decimal(int index) {
        return Conversion.toDecimal(get(index));
    }

    private IntervalUnit unit(int index) {
        return IntervalUnit.valueOf(text(index));
    }

    private int optional(int index) {
        return arguments.size() > index ? (int) number(index) : 0;
    }

    private boolean is(Class<?> type) {
        return arguments.stream().anyMatch(type::isInstance);
    }

    private static void define(String name, Function<ValueCall, @Nullable Object> body) {
        BODIES.put(name, body);
    }

    private static void defineOfDate(String name, Function<LocalDate, @Nullable Object> body) {
        define(name, call -> {
            LocalDate date = Conversion.toDate(call.get(0), CLOCK);
            return date == null ? null : body.apply(date);
        });
    }

    private static void defineOfMoment(
            String name, java.util.function.BiFunction<LocalDateTime, ValueCall, @Nullable Object> body) {
        define(name, call -> {
            LocalDateTime moment = Conversion.toDateTime(call.get(0), CLOCK);
            return moment == null ? null : body.apply(moment, call);
        });
    }

    static {
        define("CAST", ValueCall::cast);
        define(
                "+",
                call -> call.is(String.class)
                        ? (Object) (Conversion.toDouble(call.get(0)) + Conversion.toDouble(call.get(1)))
                        : call.decimal(0).add(call.decimal(1)));
        define("/", ValueCall::divided);
        define("ROUND", call -> Rounding.round(call.get(0), call.optional(1)));
        define("TRUNCATE", call -> Rounding.truncate(call.get(0), call.optional(1)));
        define("FORMAT", call -> Rounding.format(call.get(0), call.number(1)));
        define("CONV", call -> Division.convert(call.text(0), call.number(1), call.number(2)));
        define("DATE_ADD", ValueCall::added);
        define(
                "ADDTIME",
                call -> TimeSpan.sum(
                        Conversion.toTimeOrDateTime(call.get(0)), Conversion.toTimeOrDateTime(call.get(1))));
        define(
                "SUBTIME",
                call -> Conversion.toTimeOrDateTime(call.get(1)) instanceof Duration span
                        ? TimeSpan.sum(Conversion.toTimeOrDateTime(call.get(0)), span.negated())
                        : null);
        define(
                "TIMEDIFF",
                call -> TimeSpan.difference(
                        Conversion.toTimeOrDateTime(call.get(0)), Conversion.toTimeOrDateTime(call.get(1))));
        define("TIMESTAMPDIFF", call -> call.unit(0)
                .between(
                        Objects.requireNonNull(Conversion.toDateTime(call.get(1), CLOCK)),
                        Objects.requireNonNull(Conversion.toDateTime(call.get(2), CLOCK))));
        define(
                "DATEDIFF",
                call -> (long) DayNumber.of(Objects.requireNonNull(Conversion.toDate(call.get(0), CLOCK)))
                        - DayNumber.of(Objects.requireNonNull(Conversion.toDate(call.get(1), CLOCK))));
        define("EXTRACT", ValueCall::extracted);
        define("SEC_TO_TIME", call -> TimeSpan.ofSeconds(call.decimal(0)));
        define("MAKETIME", call -> TimeSpan.of(call.number(0), call.number(1), call.decimal(2)));
        define("MAKEDATE", call -> DayNumber.ofYear(call.number(0), call.number(1)));
        define("FROM_DAYS", call -> DayNumber.date(call.number(0)));
        define("PERIOD_ADD", call -> Period.plus(call.number(0), call.number(1)));
        define("PERIOD_DIFF", call -> Period.minus(call.number(0), call.number(1)));
        define("GET_FORMAT", call -> DateFormatter.named(DateScanner.Kind.valueOf(call.text(0)), call.text(1)));
        define("STR_TO_DATE", call -> DateScanner.parse(call.text(0), call.text(1)));
        define("TIME_FORMAT", call -> {
            Duration time = Conversion.toTime(call.get(0));
            return time == null ? null : DateFormatter.format(time, call.text(1));
        });
        define("FROM_UNIXTIME", call -> TimeZones.fromUnixTime(call.decimal(0), CLOCK.zone()));
        defineOfDate("TO_DAYS", date -> (long) DayNumber.of(date));
        defineOfDate("LAST_DAY", DayNumber::lastOfMonth);
        defineOfDate("WEEKDAY", date -> (long) DayNumber.weekday(date));
        defineOfDate("DAYOFWEEK", date -> (long) DayNumber.ofWeek(date));
        defineOfDate("DAYOFYEAR", date -> (long) DayNumber.ofYear(date));
        defineOfDate("DAYNAME", EnglishNames::day);
        defineOfDate("MONTHNAME", EnglishNames::month);
        defineOfMoment("WEEK", (moment, call) -> (long) Week.number(moment.toLocalDate(), call.optional(1)));
        defineOfMoment("YEARWEEK", (moment, call) -> (long) Week.yearWeek(moment.toLocalDate(), call.optional(1)));
        defineOfMoment("DATE_FORMAT", (moment, call) -> DateFormatter.format(moment, call.text(1)));
        defineOfMoment("UNIX_TIMESTAMP", (moment, call) -> TimeZones.unixTimestamp(moment, CLOCK.zone(), 3)
                .stripTrailingZeros());
        defineOfMoment("CONVERT_TZ", (moment, call) -> {
            ZoneId from = TimeZones.find(call.text(1));
            ZoneId to = TimeZones.find(call.text(2));
            return from == null || to == null ? null : TimeZones.convert(moment, from, to);
        });
    }

    private @Nullable Object cast() {
        int digits = optional(2);
        Object value = get(0);
        switch (text(1)) {
            case "SIGNED" -> {
                return toSigned(value);
            }
            case "UNSIGNED" -> {
                return new BigInteger(
                        Long.toUnsignedString(Conversion.toInteger(value).longValue()));
            }
            case "DECIMAL" -> {
                return NumberPrefix.of(text(0)).toDecimal(digits, optional(3));
            }
            case "DATE" -> {
                return Conversion.toDate(value, CLOCK);
            }
            case "DATETIME" -> {
                LocalDateTime moment = Conversion.toDateTime(value, CLOCK);
                LocalDateTime rounded = moment == null ? null : FractionDigits.rounded(moment, digits);
                return rounded == null ? null : PrintedTime.of(rounded, digits);
            }
            case "TIME" -> {
                Duration time = Conversion.toTime(value);
                return time == null ? null : PrintedTime.of(FractionDigits.rounded(time, digits), digits);
            }
            case "FLOAT" -> {
                return PrintedNumber.of((float) Conversion.toDouble(value));
            }
            case "CHAR" -> {
                return Conversion.toText(value);
            }
            default -> throw new IllegalArgumentException(text(1));
        }
    }

    /** A quotient has four digits more than the dividend. */
    private @Nullable Object divided() {
        BigDecimal quotient = Division.quotient(decimal(0), decimal(1), 4);
        return quotient == null
                ? null
                : quotient.setScale(Math.min(30, decimal(0).scale() + 4), RoundingMode.HALF_UP);
    }

    /** The low 64 bits of an integer and of a text's digits, the nearest BIGINT of everything else. */
    private static long toSigned(Object value) {
        Number integer = Conversion.toInteger(value);
        boolean wraps = value instanceof Number ? value instanceof BigInteger : !(value instanceof Duration);
        return wraps || integer instanceof Long
                ? integer.longValue()
                : ((BigInteger) integer).signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    private @Nullable Object added() {
        Interval interval = unit(2).of(get(1));
        Object moment = get(0) instanceof Duration ? get(0) : Conversion.toDateOrDateTime(get(0), CLOCK);
        return interval == null || moment == null
                ? null
                : moment instanceof Duration time
                        ? interval.addTo(time)
                        : moment instanceof LocalDate date
                                ? interval.addTo(date)
                                : interval.addTo((LocalDateTime) moment);
    }

    private @Nullable Object extracted() {
        if (get(1) instanceof Duration time) {
            return unit(0).extract(time);
        }
        LocalDateTime moment = Conversion.toDateTime(get(1), CLOCK);
        return moment == null ? null : unit(0).extract(moment);
    }
}
