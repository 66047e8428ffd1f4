package io.tributary.engine.port;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import java.util.List;

/**
 * Applies batches of an engine that knows labels, and has no transaction that a position could be part of. Blocks; any thread.
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
