package io.tributary.backend.txn;

import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.TableEngine;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open transactions of all sessions, each with a lease that every use renews. Any thread; only {@link #use} and ending
 * a transaction may block.
 */
public final class TransactionRegistry implements AutoCloseable {
    /** How long a statement waits for the one before it, whose cancel may be on its way. */
    static final long IN_USE_WAIT_MILLIS = 100;

    /** The same when it is known that it was cancelled. */
    static final long ENDING_WAIT_MILLIS = 5_000;

    private static final Logger log = LoggerFactory.getLogger(TransactionRegistry.class);

    private final PrivateCommitter committer;
    private final Labels labels;
    private final TransactionLimits limits;
    private final LongSupplier nanoClock;

    private final ConcurrentMap<Long, Entry> open = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final HeldTransactions held;
    private final AtomicLong bufferedBytes = new AtomicLong();
    private final LongSupplier ids;

    /** @param ids for those that are opened; none comes twice */
    public TransactionRegistry(
            PrivateCommitter committer,
            Labels labels,
            TransactionLimits limits,
            LongSupplier nanoClock,
            LongSupplier ids) {
        this.committer = committer;
        this.labels = labels;
        this.limits = limits;
        held = new HeldTransactions(committer, limits.heldMax());
        this.nanoClock = nanoClock;
        this.ids = ids;
    }

    /**
     * Tells transactions from now on which tables lacked rows when they began to read, and lets them begin to at the right
     * moment.
     *
     * @param tables of which the start has not committed all rows yet; any thread
     */
    public void snapshotsBy(Supplier<Set<Long>> tables, Snapshots moments) {
        held.snapshotsBy(tables, moments);
    }

    /** The only one who may use the transaction, until closed; renews its lease. */
    public final class Use implements AutoCloseable {
        private final Entry entry;

        private Use(Entry entry) {
            this.entry = entry;
        }

        public LoadTransaction transaction() {
            return entry.transaction;
        }

        /**
         * What makes this use end soon where the transaction has to give way; without it what runs in the engine is
         * interrupted. Called by any thread, maybe more than once.
         */
        public void interruptBy(Runnable interrupter) {
            entry.interrupter = interrupter;
        }

        /** Ends the transaction: what is not committed is rolled back. */
        public void end() {
            remove(entry);
        }

        @Override
        public void close() {
            entry.interrupter = null;
            entry.ending = false;
            entry.lastUseNanos = nanoClock.getAsLong();
            try {
                entry.transaction.abortIfOutdone();
            } finally {
                release(entry);
            }
        }
    }

    private final class Entry {
        private final LoadTransaction transaction;
        /** One user at a time: whoever holds the permit uses the transaction. */
        private final Semaphore place = new Semaphore(1);

        private volatile long lastUseNanos;
        /** A rollback came; it never goes back to false. */
        private volatile boolean endWhenFree;
        /** Whoever uses it was cancelled. */
        private volatile boolean ending;

        /** A batch waits for it to give way; a committer asks again and again until it has. */
        private final AtomicBoolean asked = new AtomicBoolean();

        private volatile @Nullable Runnable interrupter;

        private final long beganNanos;
        private final TransactionTimeout timeout;

        Entry(long id, String label, TransactionTimeout timeout) {
            transaction = new LoadTransaction(id, label, committer, labels, reservation(), held, () -> giveWay(this));
            this.timeout = timeout;
            beganNanos = nanoClock.getAsLong();
            lastUseNanos = beganNanos;
        }

        /** Its time is over. It keeps its name until its lease ends, so that whoever comes hears why. */
        private boolean isOver() {
            return nanoClock.getAsLong() - beganNanos >= TimeUnit.MILLISECONDS.toNanos(timeout.leftMillis());
        }
    }

    /**
     * Opens a transaction; costs nothing in the engine yet.
     *
     * @param label the user's, or empty
     */
    public long begin(String label, TransactionTimeout timeout) {
        if (!label.isEmpty()) {
            Labels.requireForm(label);
        }
        if (count.incrementAndGet() > limits.transactionsMax()) {
            count.decrementAndGet();
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "transactions_max " + limits.transactionsMax() + " are open, try again later");
        }
        long id = ids.getAsLong();
        open.put(id, new Entry(id, label, timeout));
        return id;
    }

    /**
     * Commits one load of one table as a transaction of its own, within the limits of any.
     *
     * @param label the user's, or empty
     */
    public LoadResult insert(TableRows rows, String label) {
        ByteReservation bytes = reservation();
        try {
            bytes.add(rows.bytes());
            return committer.insert(rows, label);
        } finally {
            bytes.release();
        }
    }

    /** Room for the rows of one transaction, also for one that is a single statement and not registered here. */
    ByteReservation reservation() {
        return new ByteReservation(bufferedBytes, limits.openBytesMax(), limits.bytesMax());
    }

    /**
     * Waits for a statement that is using it, but not long unless that is {@link #ending}.
     *
     * @throws TributaryException {@code TRANSACTION_ABORTED} if there is no such transaction (any more), {@code
     *     LIMIT_OR_LOCK_WAIT} if another statement is using it
     */
    public Use use(long id) {
        Entry entry = open.get(id);
        if (entry == null) {
            throw new TributaryException(
                    ErrorCode.TRANSACTION_ABORTED,
                    "transaction " + id + " does not exist any more: it was idle for transaction_lease_seconds "
                            + limits.leaseSeconds() + ", maybe after its timeout, or the backend was restarted; it is"
                            + " rolled back");
        }
        if (!entry.place.tryAcquire() && !awaitEnd(entry)) {
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "transaction " + id + " is in use by another statement, which has not ended yet");
        }
        if (open.get(id) != entry || entry.endWhenFree) {
            // Its lease ended, or a rollback came, between the two looks.
            release(entry);
            return use(id);
        }
        boolean given = false;
        try {
            timeOutIfOver(entry);
            given = true;
            return new Use(entry);
        } finally {
            if (!given) {
                release(entry);
            }
        }
    }

    private static boolean awaitEnd(Entry entry) {
        try {
            return entry.place.tryAcquire(IN_USE_WAIT_MILLIS, TimeUnit.MILLISECONDS)
                    || (entry.ending && entry.place.tryAcquire(ENDING_WAIT_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TributaryException(ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress", e);
        }
    }

    /** The client has cancelled what uses this transaction, and may come with its next statement before that has ended. */
    public void ending(long id) {
        Entry entry = open.get(id);
        if (entry != null) {
            entry.ending = true;
        }
    }

    /** Whether a transaction has its snapshot of the engine; true if there is no such transaction. */
    public boolean hasSnapshot(long id) {
        Entry entry = open.get(id);
        return entry == null || entry.transaction.hasSnapshot();
    }

    /** Whether a transaction has rows of this table; false if there is no such transaction. */
    public boolean hasWritten(long id, long tableId) {
        Entry entry = open.get(id);
        return entry != null && entry.transaction.hasWritten(tableId);
    }

    /** The tables that a transaction has written; none if there is no such transaction. */
    public List<Long> writtenTables(long id) {
        Entry entry = open.get(id);
        return entry == null ? List.of() : entry.transaction.writtenTables();
    }

    /** The server that has its tables; null: the process's own engine has, or there are none, or there is no such transaction. */
    public @Nullable TableEngine serverOf(long id) {
        Entry entry = open.get(id);
        return entry == null ? null : entry.transaction.server();
    }

    /**
     * Rolls back; one that does not exist any more already is. While a statement uses it, as when its connection was lost,
     * it is rolled back as soon as that statement has ended.
     */
    public void rollback(long id) {
        Entry entry = open.get(id);
        if (entry != null) {
            entry.endWhenFree = true;
            endIfDue(entry);
        }
    }

    /** Makes a transaction give way to a committer's batch or to TRUNCATE: it is lost. Returns whether it has ended. */
    private boolean giveWay(Entry entry) {
        if (entry.asked.compareAndSet(false, true)) {
            log.info("transaction={} gives way to a commit of the same rows", entry.transaction.id());
        }
        if (entry.place.tryAcquire()) {
            try {
                entry.transaction.abortIfOutdone();
                return true;
            } finally {
                release(entry);
            }
        }
        // Whoever uses it ends it when he is done; the committer asks again.
        Runnable interrupter = entry.interrupter;
        if (interrupter == null) {
            entry.transaction.interrupt();
        } else {
            interrupter.run();
        }
        return false;
    }

    private void release(Entry entry) {
        entry.place.release();
        endIfDue(entry);
    }

    /** Called after the flag was set and after the entry was freed, so that the later of the two ends it. */
    private void endIfDue(Entry entry) {
        if (entry.endWhenFree && entry.place.tryAcquire()) {
            try {
                remove(entry);
            } finally {
                entry.place.release();
            }
        }
    }

    /**
     * Rolls back what was idle for longer than its lease, and what was open for longer than its timeout unless a statement
     * uses it; called from time to time, and blocks on their engines. Returns how many.
     *
     * @param those by the server that has their tables, see {@link #serverOf}
     */
    public int endExpired(Predicate<@Nullable TableEngine> those) {
        long now = nanoClock.getAsLong();
        long lease = TimeUnit.SECONDS.toNanos(limits.leaseSeconds());
        int ended = 0;
        for (Entry entry : open.values()) {
            if (!those.test(entry.transaction.server())) {
                continue;
            }
            ended += timeOut(entry);
            if (now - entry.lastUseNanos >= lease && entry.place.tryAcquire()) {
                try {
                    if (now - entry.lastUseNanos >= lease && remove(entry)) {
                        ended++;
                        log.info(
                                "transaction={} rolled back after transaction_lease_seconds={}",
                                entry.transaction.id(),
                                limits.leaseSeconds());
                    }
                } finally {
                    release(entry);
                }
            }
        }
        return ended;
    }

    private int timeOut(Entry entry) {
        if (!entry.isOver() || !entry.place.tryAcquire()) {
            return 0;
        }
        try {
            return timeOutIfOver(entry) ? 1 : 0;
        } finally {
            release(entry);
        }
    }

    /**
     * Ends a transaction whose time is over, for whoever has the entry's place. Whatever fails, the transaction is lost, and
     * its next statement is told so.
     */
    private static boolean timeOutIfOver(Entry entry) {
        if (!entry.isOver()) {
            return false;
        }
        try {
            return entry.transaction.timeOut(entry.timeout.seconds());
        } catch (RuntimeException e) {
            log.warn("transaction={} timed out, and the engine failed", entry.transaction.id(), e);
            return true;
        }
    }

    public int openCount() {
        return count.get();
    }

    /** Rolls back all of them; nobody may use one any more. */
    @Override
    public void close() {
        for (Entry entry : open.values()) {
            remove(entry);
        }
    }

    private boolean remove(Entry entry) {
        if (!open.remove(entry.transaction.id(), entry)) {
            return false;
        }
        count.decrementAndGet();
        try {
            entry.transaction.close();
        } catch (RuntimeException e) {
            // The engine's connection is gone with it; there is nothing left to roll back.
            log.warn("transaction={} could not be rolled back", entry.transaction.id(), e);
        }
        return true;
    }
}
