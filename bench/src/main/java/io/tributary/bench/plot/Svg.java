package io.tributary.bench.plot;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Writes SVG text, an element a line. Attributes are given as names and values in turn; a {@link Double} is in pixels and
 * gets one decimal. All content and all values are escaped.
 */
final class Svg {
    private static final int REPLACEMENT = 0xFFFD;

    private final StringBuilder text = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Begins an element whose content follows. */
    void begin(String name, Object... attributes) {
        indent().append(start(name, attributes)).append(">\n");
        open.push(name);
    }

    /** Ends the element that began last. */
    void end() {
        String name = open.pop();
        indent().append("</").append(name).append(">\n");
    }

    void empty(String name, Object... attributes) {
        indent().append(start(name, attributes)).append("/>\n");
    }

    void words(String name, String content, Object... attributes) {
        indent().append(start(name, attributes))
                .append('>')
                .append(escaped(content))
                .append("</")
                .append(name)
                .append(">\n");
    }

    /** All that was written. */
    @Override
    public String toString() {
        return text.toString();
    }

    private StringBuilder indent() {
        return text.append("  ".repeat(open.size()));
    }

    private static String start(String name, Object... attributes) {
        StringBuilder start = new StringBuilder("<").append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            Object value = attributes[i + 1];
            start.append(' ').append(attributes[i]).append("=\"");
            start.append(escaped(value instanceof Double pixels ? pixels(pixels) : value.toString()));
            start.append('"');
        }
        return start.toString();
    }

    static String pixels(double pixels) {
        return String.format(Locale.ROOT, "%.1f", pixels);
    }

    private static String escaped(String raw) {
        StringBuilder escaped = new StringBuilder();
        raw.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(isOfXml(c) ? c : REPLACEMENT);
            }
        });
        return escaped.toString();
    }

    /** XML 1.0 has no way to write the others: https://www.w3.org/TR/xml/#charsets. */
    private static boolean isOfXml(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || (c >= 0x20 && c <= 0xD7FF)
                || (c >= 0xE000 && c <= 0xFFFD)
                || c >= 0x10000;
    }
}
