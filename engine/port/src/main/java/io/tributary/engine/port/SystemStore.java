package io.tributary.engine.port;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
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
     * Moves a number on, which nobody else moves from the same value.
     *
     * @param initial what it is where there is none
     * @param next what becomes of it; called again when somebody was faster. The same number: nothing is written
     * @return what it was before
     */
    default long advance(String space, String key, long initial, LongUnaryOperator next) {
        while (true) {
            Optional<String> text = get(space, key);
            long before = text.map(Long::parseLong).orElse(initial);
            long after = next.applyAsLong(before);
            if (after == before || compareAndPut(space, key, text.orElse(null), Long.toString(after))) {
                return before;
            }
        }
    }

    /**
     * Takes it for a new owner: positions that whoever had it before sets after this are refused ({@link ConditionalPosition}). To be
     * called before positions are read.
     *
     * @return the new owner's generation, larger than all before
     */
    default long raiseGeneration() {
        return 1 + advance(OWNER, GENERATION, 0, generation -> generation + 1);
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

    /** Returns the position of one table, like {@link #appliedPositions}. */
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
