package io.tributary.contract.calls;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Durability;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.IdempotencyKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One load for group commit: all of it is committed, or none.
 *
 * @param schemaVersion the version its blocks were encoded for
 * @param mode {@code ASYNC_MODE} or {@code SYNC_MODE}
 * @param durability of {@code ASYNC_MODE}; without meaning otherwise
 * @param blocks at least one, in order
 * @param key the client's name for it, under which it takes place once; or null
 */
public record LoadRequest(
        long tableId,
        int schemaVersion,
        GroupCommitMode mode,
        Durability durability,
        List<RowBlock> blocks,
        @Nullable IdempotencyKey key) {
    public LoadRequest {
        blocks = List.copyOf(blocks);
        if (blocks.isEmpty() || mode == GroupCommitMode.OFF_MODE) {
            throw new IllegalArgumentException(
                    "a grouped load needs blocks and a mode, got " + blocks.size() + ", " + mode);
        }
    }

    /** A load that is on the disk when it is answered. */
    public LoadRequest(
            long tableId,
            int schemaVersion,
            GroupCommitMode mode,
            List<RowBlock> blocks,
            @Nullable IdempotencyKey key) {
        this(tableId, schemaVersion, mode, Durability.FSYNC, blocks, key);
    }

    /** A load like the one above, without a key. */
    public LoadRequest(long tableId, int schemaVersion, GroupCommitMode mode, List<RowBlock> blocks) {
        this(tableId, schemaVersion, mode, blocks, null);
    }

    public long bytes() {
        long sum = 0;
        for (RowBlock block : blocks) {
            sum += block.length();
        }
        return sum;
    }
}
