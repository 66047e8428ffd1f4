package io.tributary.dialect.bind;

import io.tributary.contract.error.ErrorCode;
import io.tributary.dialect.tree.Window;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

    /** Returns the window with what it extends put into it. */
    static Window resolved(Window window, Map<String, Window> windows) {
        Window result = window;
        for (int depth = 0; !result.base().isEmpty(); depth++) {
            Window base = windows.get(result.base().toLowerCase(Locale.ROOT));
            if (base == null || depth > DEPTH_MAX) {
                throw ErrorCode.INVALID_STATEMENT.error("Window name '" + result.base() + "' is not defined.");
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
