package io.tributary.dialect.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What CAST makes a whole number or a truth value of Doris': fractions are cut off, and what is beyond the type or no number is none, as
 * without Doris' {@code enable_strict_cast}.
 *
 * @see <a href="https://doris.apache.org/docs/dev/sql-manual/basic-element/sql-data-types/conversion/int-conversion">Cast to
 *     Integer</a>
 */
public final class DorisNumber {
    private static final int BITS_OF_LARGEINT = 128;

    private DorisNumber() {}

    /** Returns a number without its fraction; null: it has more than so many bits. */
    public static @Nullable Number whole(BigDecimal number, int bits, boolean unsigned) {
        // No type has as many digits, of which there may be very many.
        if ((long) number.precision() - number.scale() > BITS_OF_LARGEINT) {
            return null;
        }
        BigInteger whole = number.setScale(0, RoundingMode.DOWN).toBigInteger();
        boolean fits = unsigned ? whole.signum() >= 0 && whole.bitLength() <= bits : whole.bitLength() < bits;
        return fits ? NumberPrefix.integer(whole) : null;
    }

    /** Returns the number that a whole text is, blanks around it, without its fraction; null: it is none, or none of so many bits. */
    public static @Nullable Number ofText(String text, int bits, boolean unsigned) {
        String digits = text.strip();
        int whole = Characters.skipDigits(digits, Characters.skipSign(digits, 0));
        boolean begun = whole > 0 && Characters.isDigitAt(digits, whole - 1);
        boolean point = whole < digits.length() && digits.charAt(whole) == '.';
        int end = point ? Characters.skipDigits(digits, whole + 1) : whole;
        return begun && end == digits.length()
                ? whole(NumberPrefix.of(digits.substring(0, whole)).toExact(), bits, unsigned)
                : null;
    }

    /** Returns the truth value that a text says, or a number other than 0; null: it is neither. */
    public static @Nullable Boolean truth(String text) {
        String word = text.strip();
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "on" -> true;
            case "false", "f", "no", "off" -> false;
            default -> {
                NumberPrefix number = NumberPrefix.of(word);
                yield number.isWholeText() ? number.toDouble() != 0 : null;
            }
        };
    }
}
