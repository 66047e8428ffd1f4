package io.tributary.backend.batch;

import io.tributary.engine.port.AppliedBatch;
import io.tributary.engine.port.ConditionalPosition;
import io.tributary.engine.port.SystemStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How far the engine has each table of one log, as its owner knows it: what the next batch of a table expects. One entry a
 * table. Any thread; a table's batches come one after another.
 *
 * <p>This is neither the engine's own account, which it is compared with, nor {@code backend.engine.CommittedPositions}, which
 * only an engine has that can be opened again, while a tool commits by this on any.
 */
public final class LogPositions {
    private final long logEpoch;
    private final long generation;
    private final Map<Long, Long> applied;

    private LogPositions(long logEpoch, long generation, Map<Long, Long> applied) {
        this.logEpoch = logEpoch;
        this.generation = generation;
        this.applied = new ConcurrentHashMap<>(applied);
    }

    /** Asks the engine, which this process owns by now; blocks. */
    public static LogPositions read(SystemStore store, long logEpoch) {
        return new LogPositions(logEpoch, store.generation(), store.appliedPositions(logEpoch));
    }

    public long logEpoch() {
        return logEpoch;
    }

    /** Returns the positions by table; tables without one are absent. */
    public Map<Long, Long> applied() {
        return Map.copyOf(applied);
    }

    /** What the engine is to find when it commits the table's next batch. */
    ConditionalPosition next(AppliedBatch batch) {
        return new ConditionalPosition(
                batch, applied.getOrDefault(batch.tableId(), ConditionalPosition.NONE), generation);
    }

    /** The engine has said that it has the table so far. */
    void committed(long tableId, long position) {
        applied.merge(tableId, position, Math::max);
    }

    /** The table was dropped. */
    void forget(long tableId) {
        applied.remove(tableId);
    }
}
