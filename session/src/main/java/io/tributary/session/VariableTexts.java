package io.tributary.session;

import io.tributary.session.SystemVariable.Scope;
import java.util.HashMap;
import java.util.Map;

/** The values of a session's variables as text: those that differ from their defaults. Event loop of the connection. */
final class VariableTexts {
    private final SystemVariables table;
    private final Map<String, String> values = new HashMap<>();

    VariableTexts(SystemVariables table) {
        this.table = table;
    }

    /** Takes the global values, but that of {@code group_commit}, of which a session knows whether it is its own. */
    void begin(Map<String, String> globals) {
        values.clear();
        globals.forEach((name, value) -> {
            if (table.has(name)) {
                SystemVariable variable = table.get(name);
                if (variable.scope() == Scope.BOTH && !variable.name().equals(SystemVariables.GROUP_COMMIT)) {
                    values.put(variable.name(), value);
                }
            }
        });
    }

    /** @param name without aliases */
    String get(String name) {
        String value = values.get(name);
        return value != null ? value : table.get(name).defaultText();
    }

    /** Gives this default instead of the table's: not every version of the table has the variable. */
    String get(String name, String defaultText) {
        return values.getOrDefault(name, defaultText);
    }

    int number(String name) {
        return Integer.parseInt(get(name));
    }

    /** Whether the server's version has such a variable. */
    boolean knows(String name) {
        return table.has(name);
    }

    void put(String name, String text) {
        values.put(name, text);
    }

    void remove(String name) {
        values.remove(name);
    }

    Map<String, String> copy() {
        return Map.copyOf(values);
    }

    void restore(Map<String, String> copy) {
        values.clear();
        values.putAll(copy);
    }
}
