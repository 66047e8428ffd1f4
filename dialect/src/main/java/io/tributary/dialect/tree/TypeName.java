package io.tributary.dialect.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A type as it was written, which nobody has checked.
 *
 * @param name in upper case, without UNSIGNED, SIGNED's INTEGER or a character set: {@code SIGNED}, {@code DECIMAL}
 * @param sizes numbers in parentheses, none to two
 * @param unsigned whether UNSIGNED stood there as well
 * @param charset empty where none was named; in lower case
 * @param element of {@code ARRAY<element>}; else null
 */
public record TypeName(String name, List<Integer> sizes, boolean unsigned, String charset, @Nullable TypeName element) {
    public TypeName {
        sizes = List.copyOf(sizes);
    }

    public static TypeName of(String name) {
        return new TypeName(name, List.of(), false, "", null);
    }
}
