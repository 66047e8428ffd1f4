package io.tributary.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PairedRatioTest {
    @Test
    void theMeanIsGeometricAndTheIntervalIsStudents() {
        PairedRatio ratio = PairedRatio.of(List.of(1.0, 1.1));

        assertThat(ratio.mean()).isCloseTo(Math.sqrt(1.1), within(1e-9));
        assertThat(ratio.low()).isCloseTo(0.5724, within(1e-3));
        assertThat(ratio.high()).isCloseTo(1.9216, within(1e-3));
    }

    @Test
    void equalPairsLeaveNoDoubtAndOnePairLeavesAll() {
        assertThat(PairedRatio.of(List.of(2.0, 2.0, 2.0)).high()).isCloseTo(2.0, within(1e-9));
        assertThat(PairedRatio.of(List.of(2.0)).high()).isNaN();
    }
}
