package io.tributary.engine.port;

/**
 * A number that an engine of one kind is configured with, in the configuration file under its key; the unit ends the key.
 *
 * @param key begins with the engine's name
 */
public record EngineSetting(String key, long defaultValue, long min, long max) {
    public EngineSetting {
        if (defaultValue < min || defaultValue > max) {
            throw new IllegalArgumentException(key + " = " + defaultValue + ": " + min + " to " + max);
        }
    }
}
