package io.tributary.backend.batch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which keys of UNIQUE KEY tables were committed lately, and which are written by transactions that hold the engine while
 * their clients think. The engine keeps no index of keys: of two transactions that insert the same new key neither would
 * notice the other, nor would an UPDATE of a row that was replaced meanwhile. Commits in a table's lane have nothing to
 * fear, since each snapshot holds the commit before; a transaction that was begun outside of the lanes asks here whether
 * one of its keys was committed since. And a batch that meets its rows in the engine makes it give way.
 *
 * <p>Keys are remembered as hashes, and only while such a transaction is open: up to {@link RecentCommits#KEYS_MAX} and
 * {@link HeldKeys#KEYS_MAX} of a table, and within {@value #COMMITTED_BYTES_MAX} and {@value #HELD_BYTES_MAX} bytes in
 * all. What is beyond that counts as any key. Any thread.
 */
public final class CommittedKeys {
    /** Bytes remembered for the commits of all tables; beyond it the table that has most is forgotten. */
    static final long COMMITTED_BYTES_MAX = 16L << 20;

    /** Bytes remembered for all open transactions; beyond it a transaction does not remember what it writes. */
    static final long HELD_BYTES_MAX = 16L << 20;

    private final long committedBytesMax;
    private final long heldBytesMax;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Map<Long, RecentCommits> tables = new HashMap<>();

    /** The oldest first. */
    @GuardedBy("lock")
    private final Set<Watch> watches = new LinkedHashSet<>();

    @GuardedBy("lock")
    private long commits;

    @GuardedBy("lock")
    private long committedBytes;

    @GuardedBy("lock")
    private long heldBytes;

    public CommittedKeys() {
        this(COMMITTED_BYTES_MAX, HELD_BYTES_MAX);
    }

    CommittedKeys(long committedBytesMax, long heldBytesMax) {
        this.committedBytesMax = committedBytesMax;
        this.heldBytesMax = heldBytesMax;
    }

    /** Whoever holds an engine transaction outside of the lanes. */
    @FunctionalInterface
    public interface Holder {
        /**
         * Ends the transaction, or where a statement uses it sees to it that this one ends soon and the transaction with
         * it. Called by committers without a lock of this class.
         *
         * @return whether it has ended
         */
        boolean giveWay();
    }

    /** Begins to watch a transaction outside of the lanes, before its snapshot is taken. The watch must be closed. */
    public Watch watch(Holder holder) {
        synchronized (lock) {
            Watch watch = new Watch(commits, holder);
            watches.add(watch);
            return watch;
        }
    }

    /**
     * Rows were committed to a UNIQUE KEY table; to be told before its lane is left.
     *
     * @param blocks the rows, or null where they are not at hand
     */
    public void committed(TableSchema table, @Nullable List<RowBlock> blocks) {
        synchronized (lock) {
            if (watches.isEmpty()) {
                return;
            }
        }
        remember(table.tableId(), blocks == null ? null : KeyHashes.of(table, blocks));
    }

    private void remember(long tableId, long @Nullable [] hashes) {
        synchronized (lock) {
            if (watches.isEmpty()) {
                return;
            }
            commits++;
            RecentCommits recent = tables.computeIfAbsent(tableId, id -> new RecentCommits());
            committedBytes -= recent.bytes();
            if (hashes == null) {
                recent.forget(commits);
            } else {
                recent.add(commits, hashes);
                recent.prune(watches.iterator().next().begun);
            }
            committedBytes += recent.bytes();
            while (committedBytes > committedBytesMax) {
                forgetLargest();
            }
        }
    }

    @GuardedBy("lock")
    private void forgetLargest() {
        RecentCommits largest = tables.values().stream()
                .max(Comparator.comparingLong(RecentCommits::bytes))
                .orElseThrow();
        committedBytes -= largest.bytes();
        largest.forget(commits);
    }

    /**
     * Makes the transactions give way that hold rows of this table in the engine, since a commit must not wait for their
     * clients; and those that may have locked any of its rows. They are lost from then on, whether they have ended or not. Committers, in the table's lane.
     *
     * @param blocks rows whose keys are concerned, or null for any key
     * @return whether all of them have ended
     */
    public boolean makeWay(TableSchema table, @Nullable List<RowBlock> blocks) {
        long[] keys = blocks == null ? null : KeyHashes.of(table, blocks);
        if (keys != null) {
            Arrays.sort(keys);
        }
        List<Watch> inTheWay = new ArrayList<>();
        synchronized (lock) {
            for (Watch watch : watches) {
                HeldKeys held = watch.written.get(table.tableId());
                if (watch.locks.contains(table.tableId()) || (held != null && held.mayHave(keys))) {
                    watch.outdone = true;
                    inTheWay.add(watch);
                }
            }
        }
        boolean ended = true;
        for (Watch watch : inTheWay) {
            ended &= watch.holder.giveWay();
        }
        return ended;
    }

    /** Whether a transaction may have locks in this table, for which a commit would wait, also where it has no key. */
    public boolean hasLocks(long tableId) {
        synchronized (lock) {
            return watches.stream().anyMatch(watch -> watch.locks.contains(tableId));
        }
    }

    /**
     * Makes every transaction give way that has changed rows and waits for its client: beside it no checkpoint of the engine
     * begins, as it does beside those that have only inserted or deleted. Without a lane.
     *
     * @return whether there was one
     */
    public boolean makeWayForAll() {
        List<Watch> inTheWay = new ArrayList<>();
        synchronized (lock) {
            for (Watch watch : watches) {
                if (watch.changesRows) {
                    watch.outdone = true;
                    inTheWay.add(watch);
                }
            }
        }
        inTheWay.forEach(watch -> watch.holder.giveWay());
        return !inTheWay.isEmpty();
    }

    /** The table was dropped; its id is never used again. */
    public void forget(long tableId) {
        synchronized (lock) {
            RecentCommits recent = tables.remove(tableId);
            if (recent != null) {
                committedBytes -= recent.bytes();
            }
        }
    }

    /** Bytes remembered for commits and for open transactions. */
    long bytes() {
        synchronized (lock) {
            return committedBytes + heldBytes;
        }
    }

    /** One transaction's keys and when its snapshot was taken. One thread at a time, except {@link #isOutdone}. */
    public final class Watch implements AutoCloseable {
        private final long begun;
        private final Holder holder;
        /** The keys that the transaction has written, by table; under the lock. */
        private final Map<Long, HeldKeys> written = new HashMap<>();

        /** The tables in which it may have locked any row, and room between rows; under the lock. */
        private final Set<Long> locks = new HashSet<>();

        /** Whether the transaction changes rows, and so is in the way of a checkpoint; under the lock. */
        private boolean changesRows;

        private volatile boolean outdone;

        private Watch(long begun, Holder holder) {
            this.begun = begun;
            this.holder = holder;
        }

        /** The transaction is about to insert these rows. */
        public void add(TableSchema table, List<RowBlock> blocks) {
            if (table.isKeyed()) {
                add(table.tableId(), KeyHashes.of(table, blocks));
            }
        }

        /** A statement is about to change rows, with keys or without; the transaction is in a checkpoint's way from now on. */
        public void changesRows() {
            synchronized (lock) {
                changesRows = true;
            }
        }

        /** A statement is about to change rows of this table, by no key that is known or in an engine that locks them, and sees to conflicts itself. */
        public void locking(TableSchema table) {
            synchronized (lock) {
                locks.add(table.tableId());
            }
        }

        /** A statement is about to change or delete rows of this table: until {@link #changed} they may be any. */
        public void changing(TableSchema table) {
            synchronized (lock) {
                written(table.tableId()).changing(true);
            }
        }

        /**
         * These are among the rows that the statement has changed.
         *
         * @param types of the key's columns, which are the block's
         */
        public void add(TableSchema table, List<ColumnType> types, RowBlock keys) {
            add(table.tableId(), KeyHashes.of(types, keys));
        }

        /** Every row that the statement has changed was added. */
        public void changed(TableSchema table) {
            synchronized (lock) {
                written(table.tableId()).changing(false);
            }
        }

        private void add(long tableId, long[] hashes) {
            synchronized (lock) {
                HeldKeys keys = written(tableId);
                heldBytes -= keys.bytes();
                keys.add(hashes);
                if (heldBytes + keys.bytes() > heldBytesMax) {
                    keys.forget();
                }
                heldBytes += keys.bytes();
            }
        }

        private HeldKeys written(long tableId) {
            return written.computeIfAbsent(tableId, id -> new HeldKeys());
        }

        /** Whether it had to give way to a commit: the transaction is lost. Any thread. */
        public boolean isOutdone() {
            return outdone;
        }

        /**
         * Whether it had to give way, or somebody else committed one of its keys, or may have. Inside the tables' lanes the
         * answer stays.
         */
        public boolean conflicts() {
            synchronized (lock) {
                for (Map.Entry<Long, HeldKeys> each : written.entrySet()) {
                    RecentCommits recent = tables.get(each.getKey());
                    if (recent != null
                            && recent.conflicts(begun, each.getValue().sorted())) {
                        return true;
                    }
                }
                return outdone;
            }
        }

        /** It was committed, its keys with it; before the lanes are left. */
        public void committed() {
            Map<Long, long @Nullable []> keys = new HashMap<>();
            synchronized (lock) {
                written.forEach((tableId, held) -> keys.put(tableId, held.sorted()));
            }
            keys.forEach(CommittedKeys.this::remember);
        }

        @Override
        public void close() {
            synchronized (lock) {
                if (!watches.remove(this)) {
                    return;
                }
                for (HeldKeys keys : written.values()) {
                    heldBytes -= keys.bytes();
                }
                written.clear();
                prune(begun);
            }
        }
    }

    /** Forgets what only a watch asked for that was as old as this and is closed now. */
    @GuardedBy("lock")
    private void prune(long begun) {
        if (watches.isEmpty()) {
            tables.clear();
            committedBytes = 0;
            return;
        }
        long oldest = watches.iterator().next().begun;
        if (oldest <= begun) {
            return;
        }
        committedBytes = 0;
        for (Iterator<RecentCommits> each = tables.values().iterator(); each.hasNext(); ) {
            RecentCommits recent = each.next();
            recent.prune(oldest);
            committedBytes += recent.bytes();
            if (recent.isIdleSince(oldest)) {
                each.remove();
            }
        }
    }
}
