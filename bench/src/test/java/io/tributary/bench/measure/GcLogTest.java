package io.tributary.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class GcLogTest {
    @Test
    void theHeapsGrowthBetweenCollectionsIsWhatWasAllocated() {
        GcLog log = GcLog.of(Stream.of(
                "[0.010s][info][gc] Using Parallel",
                "[1.000s][info][gc] GC(0) Pause Young (Allocation Failure) 100M->10M(981M) 5.000ms",
                "[2.000s][info][gc] GC(1) Pause Full (Ergonomics) 110M->20480K(981M) 45.500ms",
                "[2.500s][info][gc] GC(2) Concurrent Mark Cycle 12.345ms",
                "[3.000s][info][gc] GC(3) Pause Young (Normal) (G1 Evacuation Pause) 1G->1G(4G) 1.500ms"));

        assertThat(log.allocatedBytes()).isEqualTo((100.0 + 100 + 1_004) * (1 << 20));
        assertThat(log.pauseSeconds()).isCloseTo(0.052, within(1e-9));
    }

    @Test
    void withoutCollectionsNothingIsKnownToBeAllocated() {
        assertThat(GcLog.of(Stream.of("[0.010s][info][gc] Using G1"))).isEqualTo(new GcLog(0, 0));
    }
}
