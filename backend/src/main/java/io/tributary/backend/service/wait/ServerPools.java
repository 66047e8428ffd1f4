package io.tributary.backend.service.wait;

import io.tributary.engine.port.TableEngine;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The threads of servers, on which requests wait for answers: more than an embedded engine's, which compute. Any thread. */
public final class ServerPools {
    /** Where nothing is on a server. */
    static final ServerPools NONE = new ServerPools(() -> {
        throw new IllegalStateException("no servers");
    });

    private final Supplier<EnginePools> maker;
    private final Map<TableEngine, EnginePools> pools = new ConcurrentHashMap<>();

    /** @param maker makes those of one more */
    public ServerPools(Supplier<EnginePools> maker) {
        this.maker = maker;
    }

    EnginePools of(TableEngine server) {
        return pools.computeIfAbsent(server, any -> maker.get());
    }

    /** Those that there are. */
    Collection<EnginePools> all() {
        return List.copyOf(pools.values());
    }
}
