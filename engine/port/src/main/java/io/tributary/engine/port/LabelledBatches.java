package io.tributary.engine.port;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import java.util.List;

/**
 * Applies batches of an engine that knows labels, and has no transaction that a position could be part of. Blocks; any thread.
 *
 * <p>A caller that ends at any time and goes on later keeps each row once if it stores durably, and so that a repetition changes
 * nothing: first which rows the batch leaves out, and those that go into quarantine; then, here, the batch; then the idempotency
 * keys of its loads and its position, and only after these may the log let go of it. The key and the label of a load that is in no
 * log come first, too. Each of these is kept under the label of the batch.
 */
public interface LabelledBatches {
    /**
     * Appends rows, already validated, in order, unless a batch of this label is there: when this has returned, however often it
     * was called, they are in the table once, and stay there.
     *
     * @param label unique for the batch, the same at each attempt; letters, digits, {@code _} and {@code -}
     * @param blocks the same at each attempt
     * @throws TributaryException of kind ROW where the engine refuses some of them for their values, and would again; of another kind where
     *     it is not known what became of the batch: it may be applied again
     */
    void apply(String label, TableSchema table, List<RowBlock> blocks);
}
