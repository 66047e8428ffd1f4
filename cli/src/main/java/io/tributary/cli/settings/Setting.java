package io.tributary.cli.settings;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * One key of the configuration with its type, default and allowed values.
 *
 * @param allowed what may be written, in words or as a range: the end of an error message
 * @param parser takes the trimmed text; an {@link IllegalArgumentException} means that it is not allowed
 */
public record Setting<T>(String key, Class<T> type, T defaultValue, String allowed, Function<String, T> parser) {
    /** A whole number; the unit ends the key. */
    public static Setting<Long> number(String key, long defaultValue, long min, long max) {
        return new Setting<>(key, Long.class, defaultValue, min + " to " + max, text -> {
            long value = Long.parseLong(text);
            if (value < min || value > max) {
                throw new IllegalArgumentException();
            }
            return value;
        });
    }

    public static Setting<String> text(
            String key, String defaultValue, String allowed, Function<String, Boolean> check) {
        return new Setting<>(key, String.class, defaultValue, allowed, text -> {
            if (!check.apply(text)) {
                throw new IllegalArgumentException();
            }
            return text;
        });
    }

    /** @param choices the default first */
    public static Setting<String> choice(String key, List<String> choices) {
        return text(key, choices.get(0), String.join(", ", choices), choices::contains);
    }

    public static Setting<Boolean> flag(String key, boolean defaultValue) {
        return new Setting<>(
                key, Boolean.class, defaultValue, "true or false", text -> switch (text.toLowerCase(Locale.ROOT)) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw new IllegalArgumentException();
                });
    }

    /** Returns the name that it has in the environment: {@code query_port} is {@code TRIBUTARY_QUERY_PORT}. */
    public String environmentName() {
        return "TRIBUTARY_" + key.toUpperCase(Locale.ROOT);
    }

    T parse(String text, String source) throws SettingException {
        try {
            return parser.apply(text.trim());
        } catch (IllegalArgumentException refused) {
            throw new SettingException(key + " = " + text.trim() + " (" + source + "): allowed is " + allowed);
        }
    }
}
