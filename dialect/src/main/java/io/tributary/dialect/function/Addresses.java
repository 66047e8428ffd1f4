package io.tributary.dialect.function;

import org.jspecify.annotations.Nullable;

/** Addresses of IPv4 as numbers. */
public final class Addresses {
    private Addresses() {}

    /** Missing parts before the last one are zero: {@code 127.1} is {@code 127.0.0.1}; null of what is no address. */
    public static @Nullable Long number(String address) {
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
        return value;
    }

    public static @Nullable String text(long address) {
        if (address < 0 || address > 0xffff_ffffL) {
            return null;
        }
        return (address >> 24) + "." + ((address >> 16) & 255) + "." + ((address >> 8) & 255) + "." + (address & 255);
    }
}
