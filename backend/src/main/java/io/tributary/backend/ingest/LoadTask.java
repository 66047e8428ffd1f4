package io.tributary.backend.ingest;

import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.schema.IdempotencyKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One load on its way into the log and a shared batch.
 *
 * @param sync whether it is answered after the commit of its batch rather than after the force of the log
 * @param blocks all of the load, in order; reserved in the inbox until logged or refused
 * @param key under which it takes place once, or null
 */
public record LoadTask(
        long tableId,
        int schemaVersion,
        boolean sync,
        List<RowBlock> blocks,
        @Nullable IdempotencyKey key,
        LoadListener listener) {
    public LoadTask {
        blocks = List.copyOf(blocks);
        if (blocks.isEmpty()) {
            throw new IllegalArgumentException("load of no blocks for table " + tableId);
        }
    }

    /** A load without a key. */
    public LoadTask(long tableId, int schemaVersion, boolean sync, List<RowBlock> blocks, LoadListener listener) {
        this(tableId, schemaVersion, sync, blocks, null, listener);
    }

    public long bytes() {
        long sum = 0;
        for (RowBlock block : blocks) {
            sum += block.length();
        }
        return sum;
    }
}
