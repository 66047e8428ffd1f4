package io.tributary.dialect.value;

import java.math.BigInteger;
import java.time.temporal.ChronoField;
import java.time.temporal.Temporal;
import org.jspecify.annotations.Nullable;

/**
 * What CAST makes a YEAR: 1901 to 2155 and, of a number, 0; one or two digits are a year of 1970 to 2069, and anything else is none.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/cast-functions.html#function_cast">CAST(expr AS YEAR)</a>
 */
public final class YearNumber {
    private static final long LEAST = 1901;
    private static final long MOST = 2155;
    private static final long CENTURY = 100;
    /** The first two digits that are a year of the last century. */
    private static final long LAST_CENTURY = 70;

    private YearNumber() {}

    /** Returns the year of a number, whose fraction is rounded; null: there is none. */
    public static @Nullable Long of(Object number) {
        return year(Conversion.toInteger(number));
    }

    /** Returns the year of the digits that a text begins with, of which a zero is one of this century; null: there is none. */
    public static @Nullable Long ofText(String text) {
        int digits = Characters.skipSign(text, Characters.skipBlanks(text, 0));
        if (!Characters.isDigitAt(text, digits)) {
            return null;
        }
        Number whole = NumberPrefix.of(text).toInteger();
        return whole.longValue() == 0 ? (Long) 2000L : year(whole);
    }

    /** Returns the year of a LocalDate or LocalDateTime; null: it is out of range. */
    public static @Nullable Long of(Temporal moment) {
        long year = moment.getLong(ChronoField.YEAR);
        return year < LEAST || year > MOST ? null : (Long) year;
    }

    private static @Nullable Long year(Number whole) {
        // What has more bits is no more of a year than the greatest of these.
        boolean isLong = !(whole instanceof BigInteger big) || big.bitLength() < Long.SIZE;
        long number = isLong ? whole.longValue() : Long.MAX_VALUE;
        if (number > 0 && number < CENTURY) {
            return number + (number < LAST_CENTURY ? 2000 : 1900);
        }
        return number == 0 || (number >= LEAST && number <= MOST) ? (Long) number : null;
    }
}
