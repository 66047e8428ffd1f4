package io.tributary.backend;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.tributary.backend.engine.EngineHealth;
import io.tributary.backend.engine.ServerEngines;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** How the servers are that have the tables of some databases: they come and go while the backend is open. Any thread. */
final class ServerMetrics implements AutoCloseable {
    private final ServerEngines servers;
    private final MultiGauge up;
    private final MultiGauge failures;

    ServerMetrics(MeterRegistry registry, ServerEngines servers) {
        this.servers = servers;
        up = MultiGauge.builder("tributary.engine.server.up")
                .description("1 while the server takes what it is given, 0 from its failure until it is well again")
                .register(registry);
        failures = MultiGauge.builder("tributary.engine.server.failures")
                .description("commits and statements that failed for reasons of the server's own, since it is known")
                .register(registry);
        servers.onChange(this::register);
        register();
    }

    private synchronized void register() {
        Collection<ServerEngines.Server> now = servers.servers();
        up.register(rows(now, health -> health.isWell() ? 1 : 0), true);
        failures.register(rows(now, EngineHealth::failures), true);
    }

    private static List<MultiGauge.Row<?>> rows(
            Collection<ServerEngines.Server> servers, ToDoubleFunction<EngineHealth> figure) {
        return servers.stream()
                .<MultiGauge.Row<?>>map(server -> MultiGauge.Row.of(
                        Tags.of(
                                "engine",
                                server.where().engine(),
                                "server",
                                server.where().url()),
                        server.health(),
                        figure))
                .toList();
    }

    @Override
    public synchronized void close() {
        servers.onChange(() -> {});
        up.register(List.of(), true);
        failures.register(List.of(), true);
    }
}
