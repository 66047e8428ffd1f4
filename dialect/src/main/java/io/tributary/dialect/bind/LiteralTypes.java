package io.tributary.dialect.bind;

import io.tributary.contract.error.ErrorCode;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.Literals.Value;
import io.tributary.dialect.type.Collation;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.type.SqlType.TextOrder;
import io.tributary.dialect.value.DateTimeText;
import io.tributary.dialect.value.FractionDigits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.Temporal;
import java.util.HexFormat;

/** The types and values of literals. */
public final class LiteralTypes {
    private static final BigInteger SIGNED_MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger UNSIGNED_MAX = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    /** Digits of a BIGINT's least that may be too large for it. */
    private static final int DIGITS_OF_LARGE = 19;

    private static final int DECIMAL_DIGITS = 38;
    private static final int BITS_OF_LARGEINT = 127;

    private LiteralTypes() {}

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

    private static SqlType decimal(String text) {
        int point = text.indexOf('.');
        int scale = text.length() - point - 1;
        int whole = point;
        int zeros = 0;
        while (zeros < whole && text.charAt(zeros) == '0') {
            zeros++;
        }
        return SqlType.decimal(whole - zeros + scale, scale);
    }

    /** Returns the next power of two, so that texts of about the same length have one type. */
    private static int sizeClass(int length) {
        return Math.max(1, Integer.highestOneBit(Math.max(1, 2 * length - 1)));
    }

    /** Returns the day or the moment that a text is, which stands beside a value of that kind. */
    static Bound moment(String text, Kind beside, ZoneId zone) {
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

    /** Returns the value of a literal, which is pinned from now on. */
    static Object read(Literals literals, int index, SqlType type) {
        return value(literals.read(index), type);
    }

    /** Returns the value of a literal without pinning it. */
    public static Object peek(Literals literals, int index, SqlType type) {
        return value(literals.peek(index), type);
    }

    private static Object value(Value value, SqlType type) {
        return switch (value.kind()) {
            case INTEGER -> {
                BigInteger number = new BigInteger(value.text());
                yield type.kind() == Kind.DECIMAL
                        ? new BigDecimal(number)
                        : number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
            }
            case DECIMAL -> new BigDecimal(value.text());
            case DOUBLE -> Double.valueOf(value.text());
            case TEXT -> value.text();
            case BYTES, BINARY_TEXT -> HexFormat.of().parseHex(value.text());
        };
    }
}
