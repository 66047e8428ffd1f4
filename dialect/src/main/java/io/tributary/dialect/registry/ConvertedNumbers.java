package io.tributary.dialect.registry;

import io.tributary.contract.error.ErrorCode;
import io.tributary.dialect.registry.Rows.Computation;
import io.tributary.dialect.value.Conversion;
import io.tributary.dialect.value.DateTimeText;
import io.tributary.dialect.value.DorisNumber;
import io.tributary.dialect.value.NumberPrefix;
import io.tributary.dialect.value.PrintedNumber;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Conversions to numbers and texts, computed from a value and the precision and scale of its new type. */
final class ConvertedNumbers {
    static final int DIGITS_OF_UNSIGNED = 20;
    /** Characters of a text that an error shows. */
    private static final int SHOWN_MAX = 128;

    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    private ConvertedNumbers() {}

    /** Returns the conversion of numbers, which come from the engine as their digits, or of truth values. */
    static Computation to(String family) {
        return arguments -> converted(exact(arguments.get(0)), family, arguments);
    }

    /** Returns the conversion of texts by the number that they begin with, and of bytes as a number. */
    static Computation ofText(String family) {
        return arguments -> converted(number(arguments.get(0)), family, arguments);
    }

    /** Returns a conversion that fails where MySQL warns of a text, and in strict mode fails, too. */
    static Computation ofWholeText(String family, Computation conversion) {
        return arguments -> {
            String text = arguments.text(0);
            Object value = conversion.of(arguments);
            boolean whole =
                    switch (family) {
                        case "DATE", "DATETIME" -> DateTimeText.isWholeText(text);
                        case "TIME" -> value != null;
                        case "INTEGER" -> NumberPrefix.of(text).isInteger();
                        default -> NumberPrefix.of(text).isWholeText();
                    };
            if (whole) {
                return value;
            }
            String noun =
                    switch (family) {
                        case "DATE", "DATETIME" -> "Incorrect datetime";
                        case "TIME" -> "Truncated incorrect time";
                        case "INTEGER", "DECIMAL" -> "Truncated incorrect " + family;
                        default -> "Truncated incorrect DOUBLE";
                    };
            String shown = text.substring(0, Math.min(text.length(), SHOWN_MAX));
            throw ErrorCode.BAD_DATE.error(noun + " value: '" + shown + "'");
        };
    }

    /** Returns the text of a moment, and refuses what is none. */
    static String moment(String text, boolean isMoment) {
        if (!isMoment) {
            String shown = text.substring(0, Math.min(text.length(), SHOWN_MAX));
            throw ErrorCode.BAD_DATE.error("Incorrect datetime value: '" + shown + "'");
        }
        return text;
    }

    /** Returns the conversion of JSON: of a string the number that it begins with, of what is no number 0. */
    static Computation ofJson(String family) {
        return arguments -> {
            String json = arguments.text(0);
            String text = json.startsWith("\"") ? json.substring(1) : json.equals("true") ? "1" : json;
            return converted(text, family, arguments);
        };
    }

    /** Returns the cast of a number to a whole one of Doris'; its arguments are the bits, and whether there is no sign. */
    static Computation ofDoris() {
        return arguments -> {
            Object value = exact(arguments.get(0));
            boolean finite = !(value instanceof Double real) || Double.isFinite(real);
            return finite
                    ? DorisNumber.whole(Conversion.toDecimal(value), size(arguments, 1), size(arguments, 2) > 0)
                    : null;
        };
    }

    /** Returns the same of a text. */
    static @Nullable Object textOfDoris(Values arguments) {
        return DorisNumber.ofText(arguments.text(0), size(arguments, 1), size(arguments, 2) > 0);
    }

    /** Returns the characters of a JSON string, any other value as it is. */
    static String characters(String json) {
        return json.startsWith("\"") && json.length() > 1 ? json.substring(1, json.length() - 1) : json;
    }

    /** Returns the same of a truth value as a number. */
    static String digits(String json) {
        return json.equals("true") ? "1" : json.equals("false") ? "0" : characters(json);
    }

    /** Returns digits as the number that they are. */
    static Object exact(@Nullable Object value) {
        return value instanceof String digits ? new BigDecimal(digits) : number(value);
    }

    private static Object number(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return new BigInteger(1, bytes);
        }
        return value instanceof Boolean truth ? truth ? 1L : 0L : Objects.requireNonNull(value);
    }

    private static Object converted(Object value, String family, Values sizes) {
        return switch (family) {
            case "DOUBLE", "FLOAT" -> Conversion.toDouble(value);
            case "BOOL" -> Conversion.toDouble(value) != 0;
            case "DECIMAL" -> NumberPrefix.clamped(Conversion.toDecimal(value), size(sizes, 1), size(sizes, 2));
            default -> integer(value, size(sizes, 1));
        };
    }

    private static int size(Values arguments, int index) {
        return ((Number) arguments.known(index)).intValue();
    }

    /** The nearest number without a sign to a negative DECIMAL is 0; an integer keeps its 64 bits. */
    private static Number integer(Object value, int precision) {
        Number number = Conversion.toInteger(value);
        BigInteger whole = number instanceof BigInteger big ? big : BigInteger.valueOf(number.longValue());
        if (precision > DIGITS_OF_UNSIGNED) {
            return number;
        }
        if (precision == DIGITS_OF_UNSIGNED) {
            return whole.signum() >= 0
                    ? fitting(whole.min(NumberPrefix.UNSIGNED_MAX))
                    : value instanceof BigDecimal ? 0L : fitting(whole.and(NumberPrefix.UNSIGNED_MAX));
        }
        boolean wraps = value instanceof String || value instanceof BigInteger;
        return wraps ? whole.longValue() : whole.max(LEAST).min(MOST).longValue();
    }

    private static Number fitting(BigInteger value) {
        return value.bitLength() < Long.SIZE ? (Number) value.longValue() : value;
    }

    static Computation printed(boolean single) {
        return arguments -> {
            double number = arguments.real(0);
            return single ? PrintedNumber.of((float) number) : PrintedNumber.of(number);
        };
    }

    static String printed(Values arguments) {
        String text = Conversion.toText(number(arguments.get(0)));
        int most = size(arguments, 1);
        return most == 0 || text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most));
    }

    /** Returns the characters of UTF-8; of other bytes none. */
    static @Nullable Object decoded(Values arguments) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(arguments.bytes(0)))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    static Object encoded(Values arguments) {
        return arguments.text(0).getBytes(StandardCharsets.UTF_8);
    }
}
