package io.tributary.dialect.function;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Numbers in other bases, as bits, and written for people. */
final class NumberFunctions {
    static final List<JavaFunction> ALL = List.of(
            JavaFunction.number("inet_aton", a -> inetAton(a.get(0))),
            JavaFunction.text("inet_ntoa", a -> inetNtoa(Numbers.longOf(a.get(0)))));

    private NumberFunctions() {}

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
