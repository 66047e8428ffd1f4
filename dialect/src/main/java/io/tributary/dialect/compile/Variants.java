package io.tributary.dialect.compile;

import io.tributary.dialect.tree.Literals;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was made of statements of one shape, which differ by literals that decide something. Any thread. */
final class Variants {
    /** The oldest one makes room for another. */
    private static final int VARIANTS_MAX = 16;

    private volatile List<Compiled> all = List.of();

    @Nullable
    Compiled find(Literals literals) {
        for (Compiled each : all) {
            if (each.holdsFor(literals)) {
                return each;
            }
        }
        return null;
    }

    synchronized void add(Compiled compiled) {
        List<Compiled> changed = new ArrayList<>(all);
        if (changed.size() == VARIANTS_MAX) {
            changed.remove(0);
        }
        changed.add(compiled);
        all = List.copyOf(changed);
    }
}
