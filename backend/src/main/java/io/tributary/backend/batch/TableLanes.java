package io.tributary.backend.batch;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One lane of writes for each table: shared batches, private commits, DELETE, UPDATE and DDL of one table run one after
 * another, those of different tables side by side. Entered by committer and engine threads only; fair, and bounded by
 * the caller's patience. A session that holds an engine transaction while its client thinks never holds a lane.
 * {@link #committedKeys} is for those whose snapshot is older than their turn in a lane.
 */
public final class TableLanes {
    private final ConcurrentMap<Long, ReentrantLock> lanes = new ConcurrentHashMap<>();
    private final CommittedKeys committedKeys = new CommittedKeys();

    /** Leaves the lanes; once. */
    public interface Pass extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Enters the lanes of these tables, in table order so that two callers cannot lock each other out.
     *
     * @throws InterruptedException if interrupted while waiting; no lane is held then
     */
    public Optional<Pass> enter(Collection<Long> tableIds, long timeoutMillis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        ArrayDeque<ReentrantLock> held = new ArrayDeque<>();
        boolean all = false;
        try {
            for (long tableId : new TreeSet<>(tableIds)) {
                ReentrantLock lane = lanes.computeIfAbsent(tableId, id -> new ReentrantLock(true));
                if (!lane.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    return Optional.empty();
                }
                held.push(lane);
            }
            all = true;
            return Optional.of(() -> held.forEach(ReentrantLock::unlock));
        } finally {
            if (!all) {
                held.forEach(ReentrantLock::unlock);
            }
        }
    }

    /** To be told of rows of UNIQUE KEY tables before a lane is left. */
    public CommittedKeys committedKeys() {
        return committedKeys;
    }

    /** After DROP: nobody may enter this table's lane again. */
    public void forget(long tableId) {
        lanes.remove(tableId);
        committedKeys.forget(tableId);
    }
}
