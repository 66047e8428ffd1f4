package io.tributary.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CpuClockTest {
    @Test
    void userAndSystemTimeAreAddedWhateverTheNameHolds() {
        String stat = "42 (a) b (c) S 1 42 42 0 -1 4194304 100 0 0 0 250 50 7 7 20 0 30 0 1000 0 0";

        assertThat(CpuClock.seconds(stat)).isEqualTo(3.0);
    }
}
