package io.tributary.dialect.bind;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.bind.Bound.Windowed;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.Window;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Windows that a SELECT names, and those that extend them. */
final class Windows {
    private static final int DEPTH_MAX = 127;

    private Windows() {}

    static Map<String, Window> byName(List<Window.Named> named) {
        Map<String, Window> windows = new HashMap<>();
        for (Window.Named each : named) {
            windows.put(each.name().toLowerCase(Locale.ROOT), each.window());
        }
        return windows;
    }

    /** Whether a window is among the parts of an expression; subqueries have their own. */
    static boolean hasWindow(Bound bound) {
        return bound.hasOwn(Windowed.class::isInstance);
    }

    /** Refuses a window among the parts of an expression by its function. */
    static void refuse(Bound bound) {
        bound.hasOwn(part -> {
            if (part instanceof Windowed windowed) {
                throw refused(windowed.call().function().name());
            }
            return false;
        });
    }

    static TributaryException refused(String function) {
        return ErrorCode.WINDOW_FUNCTION_HERE.error(
                "You cannot use the window function '" + function.toLowerCase(Locale.ROOT) + "' in this context.'");
    }

    /**
     * Refuses what MySQL refuses of a window.
     *
     * @param name what OVER calls it; empty: nothing
     * @param made the same with its keys, those of its order that are constant left out
     */
    static void check(String name, Window window, Windowed made, Literals literals) {
        String words = "Window '" + (name.isEmpty() ? "<unnamed window>" : name) + "'";
        List<Bound> keys = made.order().stream().map(Bound.SortKey::value).toList();
        if (made.partition().stream().anyMatch(Windows::hasWindow)
                || keys.stream().anyMatch(Windows::hasWindow)) {
            throw ErrorCode.NESTED_WINDOW.error("You cannot nest a window function in the specification of "
                    + words.replace("Window", "window") + ".");
        }
        Window.Frame frame = window.frame();
        if (frame == null) {
            return;
        }
        if (frame.start().kind() == Window.Bound.Kind.UNBOUNDED_FOLLOWING) {
            throw ErrorCode.WINDOW_FRAME_START.error(words + ": frame start cannot be UNBOUNDED FOLLOWING.");
        }
        if (frame.end().kind() == Window.Bound.Kind.UNBOUNDED_PRECEDING) {
            throw ErrorCode.WINDOW_FRAME_END.error(words + ": frame end cannot be UNBOUNDED PRECEDING.");
        }
        boolean ordered = frame.start().kind().compareTo(frame.end().kind()) <= 0;
        if (!ordered || !isOffset(frame, frame.start(), literals) || !isOffset(frame, frame.end(), literals)) {
            throw ErrorCode.WINDOW_FRAME.error(
                    words + ": frame start or end is negative, NULL or of non-integral type");
        }
        for (Window.Bound bound : List.of(frame.start(), frame.end())) {
            Expression offset = bound.offset();
            if (offset != null) {
                check(words, frame, offset, window.order().size() == 1 ? keys : List.of());
            }
        }
    }

    /** Whether it is a number of rows, or a distance of values. */
    private static boolean isOffset(Window.Frame frame, Window.Bound bound, Literals literals) {
        Expression offset = bound.offset();
        if (offset instanceof Expression.Literal literal) {
            Literals.Kind kind = literals.kind(literal.index());
            boolean number = kind == Literals.Kind.DECIMAL || kind == Literals.Kind.DOUBLE;
            return kind == Literals.Kind.INTEGER || (number && !frame.rows());
        }
        boolean negative = offset instanceof Expression.Call call && call.name().equals("-");
        return !negative && !(offset instanceof Expression.Word);
    }

    /** Returns keys that a distance can be added to: the truth values of a frame that counts values are numbers. */
    static List<Bound.SortKey> counted(List<Bound.SortKey> keys, Window.@Nullable Frame frame) {
        return frame == null || frame.rows()
                ? keys
                : Bound.SortKey.all(
                        keys,
                        key -> key.type().kind() == Kind.BOOL ? Conversions.convert(key, SqlType.integer(1)) : key);
    }

    /** @param keys one, or the order is none of a frame that counts values */
    private static void check(String words, Window.Frame frame, Expression offset, List<Bound> keys) {
        boolean interval = offset instanceof Expression.Interval;
        if (!interval && !(offset instanceof Expression.Literal) && !(offset instanceof Expression.Parameter)) {
            throw ErrorCode.WINDOW_BOUND_NOT_CONSTANT.error(words + " has a non-constant frame bound.");
        }
        if (frame.rows()) {
            if (interval) {
                throw ErrorCode.WINDOW_ROWS_INTERVAL.error(words + ": INTERVAL can only be used with RANGE frames.");
            }
            return;
        }
        Kind kind = keys.isEmpty() ? Kind.NULL : keys.get(0).type().kind();
        if (!kind.isNumber() && !kind.isMoment()) {
            throw ErrorCode.WINDOW_RANGE_ORDER.error(words + " with RANGE N PRECEDING/FOLLOWING frame requires exactly"
                    + " one ORDER BY expression, of numeric or temporal type");
        }
        if (kind.isMoment() && !interval) {
            throw ErrorCode.WINDOW_RANGE_OF_MOMENTS.error(words + " with RANGE frame has ORDER BY expression of"
                    + " datetime type. Only INTERVAL bound value allowed.");
        }
        if (interval && kind.isNumber()) {
            throw ErrorCode.WINDOW_RANGE_OF_NUMBERS.error(words + " with RANGE frame has ORDER BY expression of"
                    + " numeric type, INTERVAL bound value not allowed.");
        }
        if (kind == Kind.TIME) {
            throw TributaryException.notSupported("RANGE frames of a TIME");
        }
    }

    /** Returns the window with what it extends put into it. */
    static Window resolved(Window window, Map<String, Window> windows) {
        Window result = window;
        for (int depth = 0; !result.base().isEmpty(); depth++) {
            Window base = windows.get(result.base().toLowerCase(Locale.ROOT));
            if (base == null || depth > DEPTH_MAX) {
                throw ErrorCode.UNKNOWN_WINDOW.error("Window name '" + result.base() + "' is not defined.");
            }
            result = new Window(
                    base.base(),
                    result.partition().isEmpty() ? base.partition() : result.partition(),
                    result.order().isEmpty() ? base.order() : result.order(),
                    result.frame() == null ? base.frame() : result.frame());
        }
        return result;
    }
}
