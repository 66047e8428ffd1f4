package io.tributary.backend.service.wait;

import io.tributary.backend.txn.PrivateCommitter;
import io.tributary.engine.port.TableEngine;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * A call's ways to the engine.
 *
 * @param waits what it waits for first
 * @param committer the lanes that it enters
 * @param pools the threads that it runs on
 * @param servers whose tables have threads of their own
 */
public record EngineAccess(StatementWaits waits, PrivateCommitter committer, EnginePools pools, ServerOfTable servers) {
    /** Which server has a table. Does not block. */
    public interface ServerOfTable {
        /** Null: the embedded engine, or nobody. */
        @Nullable
        TableEngine of(long tableId);
    }

    /** The threads for requests that write to these tables, of one engine. */
    public EnginePools poolsOf(Collection<Long> tableIds) {
        return tableIds.isEmpty()
                ? pools
                : pools.of(servers.of(tableIds.iterator().next()));
    }

    /** @param pool of {@link #pools}, of which the bodies run */
    public Barriers barriers(EnginePool pool) {
        return new Barriers(waits, committer, pool);
    }
}
