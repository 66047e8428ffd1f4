package io.tributary.testing;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Seeds of property tests: those of every run, so that what was found once is found again, and where {@code CI} is true some
 * that nobody has seen, which are printed. {@code -Dtributary.seed=S} runs that one alone.
 */
public final class Seeds {
    private static final int DRAWN_MIN = 1_000_000;

    /** The seeds of every run for each drawn one. */
    private static final int SAME_PER_DRAWN = 4;

    private Seeds() {}

    /** The first {@code same}, and the drawn ones behind them. */
    public static int[] of(Class<?> test, int same) {
        Integer one = Integer.getInteger("tributary.seed");
        if (one != null) {
            return new int[] {one};
        }
        IntStream seeds = IntStream.range(0, same);
        return (isCi() ? IntStream.concat(seeds, drawn(test, same / SAME_PER_DRAWN)) : seeds).toArray();
    }

    /** Checks a property with each of those. Whatever it throws says with which. */
    public static void check(Class<?> test, int same, Property property) {
        for (int seed : of(test, same)) {
            try {
                property.check(random(seed));
            } catch (Exception | Error e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
        }
    }

    /** The first numbers that Random draws are nearly the same for seeds that follow each other, of this one they are not. */
    public static Random random(int seed) {
        return new Random(seed * 0x9E37_79B9_7F4A_7C15L);
    }

    /** One: this, or where {@code CI} is true a drawn one. */
    public static int one(Class<?> test, int same) {
        return Integer.getInteger("tributary.seed", isCi() ? drawn(test) : same);
    }

    /** One that is drawn in every run. */
    public static int drawn(Class<?> test) {
        Integer one = Integer.getInteger("tributary.seed");
        return one != null ? one : drawn(test, 1).sum();
    }

    private static boolean isCi() {
        return "true".equals(System.getenv("CI"));
    }

    private static IntStream drawn(Class<?> test, int count) {
        int from = ThreadLocalRandom.current().nextInt(DRAWN_MIN, Integer.MAX_VALUE - count);
        String name = test.getSimpleName();
        System.out.println(name + ": seeds " + from + " to " + (from + count - 1) + ", one of them again: "
                + (name.endsWith("IT") ? "-Dit.test=" : "-Dtest=") + name + " -Dtributary.seed=" + from);
        return IntStream.range(from, from + count);
    }

    /** What holds whatever is drawn. */
    @FunctionalInterface
    public interface Property {
        void check(Random random) throws Exception;
    }
}
