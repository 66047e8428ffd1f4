package io.tributary.backend.engine;

import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * How far the engine has said that each table of each log is in it: the logs go by that, and commit nothing below it again
 * while the process lives. So an instance that is behind must not take the place of the one that said it, unless it is a server's,
 * which is given what it lacks. One entry a table and log. Any thread.
 *
 * <p>It is not {@code backend.batch.LogPositions}, which hears of a commit only when it has returned: another instance may have
 * taken the place of the one that said it by then.
 */
final class CommittedPositions {
    private final Map<Place, Long> positions = new ConcurrentHashMap<>();
    private final @Nullable BiConsumer<TableEngine, List<PositionGap>> giveBack;

    private record Place(long logEpoch, long tableId) {}

    /** Those of the process's own engine. */
    CommittedPositions() {
        giveBack = null;
    }

    /**
     * Those of a server.
     *
     * @param giveBack see {@link LostCommits}
     */
    CommittedPositions(BiConsumer<TableEngine, List<PositionGap>> giveBack) {
        this.giveBack = giveBack;
    }

    boolean areOfServer() {
        return giveBack != null;
    }

    void said(long logEpoch, long tableId, long position) {
        positions.merge(new Place(logEpoch, tableId), position, Math::max);
    }

    /** The engine has forgotten what was asked about these tables, or is about to. */
    void forget(LongPredicate tables) {
        positions.keySet().removeIf(place -> tables.test(place.tableId()));
    }

    /** What was said of a log by now, by table. */
    Map<Long, Long> of(long logEpoch) {
        Map<Long, Long> found = new HashMap<>();
        positions.forEach((place, position) -> {
            if (place.logEpoch() == logEpoch) {
                found.put(place.tableId(), position);
            }
        });
        return found;
    }

    /** What is missing of a log, by table: of what was said before it was asked. */
    static List<PositionGap> gaps(long logEpoch, Map<Long, Long> said, Map<Long, Long> found) {
        return said.entrySet().stream()
                .map(each -> new PositionGap(
                        logEpoch, each.getKey(), found.getOrDefault(each.getKey(), 0L), each.getValue()))
                .filter(gap -> gap.from() < gap.to())
                .sorted(Comparator.comparingLong(PositionGap::tableId))
                .toList();
    }

    /** What this instance does not have of it. */
    private List<PositionGap> gaps(SystemStore opened) {
        return positions.keySet().stream()
                .map(Place::logEpoch)
                .distinct()
                .flatMap(epoch -> gaps(epoch, of(epoch), opened.appliedPositions(epoch)).stream())
                .toList();
    }

    /**
     * Blocks, for as long as it takes to give a server what it lacks.
     *
     * @param knownCommits that are in no log, and that the engine before it had
     * @throws LostEngineException where it lacks some of them, or of what it has said that it has, and nobody can give it that
     */
    void requireNotBehind(TableEngine opened, long knownCommits) {
        long commits = opened.unloggedCommits().count();
        if (commits < knownCommits) {
            throw goneBack("of " + knownCommits + " commits that are in no log it has " + commits);
        }
        List<PositionGap> gaps = gaps(opened.systemStore());
        BiConsumer<TableEngine, List<PositionGap>> server = giveBack;
        if (server != null) {
            server.accept(opened, gaps);
        } else if (!gaps.isEmpty()) {
            throw goneBack(gaps.get(0).toString());
        }
    }

    private static LostEngineException goneBack(String what) {
        return new LostEngineException("the engine has gone back, " + what
                + "; a start brings that back from the log, or says what can be done");
    }
}
