package io.tributary.dialect.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind OVER, or behind AS in a WINDOW clause.
 *
 * @param base the name of the window that this one extends; empty: none. {@code OVER w} is a window with nothing but that
 * @param frame null: MySQL's own
 */
public record Window(String base, List<Expression> partition, List<Order> order, @Nullable Frame frame) {
    public Window {
        partition = List.copyOf(partition);
        order = List.copyOf(order);
    }

    /** One of the windows that a SELECT names. */
    public record Named(String name, Window window) {}

    /** Which rows around the current one a function sees. */
    public record Frame(boolean rows, Bound start, Bound end) {}

    /** One end of a frame. */
    public record Bound(Kind kind, @Nullable Expression offset) {
        /** {@code PRECEDING} and {@code FOLLOWING} have an offset. */
        public enum Kind {
            UNBOUNDED_PRECEDING,
            PRECEDING,
            CURRENT_ROW,
            FOLLOWING,
            UNBOUNDED_FOLLOWING
        }
    }
}
