package io.tributary.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class AxisTest {
    @Test
    void aTenfoldIsAsFarEverywhereOnALogarithmicAxis() {
        Axis axis = Axis.logarithmic(List.of(100, 1, 10, 10, 10_000), 50, 450);

        assertThat(axis.ticks()).containsExactly(1.0, 10.0, 100.0, 10_000.0);
        assertThat(axis.position(1)).isEqualTo(50);
        assertThat(axis.position(10)).isCloseTo(150, within(1e-9));
        assertThat(axis.position(100)).isCloseTo(250, within(1e-9));
        assertThat(axis.position(10_000)).isEqualTo(450);
    }

    @Test
    void aSingleValueIsInTheMiddle() {
        assertThat(Axis.logarithmic(List.of(30), 50, 450).position(30)).isEqualTo(250);
    }

    @Test
    void aLinearAxisBeginsAtZeroAndHasRoundTicks() {
        assertThat(Axis.linear(1_299_000, 0, 100).ticks()).containsExactly(0.0, 500_000.0, 1_000_000.0, 1_500_000.0);
        assertThat(Axis.linear(1_000, 0, 100).ticks()).containsExactly(0.0, 200.0, 400.0, 600.0, 800.0, 1_000.0);
        assertThat(Axis.linear(60, 300, 0).position(30)).isEqualTo(150);
    }

    @Test
    void theSmallestAndTheLargestValuesHaveAnAxis() {
        assertThat(Axis.linear(0, 0, 100).ticks()).containsExactly(0.0, 1.0);
        assertThat(Axis.linear(0.2, 0, 100).ticks()).containsExactly(0.0, 1.0);
        assertThat(Axis.linear(Point.Y_MAX, 0, 100).ticks()).hasSize(6).endsWith(Point.Y_MAX);
    }
}
