package io.tributary.bench.plot;

import java.util.List;

/**
 * Panels, one below the other, that share an axis of x.
 *
 * @param unitOfX as it stands behind a number
 * @param unitOfY as it stands behind a number
 * @param panels 1 or more
 * @param caption paragraphs below them, in small letters
 */
public record Plot(String title, String unitOfX, String unitOfY, List<Panel> panels, List<String> caption) {
    public Plot {
        if (panels.isEmpty()) {
            throw new IllegalArgumentException("the plot " + title + " has no panel");
        }
        panels = List.copyOf(panels);
        caption = List.copyOf(caption);
    }
}
