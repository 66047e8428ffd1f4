package io.tributary.dialect.function;

import io.tributary.contract.error.TributaryException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers in other bases, as bits, and written for people. */
final class NumberFunctions {
    static final List<JavaFunction> ALL = List.of(
            JavaFunction.text("conv", 3, 3, a -> conv(a.get(0), Numbers.longOf(a.get(1)), Numbers.longOf(a.get(2)))),
            JavaFunction.text("bin", 1, 1, a -> conv(a.get(0), 10, 2)),
            JavaFunction.text("oct", 1, 1, a -> conv(a.get(0), 10, 8)),
            JavaFunction.number("bit_count", 1, 1, a -> String.valueOf(Long.bitCount(Numbers.bits(a.get(0))))),
            JavaFunction.text("format", 2, 3, NumberFunctions::format),
            JavaFunction.number("inet_aton", 1, 1, a -> inetAton(a.get(0))),
            JavaFunction.text("inet_ntoa", 1, 1, a -> inetNtoa(Numbers.longOf(a.get(0)))));

    private static final int FORMAT_DIGITS_MAX = 30;
    /** Stands for numbers of more digits than any of 64 bits has. */
    private static final BigInteger BEYOND = BigInteger.ONE.shiftLeft(Long.SIZE + 1);

    private NumberFunctions() {}

    /** A negative base is that of a signed number. */
    private static @Nullable String conv(String number, long from, long to) {
        if (number.isEmpty() || !isBase(from) || !isBase(to)) {
            return null;
        }
        if (number.equals("true") || number.equals("false")) {
            // A truth value of the engine.
            return number.equals("true") ? "1" : "0";
        }
        BigInteger value = parsed(number.strip(), (int) Math.abs(from), from < 0);
        if (to > 0 && value.signum() < 0) {
            value = value.add(Numbers.UNSIGNED_MAX).add(BigInteger.ONE);
        } else if (to < 0) {
            value = BigInteger.valueOf(value.longValue());
        }
        return value.toString((int) Math.abs(to)).toUpperCase(Locale.ROOT);
    }

    private static boolean isBase(long base) {
        return Math.abs(base) >= 2 && Math.abs(base) <= 36;
    }

    /** The digits of the base that the text begins with, at most 64 bits. */
    private static BigInteger parsed(String text, int base, boolean signed) {
        boolean negative = text.startsWith("-");
        int at = negative || text.startsWith("+") ? 1 : 0;
        int end = at;
        while (end < text.length() && text.charAt(end) < 0x80 && Character.digit(text.charAt(end), base) >= 0) {
            end++;
        }
        String digits = Numbers.withoutZeros(text.substring(at, end));
        BigInteger value = digits.isEmpty()
                ? BigInteger.ZERO
                : digits.length() > Long.SIZE ? BEYOND : new BigInteger(digits, base);
        if (signed) {
            BigInteger most = BigInteger.ONE.shiftLeft(Long.SIZE - 1);
            return negative ? value.min(most).negate() : value.min(most.subtract(BigInteger.ONE));
        }
        return value.compareTo(Numbers.UNSIGNED_MAX) > 0 ? Numbers.UNSIGNED_MAX : negative ? value.negate() : value;
    }

    private static String format(List<@Nullable String> arguments) {
        String locale = arguments.size() < 3 ? "en_US" : arguments.get(2);
        if (!locale.equalsIgnoreCase("en_US") && !locale.equalsIgnoreCase("en_GB")) {
            throw TributaryException.notSupported("FORMAT with the locale " + locale);
        }
        int digits = Math.max(0, Math.min(FORMAT_DIGITS_MAX, Numbers.intOf(arguments.get(1))));
        BigDecimal rounded = Numbers.decimal(arguments.get(0)).setScale(digits, RoundingMode.HALF_UP);
        String plain = rounded.abs().toPlainString();
        int whole = digits == 0 ? plain.length() : plain.length() - digits - 1;
        StringBuilder out = new StringBuilder(rounded.signum() < 0 ? "-" : "");
        for (int i = 0; i < whole; i++) {
            out.append(i > 0 && (whole - i) % 3 == 0 ? "," : "").append(plain.charAt(i));
        }
        return out.append(plain, whole, plain.length()).toString();
    }

    /** Missing parts before the last one are zero: {@code 127.1} is {@code 127.0.0.1}. */
    private static @Nullable String inetAton(String address) {
        String[] parts = address.split("\\.", -1);
        if (parts.length > 4) {
            return null;
        }
        long value = 0;
        for (int i = 0; i < parts.length; i++) {
            if (!parts[i].matches("[0-9]{1,3}") || Integer.parseInt(parts[i]) > 255) {
                return null;
            }
            if (i > 0 && i == parts.length - 1) {
                value <<= 8 * (4 - parts.length);
            }
            value = (value << 8) + Integer.parseInt(parts[i]);
        }
        return String.valueOf(value);
    }

    private static @Nullable String inetNtoa(long address) {
        if (address < 0 || address > 0xffff_ffffL) {
            return null;
        }
        return (address >> 24) + "." + ((address >> 16) & 255) + "." + ((address >> 8) & 255) + "." + (address & 255);
    }
}
