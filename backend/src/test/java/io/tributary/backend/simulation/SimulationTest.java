package io.tributary.backend.simulation;

import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** 2,000 histories, and where {@code CI} is true some that nobody has seen; {@code bin/simulate} runs any number. */
class SimulationTest {
    private static final int SEEDS = 500;
    private static final int NEW_SEEDS = 100;
    private static final long NEW_FROM_MIN = 1_000_000;
    private static final long NEW_FROM_MAX = 1_000_000_000_000L;

    static Stream<Arguments> seeds() {
        Stream<Arguments> same = Stream.of(0L, 500L, 1000L, 1500L).map(from -> Arguments.of(from, SEEDS));
        if (!"true".equals(System.getenv("CI"))) {
            return same;
        }
        long drawn = ThreadLocalRandom.current().nextLong(NEW_FROM_MIN, NEW_FROM_MAX);
        System.out.println("simulation: bin/simulate --from " + drawn + " --seeds " + NEW_SEEDS);
        return Stream.concat(same, Stream.of(Arguments.of(drawn, NEW_SEEDS)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyPromiseIsKeptWhateverHappens(long from, int seeds) {
        for (long seed = from; seed < from + seeds; seed++) {
            try {
                new History(seed, false).run();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("bin/simulate --seed " + seed, e);
            }
        }
    }
}
