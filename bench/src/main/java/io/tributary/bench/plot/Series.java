package io.tributary.bench.plot;

import java.util.Comparator;
import java.util.List;

/**
 * A line.
 *
 * @param label in the legend
 * @param style 0 or more: the same number is the same colour, dashes and marker in all panels; see {@link Style}
 * @param points 1 or more; kept in the order of x
 */
public record Series(String label, int style, List<Point> points) {
    public Series {
        if (style < 0 || points.isEmpty()) {
            throw new IllegalArgumentException(
                    "style " + style + ", " + points.size() + " points: allowed are 0 or more, 1 or more");
        }
        points = points.stream().sorted(Comparator.comparingInt(Point::x)).toList();
    }
}
