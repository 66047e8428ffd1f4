package io.tributary.frontend.load.format;

import java.util.ArrayList;
import java.util.List;

/**
 * The way to one value within a JSON document, as Doris' {@code jsonpaths} and {@code json_root} write it: {@code
 * $.a.b[0]}, with names in double quotes where a dot or a bracket stands in them. {@code $} alone, or {@code $.}, is the
 * document.
 *
 * <p>No path of MySQL's functions, which {@code dialect.function} reads: names there are words or JSON strings, blanks
 * mean nothing, and paths may lead to many values. A load reads names as they stand.
 */
public record DorisJsonPath(List<Step> steps) {
    public static final DorisJsonPath DOCUMENT = new DorisJsonPath(List.of());

    /** Steps of one path, and so how deep the reader of a row goes. */
    static final int STEPS_MAX = 100;

    public DorisJsonPath {
        steps = List.copyOf(steps);
    }

    /**
     * A step to a member of an object, or to an element of an array.
     *
     * @param name empty for an element
     * @param index from 0; -1 for a member
     */
    public record Step(String name, int index) {
        static Step member(String name) {
            return new Step(name, -1);
        }

        static Step element(int index) {
            return new Step("", index);
        }

        public boolean isMember() {
            return index < 0;
        }
    }

    /** @throws IllegalArgumentException with the reason */
    public static DorisJsonPath parse(String text) {
        if (!text.startsWith("$")) {
            throw new IllegalArgumentException("'" + text + "' does not begin with $");
        }
        if (text.equals("$.")) {
            return DOCUMENT;
        }
        List<Step> steps = new ArrayList<>();
        int at = 1;
        while (at < text.length()) {
            at = text.charAt(at) == '[' ? element(text, at, steps) : member(text, at, steps);
        }
        if (steps.size() > STEPS_MAX) {
            throw new IllegalArgumentException("'" + text + "' has more than " + STEPS_MAX + " steps");
        }
        return new DorisJsonPath(steps);
    }

    private static int element(String text, int at, List<Step> steps) {
        int end = text.indexOf(']', at);
        String index = end < 0 ? "" : text.substring(at + 1, end).strip();
        if (!index.matches("\\d{1,9}")) {
            throw new IllegalArgumentException(
                    "'" + text + "' has no number from 0 on in brackets; neither [*] nor names stand there");
        }
        steps.add(Step.element(Integer.parseInt(index)));
        return end + 1;
    }

    private static int member(String text, int at, List<Step> steps) {
        if (text.charAt(at) != '.') {
            throw new IllegalArgumentException("'" + text + "' has no . before a name");
        }
        boolean quoted = text.startsWith("\"", at + 1);
        int begin = quoted ? at + 2 : at + 1;
        int end = begin;
        while (end < text.length() && (quoted ? text.charAt(end) != '"' : ".[".indexOf(text.charAt(end)) < 0)) {
            end++;
        }
        if (end == begin || (quoted && end == text.length())) {
            throw new IllegalArgumentException("'" + text + "' has an empty name, or one without an end");
        }
        steps.add(Step.member(text.substring(begin, end)));
        return quoted ? end + 1 : end;
    }
}
