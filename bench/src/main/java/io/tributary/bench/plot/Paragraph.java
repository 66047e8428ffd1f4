package io.tributary.bench.plot;

import java.util.ArrayList;
import java.util.List;

/** Text broken into lines. What a letter takes can only be guessed here: a wide sans-serif font is assumed. */
final class Paragraph {
    private static final double LETTER_EM = 0.6;

    private Paragraph() {}

    /** Returns the width of a text in pixels, at least about. */
    static double width(String text, int fontPixels) {
        return text.length() * LETTER_EM * fontPixels;
    }

    /** Breaks at blanks, and within a word only where it is longer than a line. */
    static List<String> lines(String text, int fontPixels, double widthPixels) {
        int lettersMax = (int) (widthPixels / (LETTER_EM * fontPixels));
        List<String> lines = new ArrayList<>();
        String left = text.strip();
        while (left.length() > lettersMax) {
            int blank = left.lastIndexOf(' ', lettersMax);
            int cut = blank > 0 ? blank : lettersMax;
            lines.add(left.substring(0, cut));
            left = left.substring(cut).strip();
        }
        lines.add(left);
        return lines;
    }
}
