package io.tributary.backend.simulation;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 2,000 histories; {@code bin/simulate} runs any number. */
class SimulationTest {
    private static final int SEEDS = 500;

    @ParameterizedTest
    @ValueSource(longs = {0, 500, 1000, 1500})
    void everyPromiseIsKeptWhateverHappens(long from) {
        for (long seed = from; seed < from + SEEDS; seed++) {
            try {
                new History(seed, false).run();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("bin/simulate --seed " + seed, e);
            }
        }
    }
}
