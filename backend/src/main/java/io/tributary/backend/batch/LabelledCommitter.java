package io.tributary.backend.batch;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.KeptKey;
import io.tributary.engine.port.LabelledBatches;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits a batch into an engine that has no transactions, but labels, in the steps of {@link LabelledBatches}: how far it goes
 * is stored first, then it is sent under its label, then its position and the keys of its loads are one transaction of the engine that keeps
 * them. Who ends between any two of these sends the same again. A committer's thread, in the lane of the table.
 */
final class LabelledCommitter {
    private static final Logger log = LoggerFactory.getLogger(LabelledCommitter.class);

    private final BatchCommitter single;
    private final TableEngine engine;
    private final BlockSource source;
    private final LogPositions positions;
    private final Failpoint failpoint;
    private final Quarantine quarantine;

    /** @param single knows what is kept of a batch */
    LabelledCommitter(
            BatchCommitter single,
            TableEngine engine,
            BlockSource source,
            LogPositions positions,
            Failpoint failpoint,
            Quarantine quarantine) {
        this.single = single;
        this.engine = engine;
        this.source = source;
        this.positions = positions;
        this.failpoint = failpoint;
        this.quarantine = quarantine;
    }

    /** @throws TributaryException where it is not known to be there with its position; it may be tried again */
    void commit(Batch batch, int attempt) throws IOException, InterruptedException {
        TableEngine own = engine.of(batch.table());
        TributaryException down = own.refusal();
        if (down != null) {
            // Nothing is begun that cannot be sent: the time for which its label is known would run.
            throw down;
        }
        failpoint.pass(Failpoint.Point.BEFORE_ENGINE_COMMIT);
        BegunBatch begun = begin(batch, own.labelledBatches());
        try {
            send(batch, begun, own);
        } catch (TributaryException e) {
            if (attempt < BatchCommitter.ATTEMPT_OF_TRIALS || !Bisection.isRefusal(e)) {
                throw e;
            }
            begun = leaveOut(batch, begun, e);
            send(batch, begun, own);
        }
        end(batch, begun);
    }

    private SystemStore store(TableSchema table) {
        return engine.keeperOf(table).systemStore();
    }

    private String key(Batch batch) {
        return RefusedPart.key(batch.table().tableId(), positions.logEpoch());
    }

    /** What an earlier attempt has begun, in whichever process, or that this one begins, durably. */
    private BegunBatch begin(Batch batch, LabelledBatches labels) {
        Optional<BegunBatch> before =
                store(batch.table()).get(BegunBatch.SPACE, key(batch)).map(BegunBatch::read);
        if (before.isPresent() && before.get().position() > positions.of(batch.table())) {
            requireSame(batch, before.get());
            if (before.get().begunMillis() == BegunBatch.NOT_SENT) {
                BegunBatch again = before.get().begunAt(single.keyMillis());
                store(batch.table()).put(BegunBatch.SPACE, key(batch), again.write());
                return again;
            }
            requireKnown(batch, before.get(), labels.knownMillis());
            return before.get();
        }
        String label = String.format(
                "tributary_%x_%d_%d", positions.logEpoch(), batch.table().tableId(), batch.lastPosition());
        BegunBatch begun = new BegunBatch(label, batch.lastPosition(), batch.rows(), single.keyMillis(), new BitSet());
        store(batch.table()).put(BegunBatch.SPACE, key(batch), begun.write());
        return begun;
    }

    /** The replay ends a batch where one was begun; it cannot where loads of it are gone from the log, or are not wanted yet. */
    private void requireSame(Batch batch, BegunBatch begun) {
        boolean lacksRows = batch.rows() != begun.rows();
        if (begun.position() != batch.lastPosition()
                || (lacksRows && !begun.leftOut().isEmpty())) {
            throw waiting(
                    batch,
                    begun,
                    "it ends at lsn " + begun.position() + " with " + begun.rows() + " rows, and the log has "
                            + batch.rows() + " up to lsn " + batch.lastPosition());
        }
        if (lacksRows) {
            log.warn(
                    "event=batch_lacks_rows label={} rows_begun={} rows={}", begun.label(), begun.rows(), batch.rows());
        }
    }

    private void requireKnown(Batch batch, BegunBatch begun, long knownMillis) {
        long millis = single.keyMillis() - begun.begunMillis();
        if (millis >= knownMillis) {
            throw waiting(
                    batch,
                    begun,
                    "it was begun " + TimeUnit.MILLISECONDS.toSeconds(millis) + " s ago, and its label is known for "
                            + TimeUnit.MILLISECONDS.toSeconds(knownMillis) + " s");
        }
    }

    /** Said at each attempt: nobody but an operator can know whether the rows are there. */
    private TributaryException waiting(Batch batch, BegunBatch begun, String why) {
        TableSchema table = batch.table();
        String text = "batch " + begun.label() + " of table " + table.database() + "." + table.name()
                + " was begun, and is not sent again: " + why
                + "; its rows stay in the log until somebody has looked whether they are in the table:"
                + " 'tributary wal settle'";
        quarantine.waits(table.tableId(), text);
        return new TributaryException(ErrorCode.ENGINE, text);
    }

    private void send(Batch batch, BegunBatch begun, TableEngine own) throws IOException {
        List<RowBlock> blocks = new ArrayList<>();
        if (begun.leftOut().isEmpty() && batch.isInMemory()) {
            blocks.addAll(batch.blocks());
        } else {
            BatchRows rows = new BatchRows(batch, source);
            rows.chunks(0, rows.count(), begun.leftOut(), blocks::addAll);
        }
        if (!blocks.isEmpty()) {
            own.labelledBatches().apply(begun.label(), batch.table(), blocks);
        }
    }

    /** Looks for what the engine refuses; that it is left out, and where it goes, is durable before the rest is sent. */
    private BegunBatch leaveOut(Batch batch, BegunBatch begun, TributaryException refusal)
            throws IOException, InterruptedException {
        RefusedRows refused = single.refusedRows(batch, begun.leftOut());
        refused.findAll(refusal);
        failpoint.pass(Failpoint.Point.AFTER_TRIALS);
        try (Quarantine.Room room = quarantine.enter(batch.table());
                EngineTransaction transaction = engine.keeperOf(batch.table()).begin()) {
            RefusedPart found = refused.write(transaction, room);
            RefusedPart all = begun.leftOut().isEmpty()
                    ? found
                    : single.refusedPart(batch).plus(found);
            BegunBatch rest = begun.without(refused.refused());
            transaction.putSystem(RefusedPart.SPACE, key(batch), all.write(batch.lastPosition()));
            transaction.putSystem(BegunBatch.SPACE, key(batch), rest.write());
            transaction.commit();
            quarantine.committed(found);
            refused.logCommitted(found);
            return rest;
        }
    }

    private void end(Batch batch, BegunBatch begun) {
        RefusedPart refused = begun.leftOut().isEmpty() ? RefusedPart.NOTHING : single.refusedPart(batch);
        try (EngineTransaction transaction = engine.keeperOf(batch.table()).begin()) {
            transaction.setAppliedPositions(List.of(single.position(batch, refused)));
            List<KeptKey> keys = single.keptKeys(batch, refused);
            if (!keys.isEmpty()) {
                transaction.keepKeys(keys);
            }
            transaction.removeSystem(BegunBatch.SPACE, key(batch));
            failpoint.pass(Failpoint.Point.IN_ENGINE_COMMIT);
            transaction.commit();
            failpoint.left(Failpoint.Point.IN_ENGINE_COMMIT);
        }
        batch.refusedPart(refused);
    }
}
