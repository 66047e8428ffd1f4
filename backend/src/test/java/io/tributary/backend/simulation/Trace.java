package io.tributary.backend.simulation;

import com.google.errorprone.annotations.FormatMethod;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last events of a history, for a reader of a violation. Off, it costs nothing. */
final class Trace {
    private static final int LINES_MAX = 400;

    private final boolean on;
    private final Deque<String> lines = new ArrayDeque<>();

    Trace(boolean on) {
        this.on = on;
    }

    @FormatMethod
    void add(String format, Object... values) {
        if (!on) {
            return;
        }
        lines.add(String.format(format, values));
        if (lines.size() > LINES_MAX) {
            lines.remove();
        }
    }

    List<String> lines() {
        return List.copyOf(lines);
    }
}
