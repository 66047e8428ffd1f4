package io.tributary.dialect.bind;

import io.tributary.contract.error.ErrorCode;
import io.tributary.dialect.bind.Bound.Slot;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.Literals.Value;
import io.tributary.dialect.type.Collation;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.type.SqlType.TextOrder;
import io.tributary.dialect.value.Conversion;
import io.tributary.dialect.value.DateTimeText;
import io.tributary.dialect.value.FractionDigits;
import io.tributary.dialect.value.SessionClock;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The types and values of literals. */
public final class LiteralTypes {
    private static final BigInteger SIGNED_MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger UNSIGNED_MAX = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    /** Digits of a BIGINT's least that may be too large for it. */
    private static final int DIGITS_OF_LARGE = 19;

    private static final int DECIMAL_DIGITS = 38;
    private static final int BITS_OF_LARGEINT = 127;

    private static final SessionClock CLOCK = new SessionClock(ZoneOffset.UTC, LocalDate.EPOCH);

    private static final String WORD = " LITERAL";

    /** What a text is asked: its type as a moment; empty of what is none, and beside a moment of what is another one in each time zone. */
    private enum Moment implements Function<Value, Optional<SqlType>> {
        BESIDE_DAY,
        BESIDE_MOMENT,
        /** A whole number whose digits are a day, or one and a time. */
        NUMBER,
        DATE,
        TIME,
        TIMESTAMP;

        @Override
        public Optional<SqlType> apply(Value text) {
            return switch (this) {
                case BESIDE_DAY -> beside(text.text(), Kind.DATE);
                case BESIDE_MOMENT -> beside(text.text(), Kind.DATETIME);
                case NUMBER -> numbered(text.text());
                case DATE, TIME -> worded(text.text(), Kind.valueOf(name()));
                case TIMESTAMP -> worded(text.text(), Kind.DATETIME);
            };
        }
    }

    private LiteralTypes() {}

    /** Whether a call is that of a word before a text. */
    static boolean isWord(String function) {
        return function.endsWith(WORD);
    }

    /** Returns the type of a literal. Of short numbers and texts only what the shape of a statement tells. */
    static SqlType of(Literals literals, int index, Collation collation) {
        Value value = literals.peek(index);
        SqlType type =
                switch (value.kind()) {
                    case INTEGER -> integer(literals, index, value.text());
                    case DECIMAL -> decimal(value.text());
                    case DOUBLE -> SqlType.of(Kind.DOUBLE);
                    case TEXT ->
                        SqlType.text(sizeClass(value.text()
                                        .codePointCount(0, value.text().length())))
                                .ordered(new TextOrder(collation, TextOrder.LITERAL));
                    case BYTES -> SqlType.bytes(sizeClass(value.text().length() / 2));
                    case BINARY_TEXT ->
                        SqlType.bytes(sizeClass(value.text().length() / 2))
                                .ordered(new TextOrder(Collation.BINARY, TextOrder.COLUMN));
                };
        return type.nullable(false);
    }

    private static SqlType integer(Literals literals, int index, String digits) {
        if (digits.length() < DIGITS_OF_LARGE) {
            return SqlType.integer(digits.length());
        }
        BigInteger number = new BigInteger(literals.read(index).text());
        if (number.compareTo(SIGNED_MAX) <= 0) {
            return SqlType.integer(DIGITS_OF_LARGE);
        }
        if (number.compareTo(UNSIGNED_MAX) <= 0) {
            return SqlType.unsignedBigint();
        }
        int length = number.toString().length();
        // Doris' LARGEINT has a digit more than a DECIMAL has in the engine.
        return length > DECIMAL_DIGITS && number.bitLength() <= BITS_OF_LARGEINT
                ? SqlType.of(Kind.LARGEINT)
                : SqlType.decimal(length, 0);
    }

    /** Digits at the end, of more than any number has, are none of the value. */
    private static SqlType decimal(String text) {
        int point = text.indexOf('.');
        int zeros = 0;
        while (zeros < point && text.charAt(zeros) == '0') {
            zeros++;
        }
        int whole = point - zeros;
        int most = Math.min(SqlType.SCALE_MAX, Math.max(0, DECIMAL_DIGITS - whole));
        int scale = Math.min(text.length() - point - 1, most);
        return SqlType.decimal(whole + scale, scale);
    }

    /** Returns the next power of two, so that texts of about the same length have one type. */
    private static int sizeClass(int length) {
        return Math.max(1, Integer.highestOneBit(Math.max(1, 2 * length - 1)));
    }

    /** Returns the literal that stands behind DATE, TIME or TIMESTAMP; nothing where it is an error. */
    static @Nullable Bound worded(String word, Slot text, Literals literals) {
        return moment(text, literals, Moment.valueOf(word.substring(0, word.length() - WORD.length())));
    }

    /**
     * Returns the day or the moment that a text is beside a value of that kind; of any text that is one a statement makes the same,
     * whichever it is.
     */
    static Bound beside(Bound text, Kind beside, Statement statement) {
        Bound moment = text instanceof Slot slot
                ? moment(slot, statement.literals, beside == Kind.DATE ? Moment.BESIDE_DAY : Moment.BESIDE_MOMENT)
                : null;
        return moment == null
                ? moment(String.valueOf(Arguments.constant(text, statement.literals)), beside, statement.zone())
                : moment;
    }

    /** Returns the moment whose digits a whole number is; nothing where it is none. */
    static @Nullable Bound numbered(Bound number, Literals literals) {
        if (number instanceof Slot slot) {
            return moment(slot, literals, Moment.NUMBER);
        }
        String digits = String.valueOf(Arguments.constant(number, literals));
        return numbered(digits)
                .<Bound>map(type -> new Bound.Constant(type.nullable(false), moment(digits)))
                .orElse(null);
    }

    private static Optional<SqlType> numbered(String digits) {
        return Optional.ofNullable(moment(digits))
                .map(moment -> moment instanceof LocalDate ? SqlType.of(Kind.DATE) : SqlType.moment(Kind.DATETIME, 0));
    }

    /** Returns a LocalDate or LocalDateTime; null of a number that is neither. */
    private static @Nullable Object moment(String digits) {
        return Conversion.toDateOrDateTime(new BigDecimal(digits), CLOCK);
    }

    private static @Nullable Bound moment(Slot text, Literals literals, Moment question) {
        return literals.ask(text.literal(), question)
                .map(type -> new Slot(type.nullable(false), text.literal()))
                .orElse(null);
    }

    /** Empty of what is no moment, or another one in each time zone. */
    private static Optional<SqlType> beside(String text, Kind beside) {
        Temporal value = DateTimeText.parse(text, ZoneOffset.UTC);
        if (value == null || !value.equals(DateTimeText.parse(text, ZoneOffset.MAX))) {
            return Optional.empty();
        }
        return Optional.of(
                value instanceof LocalDate && beside == Kind.DATE
                        ? SqlType.of(Kind.DATE)
                        : SqlType.moment(Kind.DATETIME, FractionDigits.of(text)));
    }

    private static Optional<SqlType> worded(String text, Kind kind) {
        SqlType type = kind == Kind.DATE ? SqlType.of(kind) : SqlType.moment(kind, FractionDigits.of(text));
        return Optional.ofNullable(moment(text, type)).map(value -> type);
    }

    /** Null of a text that is none. */
    private static @Nullable Object moment(String text, SqlType type) {
        return switch (type.kind()) {
            case DATE -> Conversion.toDate(text, CLOCK);
            case TIME -> Conversion.toTime(text);
            default -> Conversion.toDateTime(text, CLOCK);
        };
    }

    /** Returns the day or the moment that a text is, which stands beside a value of that kind. */
    private static Bound moment(String text, Kind beside, ZoneId zone) {
        Temporal value = DateTimeText.compared(text, zone);
        if (value == null) {
            throw ErrorCode.WRONG_VALUE.error("Incorrect " + beside + " value: '" + text + "'");
        }
        boolean day = value instanceof LocalDate && beside == Kind.DATE;
        SqlType type = day
                ? SqlType.of(Kind.DATE)
                : SqlType.moment(Kind.DATETIME, DateTimeText.parse(text, zone) == null ? 6 : FractionDigits.of(text));
        return new Bound.Constant(
                type.nullable(false), !day && value instanceof LocalDate date ? date.atStartOfDay() : value);
    }

    /** Returns the value of a literal: what is made of the statement holds for it alone. */
    static Object read(Literals literals, int index, SqlType type) {
        return value(literals.read(index), type);
    }

    /** Returns the value of a literal, and nobody knows. */
    public static Object peek(Literals literals, int index, SqlType type) {
        return value(literals.peek(index), type);
    }

    private static Object value(Value value, SqlType type) {
        return switch (value.kind()) {
            case INTEGER -> {
                BigInteger number = new BigInteger(value.text());
                if (type.kind().isMoment()) {
                    yield Objects.requireNonNull(moment(value.text()));
                }
                yield type.kind() == Kind.DECIMAL
                        ? new BigDecimal(number)
                        : number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
            }
            case DECIMAL -> {
                BigDecimal number = new BigDecimal(value.text());
                yield number.scale() > type.scale() ? number.setScale(type.scale(), RoundingMode.HALF_UP) : number;
            }
            case DOUBLE -> Double.valueOf(value.text());
            case TEXT -> type.kind().isMoment() ? Objects.requireNonNull(moment(value.text(), type)) : value.text();
            case BYTES, BINARY_TEXT -> HexFormat.of().parseHex(value.text());
        };
    }
}
