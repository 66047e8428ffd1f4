package io.tributary.engine.port;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where and how an engine is opened; immutable.
 *
 * @param directory for its files; it exists
 * @param tempDirectory for what it needs while it is open; it exists, and is empty
 * @param values of its own settings; of those that are missing the default
 * @param resultBytesMax that results under way may hold in all; 0: as much as the engine chooses
 */
public record EngineOptions(Path directory, Path tempDirectory, Map<EngineSetting, Long> values, long resultBytesMax) {
    public EngineOptions {
        values = Map.copyOf(values);
    }

    public long value(EngineSetting setting) {
        Long value = values.get(setting);
        return value == null ? setting.defaultValue() : value;
    }
}
