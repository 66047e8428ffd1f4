package io.tributary.backend.txn;

import io.tributary.backend.engine.TableEngine;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open transactions of all sessions, each with a lease that every use renews. Any thread; only ending a transaction
 * blocks on the engine.
 */
public final class TransactionRegistry implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TransactionRegistry.class);

    private final TableEngine engine;
    private final PrivateCommitter committer;
    private final Labels labels;
    private final TransactionLimits limits;
    private final LongSupplier nanoClock;

    private final ConcurrentMap<Long, Entry> open = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong bufferedBytes = new AtomicLong();
    private final AtomicLong nextId;

    /** @param random for the first id, so that an id from before a restart names no transaction of after it */
    public TransactionRegistry(
            TableEngine engine,
            PrivateCommitter committer,
            Labels labels,
            TransactionLimits limits,
            LongSupplier nanoClock,
            RandomGenerator random) {
        this.engine = engine;
        this.committer = committer;
        this.labels = labels;
        this.limits = limits;
        this.nanoClock = nanoClock;
        nextId = new AtomicLong(random.nextLong(1L << 62) + 1);
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

        /** Ends the transaction: what is not committed is rolled back. */
        public void end() {
            remove(entry);
        }

        @Override
        public void close() {
            entry.lastUseNanos = nanoClock.getAsLong();
            release(entry);
        }
    }

    private static final class Entry {
        private final LoadTransaction transaction;
        private final AtomicBoolean inUse = new AtomicBoolean();
        private volatile long lastUseNanos;
        /** A rollback came; it never goes back to false. */
        private volatile boolean endWhenFree;

        Entry(LoadTransaction transaction, long now) {
            this.transaction = transaction;
            this.lastUseNanos = now;
        }
    }

    /**
     * Opens a transaction; costs nothing in the engine yet.
     *
     * @param label the user's, or empty
     */
    public long begin(String label) {
        if (!label.isEmpty()) {
            Labels.requireForm(label);
        }
        if (count.incrementAndGet() > limits.transactionsMax()) {
            count.decrementAndGet();
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "transactions_max " + limits.transactionsMax() + " are open, try again later");
        }
        long id = nextId.getAndIncrement();
        open.put(
                id,
                new Entry(
                        new LoadTransaction(id, label, engine, committer, labels, reservation()),
                        nanoClock.getAsLong()));
        return id;
    }

    /** Room for the rows of one transaction, also for one that is a single statement and not registered here. */
    ByteReservation reservation() {
        return new ByteReservation(bufferedBytes, limits.openBytesMax(), limits.bytesMax());
    }

    /**
     * @throws TributaryException {@code TRANSACTION_ABORTED} if there is no such transaction (any more), {@code
     *     LIMIT_OR_LOCK_WAIT} if another statement is using it
     */
    public Use use(long id) {
        Entry entry = open.get(id);
        if (entry == null) {
            throw new TributaryException(
                    ErrorCode.TRANSACTION_ABORTED,
                    "transaction " + id + " does not exist any more: it was idle for transaction_lease_seconds "
                            + limits.leaseSeconds() + " or the backend was restarted; it is rolled back");
        }
        if (!entry.inUse.compareAndSet(false, true)) {
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "transaction " + id + " is in use by another statement, which has not ended yet");
        }
        if (open.get(id) != entry || entry.endWhenFree) {
            // Its lease ended, or a rollback came, between the two looks.
            release(entry);
            return use(id);
        }
        return new Use(entry);
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

    private void release(Entry entry) {
        entry.inUse.set(false);
        endIfDue(entry);
    }

    /** Called after the flag was set and after the entry was freed, so that the later of the two ends it. */
    private void endIfDue(Entry entry) {
        if (entry.endWhenFree && entry.inUse.compareAndSet(false, true)) {
            try {
                remove(entry);
            } finally {
                entry.inUse.set(false);
            }
        }
    }

    /** Rolls back what was idle for longer than its lease; called from time to time. Returns how many. */
    public int endExpired() {
        long now = nanoClock.getAsLong();
        long lease = TimeUnit.SECONDS.toNanos(limits.leaseSeconds());
        int ended = 0;
        for (Entry entry : open.values()) {
            if (now - entry.lastUseNanos >= lease && entry.inUse.compareAndSet(false, true)) {
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
