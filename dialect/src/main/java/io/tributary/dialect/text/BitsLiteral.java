package io.tributary.dialect.text;

import io.tributary.contract.schema.ColumnType;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hexadecimal and bit literals for the engine, to which they are bytes: where a column of numbers takes one, MySQL means the
 * number {@code 65} by {@code 0x41}.
 */
public final class BitsLiteral {
    private static final Pattern HEX = Pattern.compile("0x([0-9a-fA-F]+)|[xX]'((?:[0-9a-fA-F]{2})*)'");
    private static final Pattern BITS = Pattern.compile("0b([01]+)|[bB]'([01]*)'");
    /** What the widest column of numbers takes; a longer literal stays one, and is refused as such. */
    private static final int NUMBER_BITS_MAX = 127;

    private BitsLiteral() {}

    /** A value for a column of this type: where it is such a literal and nothing else, its number; else as it stands. */
    public static String forColumn(ColumnType type, String value) {
        return isNumber(type) && mayBeLiteral(value) ? number(value) : value;
    }

    private static boolean isNumber(ColumnType type) {
        return type.isNumber() || type.kind() == ColumnType.Kind.BOOLEAN;
    }

    private static boolean mayBeLiteral(String value) {
        return value.length() > 2 && "0xXbB".indexOf(value.charAt(0)) >= 0;
    }

    private static String number(String value) {
        Matcher hex = HEX.matcher(value);
        if (hex.matches()) {
            return number(value, digits(hex), 16);
        }
        Matcher bits = BITS.matcher(value);
        return bits.matches() ? number(value, digits(bits), 2) : value;
    }

    private static String digits(Matcher matcher) {
        String bare = matcher.group(1);
        return "0" + (bare == null ? matcher.group(2) : bare);
    }

    private static String number(String value, String digits, int radix) {
        BigInteger number = new BigInteger(digits, radix);
        return number.bitLength() <= NUMBER_BITS_MAX ? number.toString() : value;
    }
}
