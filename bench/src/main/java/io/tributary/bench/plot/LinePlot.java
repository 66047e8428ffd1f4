package io.tributary.bench.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * A plot as an SVG document of {@value #WIDTH} pixels' width, as high as it needs to be. It stands by itself: on a white
 * ground of its own, without script, fonts or anything else from outside. The same plot is the same text.
 */
public final class LinePlot {
    static final int WIDTH = 800;
    /** The left edge of the area that lines are drawn in. */
    static final double LEFT = 90;

    static final double RIGHT = 770;

    /** The space between the edges of that area and the first and last tick of x. */
    private static final double INSET = 30;

    private static final double TITLE_PIXELS = 40;
    private static final double CAPTION_LINE_PIXELS = 14;
    private static final int CAPTION_FONT_PIXELS = 10;
    private static final double CAPTION_LEFT = 20;

    private LinePlot() {}

    public static String svg(Plot plot) {
        Axis x = Axis.logarithmic(
                plot.panels().stream()
                        .flatMap(panel -> panel.series().stream())
                        .flatMap(series -> series.points().stream())
                        .map(Point::x)
                        .toList(),
                LEFT + INSET,
                RIGHT - INSET);
        List<PanelDrawing> panels = plot.panels().stream()
                .map(panel -> new PanelDrawing(plot, panel, x))
                .toList();
        List<String> caption = captionLines(plot);
        double captionTop =
                TITLE_PIXELS + panels.stream().mapToDouble(PanelDrawing::height).sum();
        int height = (int) Math.ceil(captionTop + (caption.size() + 1) * CAPTION_LINE_PIXELS);

        Svg svg = new Svg();
        svg.begin(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "width",
                WIDTH,
                "height",
                height,
                "viewBox",
                "0 0 " + WIDTH + " " + height,
                "role",
                "img",
                "font-family",
                "sans-serif",
                "fill",
                "#222222");
        svg.words("title", plot.title());
        svg.empty("rect", "width", WIDTH, "height", height, "fill", "#ffffff");
        svg.words("text", plot.title(), "x", LEFT, "y", 26, "font-size", 17, "font-weight", "bold");
        double top = TITLE_PIXELS;
        for (PanelDrawing panel : panels) {
            panel.draw(svg, top);
            top += panel.height();
        }
        for (String line : caption) {
            top += CAPTION_LINE_PIXELS;
            svg.words("text", line, "x", CAPTION_LEFT, "y", top, "font-size", CAPTION_FONT_PIXELS, "fill", "#555555");
        }
        svg.end();
        return svg.toString();
    }

    private static List<String> captionLines(Plot plot) {
        List<String> lines = new ArrayList<>();
        for (String paragraph : plot.caption()) {
            lines.addAll(Paragraph.lines(paragraph, CAPTION_FONT_PIXELS, WIDTH - 2 * CAPTION_LEFT));
        }
        return lines;
    }
}
