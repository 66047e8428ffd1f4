package io.tributary.engine.port;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What Tributary keeps in the engine beside the user's rows: text by (space, key), and the applied positions. Each write
 * is a durable transaction of its own when it returns.
 */
public interface SystemStore {
    Optional<String> get(String space, String key);

    /** Every key of a space, in key order. */
    Map<String, String> list(String space);

    void put(String space, String key, String value);

    void remove(String space, String key);

    /** The applied position of each table in the log with this epoch; tables without one are absent. */
    Map<Long, Long> appliedPositions(long logEpoch);

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
