package io.tributary.bench.measure;

import java.util.List;

/**
 * How a figure of two servers compares, over pairs of runs: the geometric mean of the pairs' ratios, and the interval in
 * which it lies with 95 % confidence if the pairs are independent (Student's t of the logarithms).
 *
 * @param low NaN for a single pair
 * @param high NaN for a single pair
 */
public record PairedRatio(double mean, double low, double high) {
    /** Two-sided 95 % quantiles of Student's t, by degrees of freedom from 1 on. */
    private static final double[] STUDENT = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    private static final double STUDENT_OF_MANY = 1.96;

    /** @param ratios positive, 1 or more */
    public static PairedRatio of(List<Double> ratios) {
        int pairs = ratios.size();
        double mean = ratios.stream().mapToDouble(Math::log).sum() / pairs;
        double squares = ratios.stream()
                .mapToDouble(ratio -> Math.pow(Math.log(ratio) - mean, 2))
                .sum();
        double half = pairs == 1 ? Double.NaN : student(pairs - 1) * Math.sqrt(squares / (pairs - 1) / pairs);
        return new PairedRatio(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half));
    }

    private static double student(int degrees) {
        return degrees <= STUDENT.length ? STUDENT[degrees - 1] : STUDENT_OF_MANY;
    }
}
