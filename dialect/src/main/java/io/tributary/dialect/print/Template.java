package io.tributary.dialect.print;

import io.tributary.dialect.tree.Literals;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text in which literals are still to be written. Immutable. */
public final class Template {
    /** Half a character, which no text that was decoded has. */
    private static final char MARK = '\uDBFF';

    private final List<String> texts;
    private final List<Place> places;

    /** A literal, and how it is written. */
    private record Place(int literal, @Nullable Writer writer) {}

    /** Writes a literal as a value of another type. */
    @FunctionalInterface
    interface Writer {
        String write(Literals literals);
    }

    /** The places of a text that is being made. */
    static final class Places {
        private final List<Place> places;
        private final @Nullable Literals known;

        Places() {
            this(new ArrayList<>(), null);
        }

        private Places(List<Place> places, @Nullable Literals known) {
            this.places = places;
            this.known = known;
        }

        /** Returns the same text's for a part of it that has literals of its own. */
        Places of(Literals ofPart) {
            return new Places(places, ofPart);
        }

        /**
         * Returns what stands for a literal in the text that {@link Template#of} takes.
         *
         * @param writer null: as what it is
         */
        String add(int literal, @Nullable Writer writer) {
            Literals own = known;
            places.add(
                    own == null
                            ? new Place(literal, writer)
                            : new Place(
                                    0,
                                    ignored -> writer == null ? LiteralText.of(own.peek(literal)) : writer.write(own)));
            return MARK + Integer.toString(places.size() - 1) + MARK;
        }
    }

    private Template(List<String> texts, List<Place> places) {
        this.texts = texts;
        this.places = places;
    }

    static Template of(String marked, Places all) {
        List<String> texts = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        int from = 0;
        for (int at = marked.indexOf(MARK); at >= 0; at = marked.indexOf(MARK, from)) {
            int end = marked.indexOf(MARK, at + 1);
            texts.add(marked.substring(from, at));
            places.add(all.places.get(Integer.parseInt(marked.substring(at + 1, end))));
            from = end + 1;
        }
        texts.add(marked.substring(from));
        return new Template(List.copyOf(texts), List.copyOf(places));
    }

    /** Returns the text with the literals of a statement of the same shape. */
    public String fill(Literals values) {
        if (places.isEmpty()) {
            return texts.get(0);
        }
        StringBuilder text = new StringBuilder(texts.get(0));
        for (int i = 0; i < places.size(); i++) {
            Place place = places.get(i);
            Writer writer = place.writer();
            text.append(writer == null ? LiteralText.of(values.peek(place.literal())) : writer.write(values))
                    .append(texts.get(i + 1));
        }
        return text.toString();
    }
}
