package io.tributary.engine.port;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What Tributary keeps in the engine beside the user's rows: text by (space, key), and the applied positions. Each write
 * is a durable transaction of its own when it returns.
 */
public interface SystemStore {
    Optional<String> get(String space, String key);

    /** Every key of a space, in key order. */
    Map<String, String> list(String space);

    void put(String space, String key, String value);

    /**
     * Writes a key where it has this value, and nobody comes between.
     *
     * @param expected null: only where it has none
     * @return whether it was written
     */
    boolean compareAndPut(String space, String key, @Nullable String expected, String value);

    /**
     * Takes it for a new owner: positions that whoever had it before sets after this are refused ({@link ConditionalPosition}). To be
     * called before positions are read.
     *
     * @return the new owner's generation, larger than all before
     */
    default long raiseGeneration() {
        while (true) {
            Optional<String> before = get(OWNER, GENERATION);
            long next = 1 + before.map(Long::parseLong).orElse(0L);
            if (compareAndPut(OWNER, GENERATION, before.orElse(null), Long.toString(next))) {
                return next;
            }
        }
    }

    /** The last generation that was taken; 0 before the first. */
    default long generation() {
        return get(OWNER, GENERATION).map(Long::parseLong).orElse(0L);
    }

    /** Space of {@link #GENERATION}. */
    String OWNER = "owner";

    /** Key of the last owner's number. */
    String GENERATION = "generation";

    void remove(String space, String key);

    /** The applied position of each table in the log with this epoch; tables without one are absent. */
    default Map<Long, Long> appliedPositions(long logEpoch) {
        return Map.of();
    }

    /** As {@link #appliedPositions}, of one table. */
    default OptionalLong appliedPosition(long logEpoch, long tableId) {
        Long position = appliedPositions(logEpoch).get(tableId);
        return position == null ? OptionalLong.empty() : OptionalLong.of(position);
    }

    /** How many applied positions are stored, those that are outdone included; 0 where they are not counted. */
    default long positionCount() {
        return 0;
    }

    /** The last batches that are known to be applied, at most so many, the oldest first; none where they are not kept. */
    default List<AppliedBatch> lastBatches(int most) {
        return List.of();
    }
}
