package io.tributary.test.sql;

import java.util.List;
import java.util.Random;

/** What chance decides; the same from the same seed. */
final class Draw {
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final Random random;

    Draw(long seed) {
        // Seeds that follow each other would begin alike.
        this.random = new Random(seed * MIX);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** True once in so many times. */
    boolean once(int in) {
        return below(in) == 0;
    }

    <T> T of(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    @SafeVarargs
    final <T> T of(T... choices) {
        return choices[below(choices.length)];
    }
}
