package io.tributary.backend.batch;

import io.tributary.contract.row.RowBlock;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One lane of writes for each table: shared batches, private commits, DELETE, UPDATE and DDL of one table run one after
 * another, those of different tables side by side. Entered by committer and engine threads only; fair, and bounded by
 * the caller's patience. A session that holds an engine transaction while its client thinks never holds a lane.
 * {@link #committedKeys} is for those whose snapshot is older than their turn in a lane, {@link #record} for those who
 * copy a table while others write to it.
 */
public final class TableLanes {
    private final ConcurrentMap<Long, ReentrantLock> lanes = new ConcurrentHashMap<>();
    private final ConcurrentMap<Long, RecordedWrites> recorded = new ConcurrentHashMap<>();
    /** How many changes of a table's definition are under way. */
    private final ConcurrentMap<Long, Integer> changing = new ConcurrentHashMap<>();

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
        ArrayDeque<Lane> held = new ArrayDeque<>();
        boolean all = false;
        try {
            for (long tableId : new TreeSet<>(tableIds)) {
                ReentrantLock lane = lanes.computeIfAbsent(tableId, id -> new ReentrantLock(true));
                if (!lane.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    return Optional.empty();
                }
                held.push(new Lane(tableId, lane));
            }
            all = true;
            held.forEach(this::entered);
            return Optional.of(() -> held.forEach(this::leave));
        } finally {
            if (!all) {
                held.forEach(lane -> lane.lock().unlock());
            }
        }
    }

    private record Lane(long tableId, ReentrantLock lock) {}

    private void entered(Lane lane) {
        RecordedWrites record = recorded.get(lane.tableId());
        if (record != null) {
            record.entered();
        }
    }

    private void leave(Lane lane) {
        RecordedWrites record = recorded.get(lane.tableId());
        if (record != null) {
            record.left();
        }
        lane.lock().unlock();
    }

    /**
     * Records what is committed to this table from now on; to be called in its lane. Empty where somebody does so already.
     *
     * @param budget of the rows that are kept
     */
    public Optional<RecordedWrites> record(long tableId, RecordedWrites.Budget budget) {
        RecordedWrites record = new RecordedWrites(budget, ended -> recorded.remove(tableId, ended));
        return recorded.putIfAbsent(tableId, record) == null ? Optional.of(record) : Optional.empty();
    }

    /** Whether somebody records what is committed to this table: it is being copied. */
    public boolean isRecorded(long tableId) {
        return recorded.containsKey(tableId);
    }

    /** These rows, and nothing else, were committed by whoever is in this table's lane; to be told before it is left. */
    public void wrote(long tableId, List<RowBlock> blocks) {
        RecordedWrites record = recorded.get(tableId);
        if (record != null) {
            record.wrote(blocks);
        }
    }

    /** Says of a table, until the result is closed, that its definition is being changed. */
    public Pass changing(long tableId) {
        changing.merge(tableId, 1, Integer::sum);
        AtomicBoolean closed = new AtomicBoolean();
        return () -> {
            if (!closed.getAndSet(true)) {
                changing.computeIfPresent(tableId, (id, count) -> count == 1 ? null : count - 1);
            }
        };
    }

    /** Whether those who wait for this table wait for a change of its definition. */
    public boolean isChanging(long tableId) {
        return changing.containsKey(tableId);
    }

    /** Returns what is to be told of rows of UNIQUE KEY tables before a lane is left. */
    public CommittedKeys committedKeys() {
        return committedKeys;
    }

    /** Forgets a table that was dropped: nobody may enter its lane again. */
    public void forget(long tableId) {
        lanes.remove(tableId);
        committedKeys.forget(tableId);
    }
}
