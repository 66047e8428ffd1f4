package io.tributary.backend;

import io.tributary.engine.port.EngineFactory;
import io.tributary.engine.port.EngineOptions;
import io.tributary.engine.port.EngineSetting;
import io.tributary.engine.port.TableEngine;
import java.util.Map;

/**
 * Which engine a backend has, and how that is configured; immutable and checked.
 *
 * @param values of the engine's own settings that differ from their defaults
 */
public record EngineConfig(EngineFactory factory, Map<EngineSetting, Long> values) {
    public EngineConfig {
        values = Map.copyOf(values);
        values.forEach((setting, value) -> {
            if (!factory.settings().contains(setting)) {
                throw new IllegalArgumentException(setting.key() + " = " + value + ": the engine "
                        + factory.traits().name() + " has no such setting");
            }
            if (value < setting.min() || value > setting.max()) {
                throw new IllegalArgumentException(
                        setting.key() + " = " + value + ": " + setting.min() + " to " + setting.max());
            }
        });
    }

    /** The default engine as it is. */
    public static EngineConfig standard() {
        return new EngineConfig(Engines.standard(), Map.of());
    }

    public String name() {
        return factory.traits().name();
    }

    EngineOptions options(DataDirectory data, long resultBytesMax) {
        return new EngineOptions(data.engine(), data.engineTemp(), values, resultBytesMax);
    }

    TableEngine open(DataDirectory data, long resultBytesMax) {
        return factory.open(options(data, resultBytesMax));
    }
}
