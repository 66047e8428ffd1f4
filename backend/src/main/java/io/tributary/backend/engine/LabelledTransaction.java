package io.tributary.backend.engine;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.ConditionalPosition;
import io.tributary.engine.port.EngineCapability;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.KeptKey;
import io.tributary.engine.port.LabelStore;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.QuarantinedRow;
import io.tributary.engine.port.TableEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one table, in no log, for an engine that has no transactions but labels: they are sent as one batch at the commit, and
 * what is kept of them is a transaction of the engine that stands for it. Who repeats a load under its client's label, or the replay of
 * the same rows in quarantine, repeats the batch, also behind a crash in between. One thread; it reads nothing.
 */
final class LabelledTransaction implements EngineTransaction {
    /** The space of the store with the batch's label by that of a client's load whose end nobody knows. */
    private static final String SPACE = "begun_label";

    /** For how long a commit asks whether it took place. */
    private static final long SETTLE_MILLIS_MAX = 15_000;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final TableEngine home;
    private final TableEngine engine;
    /** What is kept of the load, written at the end: a transaction that has changed something is not to be open while the server works. */
    private final List<Consumer<EngineTransaction>> kept = new ArrayList<>();

    private final List<RowBlock> blocks = new ArrayList<>();
    private String label;
    private @Nullable TableSchema table;
    private @Nullable String clientsLabel;
    private @Nullable EngineTransaction atHome;
    private boolean ended;

    /**
     * @param home keeps what is told of loads
     * @param label of the batch, where nothing else names it
     */
    LabelledTransaction(TableEngine home, TableEngine engine, String label) {
        this.home = home;
        this.engine = engine;
        this.label = label;
    }

    private EngineTransaction atHome() {
        EngineTransaction begun = atHome;
        if (begun == null) {
            begun = home.begin();
            atHome = begun;
        }
        return begun;
    }

    @Override
    public void append(TableSchema into, List<RowBlock> rows) {
        TableSchema before = table;
        if (before != null && before.tableId() != into.tableId()) {
            throw TributaryException.notSupported("rows of two tables in one transaction, on an engine that has none ("
                    + engine.traits().name() + ")");
        }
        table = into;
        blocks.addAll(rows);
    }

    @Override
    public void setAppliedPositions(List<ConditionalPosition> positions) {
        throw new IllegalStateException("rows that are in a log are no transaction's");
    }

    @Override
    public void truncate(TableSchema emptied, List<Partition> partitions) {
        throw EngineCapability.DEFINITIONS_IN_TRANSACTIONS.missing();
    }

    @Override
    public void putSystem(String space, String key, String value) {
        kept.add(transaction -> transaction.putSystem(space, key, value));
    }

    @Override
    public void removeSystem(String space, String key) {
        kept.add(transaction -> transaction.removeSystem(space, key));
    }

    @Override
    public void putLabel(LabelStore.UsedLabel used) {
        kept.add(transaction -> transaction.putLabel(used));
        clientsLabel = used.name();
    }

    @Override
    public void keepKeys(List<KeptKey> keys) {
        kept.add(transaction -> transaction.keepKeys(keys));
    }

    @Override
    public void quarantine(List<QuarantinedRow> rows) {
        kept.add(transaction -> transaction.quarantine(rows));
    }

    /** The batch that takes their place is named by them, whose ids are nobody else's ever. */
    @Override
    public long removeQuarantined(QuarantineStore.Filter filter) {
        if (!filter.ids().isEmpty()) {
            label = String.format(
                    "tributary_q_%015x", LabelStore.hash(filter.tableId() + "/" + new TreeSet<>(filter.ids())));
        }
        return atHome().removeQuarantined(filter);
    }

    /**
     * @throws TributaryException {@code OUTCOME_UNKNOWN} where nobody knows in time; of another code nothing was stored
     */
    @Override
    public void commit() {
        TableSchema into = table;
        ended = true;
        if (into == null || blocks.isEmpty()) {
            end();
            return;
        }
        begin();
        send(into);
        try {
            end();
        } catch (TributaryException e) {
            throw new TributaryException(
                    ErrorCode.OUTCOME_UNKNOWN,
                    "the rows are in the table, and what is kept of their load may not be: " + e.why(),
                    e);
        }
    }

    /** A client that repeats its label means the same load: it goes under the same label of the engine. */
    private void begin() {
        String name = clientsLabel;
        if (name == null) {
            return;
        }
        if (!home.systemStore().compareAndPut(SPACE, name, null, label)) {
            label = home.systemStore().get(SPACE, name).orElse(label);
        }
        kept.add(transaction -> transaction.removeSystem(SPACE, name));
    }

    private void end() {
        if (!kept.isEmpty() || atHome != null) {
            EngineTransaction transaction = atHome();
            kept.forEach(each -> each.accept(transaction));
            transaction.commit();
        }
    }

    /** An answer that was lost is asked for by sending the same once more. */
    private void send(TableSchema into) {
        TributaryException refusal = engine.refusal();
        if (refusal != null) {
            throw refusal;
        }
        long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SETTLE_MILLIS_MAX);
        while (true) {
            try {
                engine.labelledBatches().apply(label, into, blocks);
                return;
            } catch (TributaryException e) {
                if (!isUnknown(e)) {
                    throw e;
                }
                if (System.nanoTime() - untilNanos >= 0
                        || Thread.currentThread().isInterrupted()) {
                    throw new TributaryException(
                            ErrorCode.OUTCOME_UNKNOWN, "whether the rows are in the table is unknown: " + e.why(), e);
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private static boolean isUnknown(TributaryException e) {
        return switch (e.code()) {
            case OUTCOME_UNKNOWN, ENGINE, ENGINE_DOWN, ENGINE_DOWN_DISK_FULL, WRITE_CONFLICT -> true;
            default -> false;
        };
    }

    @Override
    public void rollback() {
        ended = true;
        EngineTransaction begun = atHome;
        if (begun != null) {
            begun.rollback();
        }
    }

    @Override
    public boolean isUsable() {
        EngineTransaction begun = atHome;
        return !ended && (begun == null || begun.isUsable());
    }

    /** Nothing of it runs for long but its commit, which is never interrupted. */
    @Override
    public void interrupt() {}

    @Override
    public void close() {
        EngineTransaction begun = atHome;
        if (begun != null) {
            begun.close();
        }
    }
}
