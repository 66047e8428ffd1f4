package io.tributary.backend;

import io.tributary.backend.engine.EngineHealth;
import io.tributary.backend.engine.ReopeningEngine;
import io.tributary.backend.engine.ServerEngines;
import io.tributary.engine.port.EngineCapability;
import io.tributary.engine.port.EngineOptions;
import io.tributary.engine.port.EngineTraits;
import io.tributary.engine.port.ExactlyOnce;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The data directory, the engine whose files are in it, and the servers beside that. */
record OpenEngine(
        DataDirectory data, ReopeningEngine engine, ServerEngines servers, EngineHealth health, EngineOptions options) {
    /** What an engine may lack by the port, and this backend does not do without yet. */
    private static final List<EngineCapability> NEEDED = List.of(
            EngineCapability.QUERIES,
            EngineCapability.RETURNED_ROWS,
            EngineCapability.SNAPSHOT_CONFLICTS,
            EngineCapability.SYSTEM_TABLES,
            EngineCapability.HELD_TRANSACTIONS,
            EngineCapability.DEFINITIONS_IN_TRANSACTIONS,
            EngineCapability.LABELS,
            EngineCapability.KEYS,
            EngineCapability.QUARANTINE);

    /** Opens both. The engine keeps the files of what it drops until the logs are recovered. */
    static OpenEngine open(Opening opening) throws BackendStartException, IOException {
        BackendConfig config = opening.config();
        requireUsable(config.engine().factory().traits());
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
        ServerEngines servers = new ServerEngines(Engines::server, opening.wallClock()::millis, name -> opening.owners()
                .named(name));
        engine.standFor(servers);
        opening.closing().push("servers", servers);
        return new OpenEngine(data, engine, servers, health, options);
    }

    private static void requireUsable(EngineTraits engine) throws BackendStartException {
        List<String> missing = new ArrayList<>();
        if (engine.exactlyOnce() != ExactlyOnce.POSITION_IN_TRANSACTION) {
            missing.add("transactions that hold a batch and its position");
        }
        NEEDED.stream()
                .filter(needed -> !engine.can(needed))
                .map(EngineCapability::text)
                .forEach(missing::add);
        if (!missing.isEmpty()) {
            throw new BackendStartException(
                    "engine = " + engine.name() + ": this version needs what that engine does not have: "
                            + String.join(", ", missing),
                    null);
        }
    }
}
