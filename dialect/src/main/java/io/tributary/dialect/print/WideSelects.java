package io.tributary.dialect.print;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/** The SELECTs of a query that are written in {@link Layers}, while their values are printed. One thread, one query. */
final class WideSelects {
    private final Deque<Layers> open = new ArrayDeque<>();
    private boolean measuring;
    private boolean manyAggregates;
    private int count;

    /** Returns the column of a relation in the layers around it, if there are some. */
    String column(int relation, String text) {
        for (Layers each : open) {
            if (each.isOf(relation)) {
                return each.column(text);
            }
        }
        return text;
    }

    /** Whether values are printed of which each shall have the shortest text. */
    boolean hasMany() {
        return manyAggregates || open.stream().anyMatch(Layers::hasMany);
    }

    void manyAggregates(boolean many) {
        manyAggregates = many;
    }

    /**
     * Returns texts that are printed for their length, if they are long: SELECTs within are plain then, or each would be printed twice
     * for each of those around it.
     */
    List<String> measured(Supplier<List<String>> values) {
        boolean outer = measuring;
        measuring = true;
        List<String> texts = values.get();
        measuring = outer;
        return texts;
    }

    boolean isMeasuring() {
        return measuring;
    }

    /** Returns a number that no other wide SELECT of the query has. */
    int next() {
        return ++count;
    }

    /** Returns what is printed in terms of layers. */
    String within(Layers layers, Supplier<String> text) {
        open.push(layers);
        String printed = text.get();
        open.pop();
        return printed;
    }
}
