package io.tributary.cli.settings;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values a process runs with: those that were given, checked, and the defaults of all others. Immutable. */
public final class Settings {
    private final Map<Setting<?>, Object> given;

    Settings(Map<Setting<?>, Object> given) {
        this.given = Map.copyOf(given);
    }

    public <T> T get(Setting<T> setting) {
        @Nullable Object value = given.get(setting);
        return value == null ? setting.defaultValue() : setting.type().cast(value);
    }

    public int number(Setting<Long> setting) {
        return Math.toIntExact(get(setting));
    }

    /** Whether somebody wrote it, even if it is the default's value. */
    public boolean isGiven(Setting<?> setting) {
        return given.containsKey(setting);
    }
}
