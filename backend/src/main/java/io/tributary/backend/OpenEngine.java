package io.tributary.backend;

import io.tributary.backend.engine.EngineHealth;
import io.tributary.backend.engine.ReopeningEngine;
import io.tributary.engine.port.EngineOptions;
import java.io.IOException;

/** The data directory, and the engine whose files are in it. */
record OpenEngine(DataDirectory data, ReopeningEngine engine, EngineHealth health, EngineOptions options) {
    /** Until the logs are recovered the engine keeps the files of what it drops. */
    static OpenEngine open(Opening opening) throws BackendStartException, IOException {
        BackendConfig config = opening.config();
        DataDirectory data =
                DataDirectory.open(config.dataDirectory(), config.engine().name());
        opening.closing().push("data directory", data);
        if (data.isUnused(config.walDirectories())) {
            config.engine().factory().setAsideUnfinished(data.engine());
        }
        EngineHealth health = new EngineHealth(opening.wallClock()::millis);
        EngineOptions options = config.engine().options(data, opening.limit(BackendLimit.RESULT_BYTES_MAX));
        ReopeningEngine engine =
                new ReopeningEngine(() -> config.engine().factory().open(options), health);
        engine.keepsFiles(true);
        opening.closing().push("engine", engine);
        return new OpenEngine(data, engine, health, options);
    }
}
