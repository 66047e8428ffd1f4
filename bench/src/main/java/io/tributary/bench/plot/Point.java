package io.tributary.bench.plot;

/**
 * A point of a line, and the range around it.
 *
 * @param x 1 or more
 * @param y 0 to {@value #Y_MAX}
 * @param low of the range, at most {@code high}; both are {@code y} where no range is known
 * @param remark that stands beside it, or empty
 */
public record Point(int x, double y, double low, double high, String remark) {
    static final double Y_MAX = 1e15;

    public Point {
        if (x < 1 || !(y >= 0 && y <= Y_MAX) || !(low >= 0 && low <= high && high <= Y_MAX)) {
            throw new IllegalArgumentException("a point at " + x + ", " + y + ", from " + low + " to " + high
                    + ": allowed are 1 or more, and 0 to " + Y_MAX);
        }
    }
}
