package io.tributary.backend.ingest.answer;

import io.tributary.backend.batch.Batch;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The tables with loads that reads are bound to see and that are not committed, by how many batches of them there are. A
 * table is here before the first such load is acknowledged, and until the last such batch is committed or its table
 * dropped: a log that fails lets go of none. Changed by the ingest agent, read by any thread.
 */
public final class BoundTables {
    private final ConcurrentMap<Long, Integer> batches = new ConcurrentHashMap<>();

    /** The batch has its first such load. */
    public void bound(Batch batch) {
        batches.merge(batch.table().tableId(), 1, Integer::sum);
    }

    /** The batch is committed, or was discarded with its table. */
    public void released(Batch batch) {
        if (batch.isBound()) {
            batches.computeIfPresent(batch.table().tableId(), (table, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Nobody reads it any more. */
    public void dropped(long tableId) {
        batches.remove(tableId);
    }

    public boolean contains(long tableId) {
        return batches.containsKey(tableId);
    }

    public Collection<Long> all() {
        return List.copyOf(batches.keySet());
    }
}
