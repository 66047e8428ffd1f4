package io.tributary.backend.service.wait;

import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.txn.PrivateCommitter;
import io.tributary.contract.schema.TableSchema;
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
public record EngineAccess(StatementWaits waits, PrivateCommitter committer, EnginePools pools, Servers servers) {
    /** Which server has what; null: the embedded engine has, or nobody. Does not block. */
    public record Servers(TableEngine home, TableLookup tables) {
        @Nullable
        TableEngine of(long tableId) {
            TableSchema table = tables.table(tableId);
            return table == null ? null : of(table.database());
        }

        @Nullable
        TableEngine of(String database) {
            TableEngine engine = home.of(database);
            return engine == home ? null : engine;
        }
    }

    /** The threads for requests that write to these tables, of one engine. */
    public EnginePools poolsOf(Collection<Long> tableIds) {
        return tableIds.isEmpty() ? pools : poolsOf(tableIds.iterator().next());
    }

    /** The threads for requests about a table; 0: about no certain one. */
    public EnginePools poolsOf(long tableId) {
        return pools.of(servers.of(tableId));
    }

    /** The threads for requests about what a database has. */
    public EnginePools poolsIn(String database) {
        return pools.of(servers.of(database));
    }

    /** @param pool of {@link #pools}, of which the bodies run */
    public Barriers barriers(EnginePool pool) {
        return new Barriers(waits, committer, pool);
    }
}
