package io.tributary.engine.port;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import java.util.List;

/**
 * Applies batches of an engine that knows labels, and has no transaction that a position could be part of. Blocks; any thread.
 *
 * <p>A caller that ends at any time and goes on later keeps each row once if it stores durably, and so that a repetition changes
 * nothing: first how far the batch goes, under which label, which rows it leaves out, and those that go into quarantine; then,
 * here, the batch; then the idempotency keys of its loads and its position, and only after these may the log let go of it. Of a
 * load that is in no log the label here comes first, under the label of its client. An engine of this kind keeps none of that
 * itself: {@link TableEngine#keeperOf} does.
 */
public interface LabelledBatches {
    /**
     * Appends rows, already validated, in order, unless a batch of this label is there: when this has returned, however often it
     * was called, they are in the table once, and stay there.
     *
     * @param label unique for the batch, the same at each attempt; letters, digits, {@code _} and {@code -}, at most 128
     * @param blocks the same at each attempt, but for rows that an attempt has refused
     * @throws TributaryException of kind ROW where the engine refuses some of them for their values, and would again: nothing of them
     *     is there, nor will be; of another kind where it is not known what became of the batch: it may be applied again
     */
    void apply(String label, TableSchema table, List<RowBlock> blocks);

    /**
     * Finds out whether the engine would take these rows, and leaves nothing there.
     *
     * @throws TributaryException of kind ROW where it refuses some of them for their values; of another kind for anything else
     */
    void tryOut(TableSchema table, List<RowBlock> blocks);

    /** For how long a label is known at least since its batch was applied, in milliseconds; nothing is applied again later. */
    default long knownMillis() {
        return Long.MAX_VALUE;
    }
}
