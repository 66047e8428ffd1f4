package io.tributary.dialect.token;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Functions without arguments that the session answers: their values stand in a statement before it is compiled.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/information-functions.html">Information Functions</a>
 */
public enum SessionFunction {
    CONNECTION_ID,
    CURRENT_ROLE,
    /** It may stand without parentheses. */
    CURRENT_USER,
    DATABASE("SCHEMA"),
    FOUND_ROWS,
    LAST_INSERT_ID,
    ROW_COUNT,
    USER("SESSION_USER SYSTEM_USER"),
    VERSION;

    private static final Map<String, SessionFunction> BY_NAME = new HashMap<>();

    static {
        for (SessionFunction function : values()) {
            function.names().forEach(name -> BY_NAME.put(name, function));
        }
    }

    /** With a blank between them. */
    private final String others;

    SessionFunction() {
        this("");
    }

    SessionFunction(String others) {
        this.others = others;
    }

    /** Returns what it is called, in capitals. */
    public List<String> names() {
        return List.of((name() + " " + others).trim().split(" ", -1));
    }

    /** Returns what all of them are called, in capitals. */
    public static Set<String> allNames() {
        return Set.copyOf(BY_NAME.keySet());
    }

    /** Returns the one of a name in any case. */
    public static Optional<SessionFunction> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name.toUpperCase(Locale.ROOT)));
    }
}
