package io.tributary.backend.record;

import io.tributary.backend.batch.BegunBatch;
import io.tributary.backend.keys.KeyClock;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.AppliedBatch;
import io.tributary.engine.port.ConditionalPosition;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.TableEngine;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Batches that were begun on an engine which knows labels, of which a stopped backend does not know whether they are there, and what
 * somebody says of them who has looked. Blocks; one thread.
 */
public final class BegunBatches {
    private final TableEngine engine;

    /** @param engine which keeps the positions */
    public BegunBatches(TableEngine engine) {
        this.engine = engine;
    }

    /** A line each. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        engine.systemStore().list(BegunBatch.SPACE).forEach((key, text) -> {
            BegunBatch begun = BegunBatch.read(text);
            lines.add(begun.label() + " table_id=" + key.substring(0, key.indexOf('/')) + " lsn=" + begun.position()
                    + " rows=" + begun.rows() + " left_out="
                    + begun.leftOut().cardinality() + " begun_millis=" + begun.begunMillis());
        });
        return lines;
    }

    /** The batch of this label is in its table: the log goes on behind it. Idempotency keys of its loads are not kept. */
    public void isThere(String label) {
        Map.Entry<String, BegunBatch> found = find(label);
        String key = found.getKey();
        long tableId = Long.parseLong(key.substring(0, key.indexOf('/')));
        long epoch = Long.parseUnsignedLong(key.substring(key.indexOf('/') + 1), 16);
        BegunBatch begun = found.getValue();
        try (EngineTransaction transaction = engine.begin()) {
            transaction.setAppliedPositions(List.of(new ConditionalPosition(
                    new AppliedBatch(tableId, epoch, begun.position(), 0, begun.rows(), now()),
                    engine.systemStore().appliedPosition(epoch, tableId).orElse(ConditionalPosition.NONE),
                    engine.systemStore().generation())));
            transaction.removeSystem(BegunBatch.SPACE, key);
            transaction.commit();
        }
    }

    /** The batch of this label is not in its table: it is sent again, under the same label. */
    public void isNotThere(String label) {
        Map.Entry<String, BegunBatch> found = find(label);
        engine.systemStore()
                .put(
                        BegunBatch.SPACE,
                        found.getKey(),
                        found.getValue().begunAt(BegunBatch.NOT_SENT).write());
    }

    private long now() {
        return KeyClock.open(engine.keyStore(), InstantSource.system().millis(), System::nanoTime)
                .getAsLong();
    }

    private Map.Entry<String, BegunBatch> find(String label) {
        for (Map.Entry<String, String> each :
                engine.systemStore().list(BegunBatch.SPACE).entrySet()) {
            BegunBatch begun = BegunBatch.read(each.getValue());
            if (begun.label().equals(label)) {
                return Map.entry(each.getKey(), begun);
            }
        }
        throw new TributaryException(ErrorCode.INVALID_STATEMENT, "no batch " + label + " was begun and not ended");
    }
}
