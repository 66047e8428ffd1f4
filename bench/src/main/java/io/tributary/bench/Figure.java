package io.tributary.bench;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers for people: three digits are enough to compare. */
final class Figure {
    private Figure() {}

    /** A dash for what is not known. */
    static String of(@Nullable Double value) {
        if (value == null) {
            return "-";
        }
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }
}
