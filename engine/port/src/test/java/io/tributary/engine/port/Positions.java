package io.tributary.engine.port;

import java.util.ArrayList;
import java.util.List;

/** Sets positions in tests as their owner would: it knows where each table is. */
public final class Positions {
    private Positions() {}

    public static void set(TableEngine engine, EngineTransaction transaction, long tableId, long epoch, long position) {
        set(engine, transaction, new AppliedBatch(tableId, epoch, position, 0, 0, 0));
    }

    public static void set(TableEngine engine, EngineTransaction transaction, AppliedBatch... batches) {
        List<ConditionalPosition> positions = new ArrayList<>();
        for (AppliedBatch batch : batches) {
            positions.add(next(engine, batch));
        }
        transaction.setAppliedPositions(positions);
    }

    private static ConditionalPosition next(TableEngine engine, AppliedBatch batch) {
        SystemStore store = engine.systemStore();
        return new ConditionalPosition(
                batch,
                store.appliedPosition(batch.logEpoch(), batch.tableId()).orElse(ConditionalPosition.NONE),
                store.generation());
    }
}
