package io.tributary.bench.plot;

/** The mark at a point. */
final class Marker {
    private Marker() {}

    /** @param title that a viewer shows when pointed at it, or empty */
    static void draw(Svg svg, Style style, double x, double y, String title) {
        Object[] attributes = {
            "transform",
            "translate(" + Svg.pixels(x) + "," + Svg.pixels(y) + ")",
            "d",
            style.marker(),
            "fill",
            style.hollow() ? "none" : style.colour(),
            "stroke",
            style.hollow() ? style.colour() : "#ffffff",
            "stroke-width",
            style.hollow() ? 1.6 : 1.0
        };
        if (title.isEmpty()) {
            svg.empty("path", attributes);
            return;
        }
        svg.begin("path", attributes);
        svg.words("title", title);
        svg.end();
    }
}
