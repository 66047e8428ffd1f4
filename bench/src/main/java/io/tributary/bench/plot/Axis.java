package io.tributary.bench.plot;

import java.util.Collection;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;

/** Values along a line of pixels, and those of them that have a tick. Ticks are whole numbers, in ascending order. */
final class Axis {
    private static final int STEPS_MAX = 6;

    private final DoubleUnaryOperator scale;
    private final double low;
    private final double high;
    private final double from;
    private final double to;
    private final List<Double> ticks;

    private Axis(DoubleUnaryOperator scale, List<Double> ticks, double from, double to) {
        this.scale = scale;
        this.low = scale.applyAsDouble(ticks.get(0));
        this.high = scale.applyAsDouble(ticks.get(ticks.size() - 1));
        this.from = from;
        this.to = to;
        this.ticks = ticks;
    }

    /**
     * Returns an axis from the least to the largest of the values, each of which has a tick. A single one is in the middle.
     *
     * @param values 1 or more, each 1 or more
     * @param from pixel of the least
     * @param to pixel of the largest
     */
    static Axis logarithmic(Collection<Integer> values, double from, double to) {
        List<Double> ticks =
                values.stream().distinct().sorted().map(Integer::doubleValue).toList();
        return new Axis(Math::log, ticks, from, to);
    }

    /**
     * Returns an axis from 0 to the first tick that is not below a value; the ticks are at most {@value #STEPS_MAX} steps of
     * 1, 2 or 5 times a power of ten.
     *
     * @param highest 0 to {@link Point#Y_MAX}
     * @param from pixel of 0
     * @param to pixel of the last tick
     */
    static Axis linear(double highest, double from, double to) {
        long step = step(highest);
        long steps = Math.max(1, (long) Math.ceil(highest / (double) step));
        return new Axis(
                DoubleUnaryOperator.identity(),
                LongStream.rangeClosed(0, steps)
                        .mapToObj(i -> (double) (i * step))
                        .toList(),
                from,
                to);
    }

    private static long step(double highest) {
        long power = 1;
        while (power * 5 * STEPS_MAX < highest) {
            power *= 10;
        }
        for (int factor : new int[] {1, 2}) {
            if (power * factor * STEPS_MAX >= highest) {
                return power * factor;
            }
        }
        return power * 5;
    }

    double position(double value) {
        double share = high == low ? 0.5 : (scale.applyAsDouble(value) - low) / (high - low);
        return from + share * (to - from);
    }

    List<Double> ticks() {
        return ticks;
    }
}
