package io.tributary.backend.service.wait;

import io.tributary.engine.port.TableEngine;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The engine's threads by what a request may keep them for, so that what takes long is never in the way of what is short,
 * and nobody who reads in the way of one who writes.
 *
 * @param queries what reads ({@code engine_query_threads}); a query gives its thread back between two blocks
 * @param changes what computes and writes, minutes maybe: UPDATE, DELETE, INSERT … SELECT, ALTER ({@code
 *     engine_change_threads})
 * @param writes what stores rows that are there, or ends a transaction, or changes the catalog ({@code
 *     engine_write_threads})
 * @param ids reservations of AUTO_INCREMENT numbers; one thread
 * @param servers the same for each server that has tables
 */
public record EnginePools(
        EnginePool queries, EnginePool changes, EnginePool writes, EnginePool ids, ServerPools servers)
        implements AutoCloseable {
    /** Those of an engine that stands for no server. */
    public EnginePools(EnginePool queries, EnginePool changes, EnginePool writes, EnginePool ids) {
        this(queries, changes, writes, ids, ServerPools.NONE);
    }

    /**
     * Those for requests to a server: one that hangs keeps no other's threads.
     *
     * @param server null: the embedded engine
     */
    public EnginePools of(@Nullable TableEngine server) {
        return server == null ? this : servers.of(server);
    }

    private List<EnginePool> all() {
        return Stream.concat(
                        Stream.of(queries, changes, writes, ids),
                        servers.all().stream().flatMap(each -> each.all().stream()))
                .toList();
    }

    /** Requests under way, for metrics. */
    public int admittedCount() {
        return all().stream().mapToInt(EnginePool::admittedCount).sum();
    }

    /** Drains all together, like {@link EnginePool#drain}. */
    public boolean drain(long timeoutMillis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        boolean drained = true;
        for (EnginePool pool : all()) {
            drained &= pool.drain(Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
        }
        return drained;
    }

    @Override
    public void close() {
        all().forEach(EnginePool::close);
    }
}
