package io.tributary.dialect.function;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.value.Division;
import io.tributary.dialect.value.Rounding;
import java.util.List;
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

    private NumberFunctions() {}

    private static @Nullable String conv(String number, long from, long to) {
        if (number.equals("true") || number.equals("false")) {
            // A truth value of the engine.
            return number.equals("true") ? "1" : "0";
        }
        return Division.convert(number, from, to);
    }

    private static String format(List<@Nullable String> arguments) {
        String locale = arguments.size() < 3 ? "en_US" : arguments.get(2);
        if (!locale.equalsIgnoreCase("en_US") && !locale.equalsIgnoreCase("en_GB")) {
            throw TributaryException.notSupported("FORMAT with the locale " + locale);
        }
        return Rounding.format(Numbers.decimal(arguments.get(0)), Numbers.longOf(arguments.get(1)));
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
