package io.tributary.bench.plot;

import java.util.List;

/**
 * How a series looks: each of three things is enough to tell it from its neighbours. The colours are those of Okabe and
 * Ito, which colour-blind people tell apart, without the yellow, which is too pale on white.
 *
 * @param dashes a {@code stroke-dasharray}
 * @param marker a path around 0, 0, in pixels
 * @param hollow whether only its outline is drawn, so that another one below it is seen
 */
record Style(String colour, String dashes, String marker, boolean hollow) {
    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000");
    private static final List<String> DASHES = List.of("none", "7 4", "2 3", "9 3 2 3");
    private static final List<String> MARKERS = List.of(
            "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
            "M-4.5,-4.5h9v9h-9z",
            "M0,-4.8l4.8,8.4h-9.6z",
            "M0,-6.2l6.2,6.2l-6.2,6.2l-6.2,-6.2z",
            "M0,4.8l4.8,-8.4h-9.6z");

    /** The numbers of colours, dashes and markers have no divisor in common: the first 140 styles are different. */
    static Style of(int index) {
        int marker = index % MARKERS.size();
        return new Style(
                COLOURS.get(index % COLOURS.size()),
                DASHES.get(index % DASHES.size()),
                MARKERS.get(marker),
                marker % 2 == 1);
    }
}
