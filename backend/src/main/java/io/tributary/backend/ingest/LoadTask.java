package io.tributary.backend.ingest;

import io.tributary.backend.ingest.answer.Acknowledgement;
import io.tributary.backend.ingest.answer.LoadListener;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.IdempotencyKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One load on its way into the log and a shared batch.
 *
 * @param answered when it is
 * @param blocks all of the load, in order; reserved in the inbox until logged or refused
 * @param key under which it takes place once, or null
 */
public record LoadTask(
        long tableId,
        int schemaVersion,
        Acknowledgement answered,
        List<RowBlock> blocks,
        @Nullable IdempotencyKey key,
        LoadListener listener) {
    public LoadTask {
        blocks = List.copyOf(blocks);
        if (blocks.isEmpty()) {
            throw new IllegalArgumentException("load of no blocks for table " + tableId);
        }
    }

    /** @param sync whether it is answered after the commit of its batch rather than after the force of the log */
    public LoadTask(
            long tableId,
            int schemaVersion,
            boolean sync,
            List<RowBlock> blocks,
            @Nullable IdempotencyKey key,
            LoadListener listener) {
        this(tableId, schemaVersion, sync ? Acknowledgement.COMMITTED : Acknowledgement.FORCED, blocks, key, listener);
    }

    /** A load without a key. */
    public LoadTask(long tableId, int schemaVersion, boolean sync, List<RowBlock> blocks, LoadListener listener) {
        this(tableId, schemaVersion, sync, blocks, null, listener);
    }

    /** Whether it is answered when its rows are visible. */
    public boolean sync() {
        return answered == Acknowledgement.COMMITTED;
    }

    public long rows() {
        long sum = 0;
        for (RowBlock block : blocks) {
            sum += block.rowCount();
        }
        return sum;
    }

    public long bytes() {
        long sum = 0;
        for (RowBlock block : blocks) {
            sum += block.length();
        }
        return sum;
    }
}
