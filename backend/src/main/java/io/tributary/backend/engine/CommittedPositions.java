package io.tributary.backend.engine;

import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;

/**
 * How far the engine has said that each table of each log is in it: the logs go by that, and commit nothing below it again
 * while the process lives. So an instance that is behind must not take the place of the one that said it. One entry a table
 * and log. Any thread.
 *
 * <p>It is not {@code backend.batch.LogPositions}, which hears of a commit only when it has returned: another instance may have
 * taken the place of the one that said it by then.
 */
final class CommittedPositions {
    private final Map<Place, Long> positions = new ConcurrentHashMap<>();

    private record Place(long logEpoch, long tableId) {}

    void said(long logEpoch, long tableId, long position) {
        positions.merge(new Place(logEpoch, tableId), position, Math::max);
    }

    /** The engine has forgotten what was asked about these tables, or is about to. */
    void forget(LongPredicate tables) {
        positions.keySet().removeIf(place -> tables.test(place.tableId()));
    }

    /** What this instance does not have of it, in words; empty if it has everything. */
    Optional<String> missing(SystemStore opened) {
        Map<Long, Map<Long, Long>> byLog = new HashMap<>();
        for (Map.Entry<Place, Long> each : positions.entrySet()) {
            Place place = each.getKey();
            long found = byLog.computeIfAbsent(place.logEpoch(), opened::appliedPositions)
                    .getOrDefault(place.tableId(), 0L);
            if (found < each.getValue()) {
                return Optional.of("of table " + place.tableId() + " it has batches up to position " + found
                        + " of log " + Long.toHexString(place.logEpoch()) + ", and had them up to " + each.getValue());
            }
        }
        return Optional.empty();
    }

    /**
     * @param knownCommits that are in no log, and that the engine before it had
     * @throws LostEngineException where it lacks some of them, or of what it has said that it has
     */
    void requireNotBehind(TableEngine opened, long knownCommits) {
        long commits = opened.unloggedCommits().count();
        Optional<String> missing = commits < knownCommits
                ? Optional.of("of " + knownCommits + " commits that are in no log it has " + commits)
                : missing(opened.systemStore());
        if (missing.isPresent()) {
            throw new LostEngineException("the engine has gone back, " + missing.get()
                    + "; a start brings that back from the log, or says what can be done");
        }
    }
}
