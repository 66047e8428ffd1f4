package io.tributary.backend.catalog;

import io.tributary.backend.engine.EngineTransaction;
import io.tributary.backend.engine.TableEngine;
import io.tributary.backend.engine.TableRewrite;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.Partition;
import io.tributary.rpc.schema.TableChange;
import io.tributary.rpc.schema.TableSchema;
import java.util.List;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An ALTER TABLE between its check and its end. Table and definition change in one engine transaction, so that a crash
 * leaves both as they were, or both changed. The engine may write the whole table anew meanwhile, so {@link #run} is called
 * without the catalog's lock: whoever calls has the table's lane. One thread.
 */
final class TableAlter {
    private static final Logger log = LoggerFactory.getLogger(TableAlter.class);

    private final TableEngine engine;
    private final CatalogStore store;
    private final TableSchema before;
    private final TableChange change;
    private final TableSchema after;
    private Outcome outcome = Outcome.UNDONE;

    /** What became of it. */
    enum Outcome {
        /** The table is as it was. */
        UNDONE,
        DONE,
        /** The engine answered the commit with an error, and does not say either what it holds. */
        UNKNOWN
    }

    TableAlter(TableEngine engine, CatalogStore store, TableSchema before, TableChange change) {
        this.engine = engine;
        this.store = store;
        this.before = before;
        this.change = change;
        after = change.table().withProperties(before.properties());
    }

    TableSchema after() {
        return after;
    }

    boolean renames() {
        return !after.name().equals(before.name());
    }

    Outcome outcome() {
        return outcome;
    }

    /**
     * Carries it out.
     *
     * @param rewrite the table as it is to be, if it was copied ahead
     * @param publishing taken before the commit, and kept
     * @throws TributaryException unless the {@link #outcome} is DONE
     */
    @SuppressWarnings("LockNotBeforeTry") // whoever publishes the outcome gives it back
    void run(@Nullable TableRewrite rewrite, Lock publishing) {
        try (EngineTransaction transaction = engine.begin()) {
            if (rewrite == null) {
                deleteDropped(transaction);
                transaction.alterTable(before, change);
            } else {
                transaction.takeOver(rewrite);
            }
            store.putTable(transaction, after);
            publishing.lock();
            outcome = Outcome.UNKNOWN;
            transaction.commit();
            outcome = Outcome.DONE;
        } catch (RuntimeException e) {
            if (outcome == Outcome.UNKNOWN) {
                settle(e);
            }
            if (outcome != Outcome.DONE) {
                throw e;
            }
        }
    }

    /** Rows of partitions that go. */
    private void deleteDropped(EngineTransaction transaction) {
        List<Partition> dropped =
                after.layout().partitioning().droppedSince(before.layout().partitioning());
        if (!dropped.isEmpty()) {
            transaction.truncate(before, dropped);
        }
    }

    /** The answer of the commit was an error: what does the engine hold? */
    private void settle(RuntimeException error) {
        try {
            outcome = store.isStored(after) ? Outcome.DONE : Outcome.UNDONE;
        } catch (RuntimeException e) {
            error.addSuppressed(e);
            log.error("event=alter_outcome_unknown table={} closed until a restart", name(), error);
            throw new TributaryException(
                    ErrorCode.ENGINE,
                    "whether table " + name() + " was altered is not known, the engine answered: " + error.getMessage()
                            + "; the table is closed until the backend is restarted",
                    error);
        }
        if (outcome == Outcome.DONE) {
            log.warn("event=alter_answer_lost table={} the engine has it", name(), error);
        }
    }

    private String name() {
        return before.database() + "." + before.name();
    }
}
