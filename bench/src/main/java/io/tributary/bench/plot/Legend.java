package io.tributary.bench.plot;

import java.util.List;

/**
 * The labels of a panel's series beside a piece of each line: in two columns where all labels are short enough, otherwise
 * one below the other, broken into lines where they are longer than the plot is wide.
 */
final class Legend {
    static final int FONT_PIXELS = 11;

    private static final double LINE_PIXELS = 16;
    private static final double SAMPLE_PIXELS = 36;
    private static final double GAP_PIXELS = 8;

    private final List<Series> series;
    private final double left;
    private final double columnPixels;
    private final int columns;

    /**
     * @param left pixel of its left edge
     * @param width in pixels
     */
    Legend(List<Series> series, double left, double width) {
        this.series = series;
        this.left = left;
        double half = width / 2;
        boolean isShort = series.stream()
                .allMatch(line -> Paragraph.width(line.label(), FONT_PIXELS) + SAMPLE_PIXELS + 2 * GAP_PIXELS <= half);
        this.columns = isShort ? 2 : 1;
        this.columnPixels = width / columns;
    }

    double height() {
        int lines = 0;
        for (int i = 0; i < series.size(); i += columns) {
            lines += lines(series.get(i)).size();
        }
        return lines * LINE_PIXELS;
    }

    /** @param top pixel of its upper edge */
    void draw(Svg svg, double top) {
        double y = top;
        for (int i = 0; i < series.size(); i++) {
            List<String> lines = lines(series.get(i));
            draw(svg, series.get(i), lines, left + i % columns * columnPixels, y);
            if (i % columns == columns - 1) {
                y += lines.size() * LINE_PIXELS;
            }
        }
    }

    private List<String> lines(Series line) {
        return Paragraph.lines(line.label(), FONT_PIXELS, columnPixels - SAMPLE_PIXELS - GAP_PIXELS);
    }

    private static void draw(Svg svg, Series line, List<String> lines, double x, double top) {
        Style style = Style.of(line.style());
        double middle = top + LINE_PIXELS / 2;
        svg.empty(
                "line",
                "x1",
                x,
                "y1",
                middle,
                "x2",
                x + SAMPLE_PIXELS,
                "y2",
                middle,
                "stroke",
                style.colour(),
                "stroke-width",
                2,
                "stroke-dasharray",
                style.dashes());
        Marker.draw(svg, style, x + SAMPLE_PIXELS / 2, middle, "");
        for (int i = 0; i < lines.size(); i++) {
            svg.words(
                    "text",
                    lines.get(i),
                    "x",
                    x + SAMPLE_PIXELS + GAP_PIXELS,
                    "y",
                    middle + 4 + i * LINE_PIXELS,
                    "font-size",
                    FONT_PIXELS);
        }
    }
}
