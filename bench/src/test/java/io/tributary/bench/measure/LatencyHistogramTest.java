package io.tributary.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tributary.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LatencyHistogramTest {
    @Test
    void percentilesAreWithinOnePercentOfTheSortedValues() {
        int seed = Seeds.one(LatencyHistogramTest.class, 20_261_120);
        Random random = new Random(seed);
        long[] nanos = new long[50_000];
        LatencyHistogram one = new LatencyHistogram();
        LatencyHistogram other = new LatencyHistogram();
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = (long) (Math.exp(random.nextDouble() * 18) * 1_000);
            (i % 2 == 0 ? one : other).record(nanos[i]);
        }
        one.add(other);
        Arrays.sort(nanos);

        for (double percent : new double[] {1, 10, 50, 90, 99, 99.9, 100}) {
            double exact = nanos[(int) Math.ceil(nanos.length * percent / 100) - 1] / 1e6;
            assertThat(one.percentileMillis(percent))
                    .as("seed %d", seed)
                    .isCloseTo(exact, within(exact * 0.01 + 0.001));
        }
    }

    @Test
    void valuesBelow256MicrosecondsAreExact() {
        for (int micros = 0; micros < 256; micros++) {
            LatencyHistogram histogram = new LatencyHistogram();
            histogram.record(micros * 1_000L + 999);

            assertThat(histogram.percentileMillis(99.9)).isEqualTo(micros / 1e3);
        }
    }

    @Test
    void whatIsNegativeCountsAsZeroAndWhatTakesDaysAsOneDay() {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.record(-5);
        histogram.record(Long.MAX_VALUE);

        assertThat(histogram.percentileMillis(50)).isZero();
        double day = LatencyHistogram.MICROS_MAX / 1e3;
        assertThat(histogram.percentileMillis(100)).isCloseTo(day, within(day * 0.01));
        assertThat(histogram.total()).isEqualTo(2);
    }

    @Test
    void withoutValuesEveryPercentileIsZero() {
        assertThat(new LatencyHistogram().percentileMillis(99)).isZero();
    }
}
