package io.tributary.backend.batch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.schema.TableSchema;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which keys of UNIQUE KEY tables were committed lately. The engine keeps no index of them: of two transactions that insert
 * the same new key neither would notice the other. Commits in a table's lane have nothing to fear, since each snapshot
 * holds the commit before; a transaction that was begun outside of the lanes asks here whether one of its keys was
 * committed since.
 *
 * <p>Keys are remembered as hashes, only while such a transaction is open, and up to {@value #KEYS_MAX} a table; one that
 * is older than what is remembered conflicts. Any thread.
 */
public final class CommittedKeys {
    static final int KEYS_MAX = 65_536;

    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Map<Long, Recent> tables = new HashMap<>();

    @GuardedBy("lock")
    private long commits;

    @GuardedBy("lock")
    private int watches;

    /** The keys of one commit. */
    private static final class Commit {
        final long number;
        final long[] hashes;

        Commit(long number, long[] hashes) {
            this.number = number;
            this.hashes = hashes;
        }
    }

    /** The last commits of a table; guarded by the lock. */
    private static final class Recent {
        final Deque<Commit> commits = new ArrayDeque<>();
        int keys;
        /** Of all commits up to this number the keys are not known. */
        long forgotten;

        void add(Commit commit) {
            commits.add(commit);
            keys += commit.hashes.length;
            while (keys > KEYS_MAX) {
                Commit oldest = commits.remove();
                keys -= oldest.hashes.length;
                forgotten = oldest.number;
            }
        }
    }

    /** To be called before the snapshot is taken of a transaction outside of the lanes. It must be closed. */
    public Watch watch() {
        synchronized (lock) {
            watches++;
            return new Watch(commits);
        }
    }

    /**
     * Rows were committed to a UNIQUE KEY table; to be told before its lane is left.
     *
     * @param blocks the rows, or null where they are not at hand
     */
    public void committed(TableSchema table, @Nullable List<RowBlock> blocks) {
        synchronized (lock) {
            if (watches == 0) {
                return;
            }
        }
        remember(table.tableId(), blocks == null ? null : KeyHashes.of(table, blocks));
    }

    private void remember(long tableId, long @Nullable [] hashes) {
        synchronized (lock) {
            if (watches == 0) {
                return;
            }
            commits++;
            Recent recent = tables.computeIfAbsent(tableId, id -> new Recent());
            if (hashes == null) {
                recent.commits.clear();
                recent.keys = 0;
                recent.forgotten = commits;
            } else {
                recent.add(new Commit(commits, hashes));
            }
        }
    }

    /** One transaction's keys and when its snapshot was taken. One thread at a time. */
    public final class Watch implements AutoCloseable {
        private final long begun;
        private final Map<Long, Own> own = new HashMap<>();
        private boolean closed;

        private Watch(long begun) {
            this.begun = begun;
        }

        /** The transaction inserts these rows. */
        public void add(TableSchema table, List<RowBlock> blocks) {
            if (table.isUnique()) {
                own.computeIfAbsent(table.tableId(), id -> new Own()).add(table, blocks);
            }
        }

        /** Whether somebody else committed one of its keys, or may have. Inside the tables' lanes the answer stays. */
        public boolean conflicts() {
            synchronized (lock) {
                for (Map.Entry<Long, Own> each : own.entrySet()) {
                    Recent recent = tables.get(each.getKey());
                    if (recent != null && conflicts(recent, each.getValue())) {
                        return true;
                    }
                }
                return false;
            }
        }

        private boolean conflicts(Recent recent, Own keys) {
            if (recent.forgotten > begun) {
                return true;
            }
            long[] mine = keys.sorted();
            for (Commit commit : recent.commits) {
                if (commit.number > begun && (mine == null || anyOf(mine, commit.hashes))) {
                    return true;
                }
            }
            return false;
        }

        private static boolean anyOf(long[] sorted, long[] hashes) {
            return Arrays.stream(hashes).anyMatch(hash -> Arrays.binarySearch(sorted, hash) >= 0);
        }

        /** It was committed, its keys with it; before the lanes are left. */
        public void committed() {
            own.forEach((tableId, keys) -> remember(tableId, keys.sorted()));
        }

        @Override
        public void close() {
            if (closed) {
                return;
            }
            closed = true;
            synchronized (lock) {
                if (--watches == 0) {
                    tables.clear();
                }
            }
        }
    }

    /** What a transaction inserts into one table. */
    private static final class Own {
        /** Null when they are too many to remember: then they may be any. */
        private long @Nullable [] hashes = {};

        private int count;

        void add(TableSchema table, List<RowBlock> blocks) {
            long[] before = hashes;
            if (before == null) {
                return;
            }
            long[] more = KeyHashes.of(table, blocks);
            int end = count + more.length;
            if (end > KEYS_MAX) {
                hashes = null;
                return;
            }
            long[] all = end <= before.length ? before : Arrays.copyOf(before, Math.max(end, 2 * before.length));
            System.arraycopy(more, 0, all, count, more.length);
            hashes = all;
            count = end;
        }

        long @Nullable [] sorted() {
            long[] copy = hashes == null ? null : Arrays.copyOf(hashes, count);
            if (copy != null) {
                Arrays.sort(copy);
            }
            return copy;
        }
    }
}
