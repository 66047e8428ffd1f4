package io.tributary.contract.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * A DOUBLE as the text that MySQL stores in a column of so many characters: all digits where there is room for them, else as many
 * as there is room for, with an exponent where that gives more of them.
 *
 * @see <a href="https://github.com/mysql/mysql-server/blob/8.0/strings/dtoa.cc">{@code my_gcvt}</a>
 */
public final class FittingDouble {
    /** The most places before the point, or zeros behind it, that are written without an exponent. */
    private static final int PLAIN_PLACES = 15;

    private static final int SMALL_WIDTH = 4;

    private final BigDecimal exact;
    private final boolean negative;
    private final int width;
    private BigDecimal digits;

    private FittingDouble(double value, BigDecimal shortest, int width) {
        exact = new BigDecimal(Math.abs(value));
        negative = value < 0;
        this.width = negative ? width - 1 : width;
        digits = shortest.precision() > this.width ? rounded(this.width) : shortest.abs();
    }

    /**
     * Returns the text, or null where not even one digit fits.
     *
     * @param value finite
     * @param shortest the shortest number that is this value, without zeros at its end
     * @param width characters that there are
     */
    public static @Nullable String of(double value, BigDecimal shortest, int width) {
        return new FittingDouble(value, shortest, width).text();
    }

    private BigDecimal rounded(int significant) {
        return exact.round(new MathContext(Math.max(1, significant), RoundingMode.HALF_EVEN))
                .stripTrailingZeros();
    }

    private int length() {
        return digits.precision();
    }

    /** Digits before the point; less than 0: zeros behind it. */
    private int point() {
        return digits.precision() - digits.scale();
    }

    private @Nullable String text() {
        int point = point();
        int length = length();
        int plain = point <= 0 ? length - point + 2 : point < length ? length + 1 : point;
        boolean hasRoom = width >= plain;
        boolean forced = point <= -PLAIN_PLACES || (point > PLAIN_PLACES && length <= point);
        // Four characters have a digit of 0.003 only behind an exponent, and fewer have none.
        boolean small = point >= -1 || (point == -2 && width != SMALL_WIDTH);
        boolean fits = point <= width && small && !forced;
        boolean usual = !hasRoom || (point > -PLAIN_PLACES && (point <= PLAIN_PLACES || length > point));
        String text = (hasRoom || fits) && usual ? plain(point, length) : withExponent(point, length);
        return text == null || !negative || text.equals("0") ? text : "-" + text;
    }

    private @Nullable String plain(int point, int length) {
        int room = width - (point < length ? 1 : 0) - (point <= 0 ? 1 - point : 0);
        if (room < length) {
            if (room < point) {
                return null;
            }
            digits = exact.setScale(room - point, RoundingMode.HALF_EVEN).stripTrailingZeros();
        }
        return digits.signum() == 0 ? "0" : digits.toPlainString();
    }

    private @Nullable String withExponent(int point, int length) {
        int exponent = point - 1;
        int ofExponent = 1 + (point >= 101 || point <= -99 ? 1 : 0) + (point >= 11 || point <= -9 ? 1 : 0);
        int room = width - (exponent < 0 ? 1 : 0) - 1 - ofExponent - (length > 1 ? 1 : 0);
        if (room <= 0) {
            return null;
        }
        if (room < length) {
            digits = rounded(room);
        }
        String all = digits.unscaledValue().toString();
        return all.charAt(0) + (all.length() > 1 ? "." + all.substring(1) : "") + "e" + (point() - 1);
    }
}
