package io.tributary.bench.plot;

import java.util.List;

/**
 * Lines that share an axis of y, which begins at 0.
 *
 * @param series 1 or more, in the order of the legend
 */
public record Panel(String title, List<Series> series) {
    public Panel {
        if (series.isEmpty()) {
            throw new IllegalArgumentException("the panel " + title + " has no series");
        }
        series = List.copyOf(series);
    }
}
