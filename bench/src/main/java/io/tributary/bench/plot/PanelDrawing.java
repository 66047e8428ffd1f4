package io.tributary.bench.plot;

import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A panel on its way into a document, in pixels from the top:
 *
 * <pre>
 *   title
 *   legend
 *   area of the lines, {@value #AREA_PIXELS} high, with the axis of y at its left
 *   numbers of the ticks of x
 *   title of x
 * </pre>
 */
final class PanelDrawing {
    private static final double TITLE_PIXELS = 26;
    private static final double AREA_GAP_PIXELS = 12;
    private static final double AREA_PIXELS = 250;
    private static final double BELOW_PIXELS = 54;

    private static final int TICK_FONT_PIXELS = 11;
    private static final double TICK_PIXELS = 5;
    private static final String AXIS_COLOUR = "#444444";
    private static final String GRID_COLOUR = "#dddddd";
    private static final String REMARK_COLOUR = "#c00000";

    private final Plot plot;
    private final Panel panel;
    private final Axis x;
    private final Legend legend;

    PanelDrawing(Plot plot, Panel panel, Axis x) {
        this.plot = plot;
        this.panel = panel;
        this.x = x;
        this.legend = new Legend(panel.series(), LinePlot.LEFT, LinePlot.RIGHT - LinePlot.LEFT);
    }

    double height() {
        return TITLE_PIXELS + legend.height() + AREA_GAP_PIXELS + AREA_PIXELS + BELOW_PIXELS;
    }

    /** @param top pixel of its upper edge */
    void draw(Svg svg, double top) {
        double areaTop = top + TITLE_PIXELS + legend.height() + AREA_GAP_PIXELS;
        double bottom = areaTop + AREA_PIXELS;
        double highest = panel.series().stream()
                .flatMap(series -> series.points().stream())
                .mapToDouble(point -> Math.max(point.y(), point.high()))
                .max()
                .orElse(0);
        Axis y = Axis.linear(highest, bottom, areaTop);

        svg.begin("g");
        svg.words("text", panel.title(), "x", LinePlot.LEFT, "y", top + 16, "font-size", 13, "font-weight", "bold");
        legend.draw(svg, top + TITLE_PIXELS);
        drawY(svg, y, (areaTop + bottom) / 2);
        drawX(svg, bottom);
        for (Series series : panel.series()) {
            draw(svg, series, y);
        }
        svg.end();
    }

    private void drawY(Svg svg, Axis y, double middle) {
        for (double tick : y.ticks()) {
            double at = y.position(tick);
            String colour = tick == 0 ? AXIS_COLOUR : GRID_COLOUR;
            line(svg, LinePlot.LEFT, at, LinePlot.RIGHT, at, colour);
            small(svg, number(tick), LinePlot.LEFT - 8, at + 4, "text-anchor", "end");
        }
        Object[] turned = {"transform", "rotate(-90 20 " + Svg.pixels(middle) + ")", "text-anchor", "middle"};
        small(svg, plot.unitOfY(), 20, middle, turned);
    }

    /** Each tick, but only those numbers that do not run into the one before. */
    private void drawX(Svg svg, double bottom) {
        double free = 0;
        for (double tick : x.ticks()) {
            double at = x.position(tick);
            double half = Paragraph.width(number(tick), TICK_FONT_PIXELS) / 2;
            line(svg, at, bottom, at, bottom + TICK_PIXELS, AXIS_COLOUR);
            if (at - half >= free) {
                small(svg, number(tick), at, bottom + 18, "text-anchor", "middle");
                free = at + half + TICK_PIXELS;
            }
        }
        double middle = (LinePlot.LEFT + LinePlot.RIGHT) / 2;
        small(svg, plot.unitOfX() + " (logarithmic)", middle, bottom + 36, "text-anchor", "middle");
    }

    private void draw(Svg svg, Series series, Axis y) {
        Style style = Style.of(series.style());
        svg.begin("g");
        svg.words("title", series.label());
        for (Point point : series.points()) {
            if (point.low() < point.high()) {
                double at = x.position(point.x());
                line(svg, at, y.position(point.low()), at, y.position(point.high()), style.colour());
            }
        }
        String path = series.points().stream()
                .map(point -> Svg.pixels(x.position(point.x())) + "," + Svg.pixels(y.position(point.y())))
                .collect(Collectors.joining(" "));
        svg.empty(
                "polyline",
                "points",
                path,
                "fill",
                "none",
                "stroke",
                style.colour(),
                "stroke-width",
                2,
                "stroke-dasharray",
                style.dashes());
        for (Point point : series.points()) {
            double at = x.position(point.x());
            double height = y.position(point.y());
            Marker.draw(svg, style, at, height, words(point));
            if (!point.remark().isEmpty()) {
                small(svg, point.remark(), at + 8, height + 4, "fill", REMARK_COLOUR, "font-weight", "bold");
            }
        }
        svg.end();
    }

    private String words(Point point) {
        String range =
                point.low() < point.high() ? " (" + number(point.low()) + " to " + number(point.high()) + ")" : "";
        return number(point.x()) + " " + plot.unitOfX() + ": " + number(point.y()) + " " + plot.unitOfY() + range;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static void line(Svg svg, double x1, double y1, double x2, double y2, String colour) {
        svg.empty("line", "x1", x1, "y1", y1, "x2", x2, "y2", y2, "stroke", colour);
    }

    private static void small(Svg svg, String words, double x, double y, Object... more) {
        Object[] attributes = new Object[6 + more.length];
        Object[] own = {"x", x, "y", y, "font-size", TICK_FONT_PIXELS};
        System.arraycopy(own, 0, attributes, 0, own.length);
        System.arraycopy(more, 0, attributes, own.length, more.length);
        svg.words("text", words, attributes);
    }
}
