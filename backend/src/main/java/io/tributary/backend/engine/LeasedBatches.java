package io.tributary.backend.engine;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.LabelledBatches;
import java.util.List;

/** Batches of whichever instance of the engine is open. Any thread. */
final class LeasedBatches implements LabelledBatches {
    private final EngineCalls calls;

    LeasedBatches(EngineCalls calls) {
        this.calls = calls;
    }

    @Override
    public void apply(String label, TableSchema table, List<RowBlock> blocks) {
        calls.run(engine -> engine.labelledBatches().apply(label, table, blocks));
    }

    @Override
    public void tryOut(TableSchema table, List<RowBlock> blocks) {
        calls.run(engine -> engine.labelledBatches().tryOut(table, blocks));
    }

    @Override
    public long knownMillis() {
        return calls.instance().engine().labelledBatches().knownMillis();
    }
}
