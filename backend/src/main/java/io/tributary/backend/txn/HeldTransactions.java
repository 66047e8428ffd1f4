package io.tributary.backend.txn;

import io.tributary.backend.batch.CommittedKeys;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.TableEngine;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How many transactions of clients may be held in the engine at a time. A client may let each of them wait as long as it
 * likes, so they must leave connections to commits, statements and rollbacks. Each takes its snapshot when it begins. Any thread.
 */
final class HeldTransactions {
    /** Moments at which the snapshot may be taken: as often it waits for the commit of a table's change first. */
    private static final int SNAPSHOT_TRIES_MAX = 100;

    private final PrivateCommitter committer;
    private final int max;
    private final Semaphore places;
    private volatile Supplier<Set<Long>> recovering = Set::of;
    private volatile Snapshots snapshots = Snapshots.OF_ANY_MOMENT;

    /** @param max 1 or more */
    HeldTransactions(PrivateCommitter committer, int max) {
        this.committer = committer;
        this.max = max;
        places = new Semaphore(max);
    }

    /** See {@link TransactionRegistry#snapshotsBy}. */
    void snapshotsBy(Supplier<Set<Long>> tables, Snapshots moments) {
        recovering = tables;
        snapshots = moments;
    }

    /**
     * Begins one, in a place of its own.
     *
     * @param in the engine of its tables
     * @param holder whom to ask, by any thread, that it gives way
     * @param written told of the tables that are written in it
     * @param visibleMillis for which it may wait for a snapshot's moment
     */
    HeldTransaction begin(TableEngine in, CommittedKeys.Holder holder, WrittenTables written, long visibleMillis) {
        take();
        CommittedKeys.Watch watching = null;
        EngineTransaction begun = null;
        boolean done = false;
        try {
            watching = committer.watch(holder);
            begun = in.beginHeld();
            Seen seen = takeSnapshot(begun, visibleMillis);
            HeldTransaction held = new HeldTransaction(this, begun, watching, seen.tables, seen.missed, written, in);
            done = true;
            return held;
        } finally {
            // Also after an Error, as when memory is short for a moment: nobody else would ever give these back.
            if (!done) {
                leave(begun, watching);
            }
        }
    }

    /** What a snapshot holds. */
    private static final class Seen {
        private TableLookup tables = id -> null;
        private MissedRows missed = MissedRows.NONE;
    }

    /** The snapshot and the tables that are in it, at one moment, which is waited for outside of it: it keeps writers waiting. */
    private Seen takeSnapshot(EngineTransaction begun, long visibleMillis) {
        Seen seen = new Seen();
        Runnable taking = () -> {
            // They are read before the snapshot: what is recovered between the two counts as missing, and never the
            // other way round.
            Set<Long> incomplete = recovering.get();
            Set<Long> stranded = snapshots.stranded();
            begun.takeSnapshot();
            seen.tables = committer.tablesNow();
            seen.missed = MissedRows.of(incomplete, stranded, seen.tables);
        };
        long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(visibleMillis);
        for (int tries = 0; tries < SNAPSHOT_TRIES_MAX; tries++) {
            long left = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
            if (snapshots.ofAll(Math.max(1, left), () -> committer.ifUnchanging(taking))) {
                return seen;
            }
            committer.awaitUnchanging();
        }
        throw new TributaryException(
                ErrorCode.LIMIT_OR_LOCK_WAIT,
                "Lock wait timeout exceeded; tables were becoming others at each of " + SNAPSHOT_TRIES_MAX
                        + " moments at which the transaction was to begin; try again");
    }

    /** Does not wait: whoever would be waited for may be a client that never goes on. */
    private void take() {
        if (!places.tryAcquire()) {
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    max + " open transactions are held in the engine, which are all that may be;"
                            + " the statement was not added, try again later");
        }
    }

    /** Gives back a place, and what was begun in it. */
    void leave(@Nullable EngineTransaction transaction, CommittedKeys.@Nullable Watch watching) {
        try {
            if (transaction != null) {
                transaction.close();
            }
        } finally {
            places.release();
            if (watching != null) {
                watching.close();
            }
        }
    }
}
