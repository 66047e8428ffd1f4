package io.tributary.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * {@code @name = value} of one session. Names are compared without regard to case; a NULL is an absent variable.
 *
 * <p>Event loop of the connection. Bounded by {@link #VARIABLES_MAX} and {@link #VALUE_CHARACTERS_MAX}.
 */
public final class UserVariables {
    public static final int VARIABLES_MAX = 1_024;
    public static final int VALUE_CHARACTERS_MAX = 65_536;

    private final Map<String, Value> values = new HashMap<>();

    /** @param number whether the value was written as a number and is printed without quotes */
    public record Value(String text, boolean number) {}

    public Optional<Value> get(String name) {
        return Optional.ofNullable(values.get(name.toLowerCase(Locale.ROOT)));
    }

    public void set(String name, Value value) {
        if (value.text().length() > VALUE_CHARACTERS_MAX) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "value of @" + name + " has " + value.text().length() + " characters; user_variable_characters_max"
                            + " is " + VALUE_CHARACTERS_MAX);
        }
        String key = name.toLowerCase(Locale.ROOT);
        if (values.size() >= VARIABLES_MAX && !values.containsKey(key)) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "@" + name + " would be one user variable more than user_variables_max " + VARIABLES_MAX);
        }
        values.put(key, value);
    }

    public void setNull(String name) {
        values.remove(name.toLowerCase(Locale.ROOT));
    }

    public void clear() {
        values.clear();
    }
}
