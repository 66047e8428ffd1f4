package io.tributary.backend.record;

import io.tributary.backend.batch.LogPositions;
import io.tributary.contract.schema.TableSchema;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * What engines have of a log that is replayed.
 *
 * @param applied position of each table, as far as its engine has answered
 * @param begun position of each table up to where it was sent to its engine, which may have it
 * @param gone whether the log may have let go of a table's loads up to a position
 * @param ofServers whether a server has a table
 */
record ReplayedPositions(
        Map<Long, Long> applied,
        Map<Long, Long> begun,
        BiPredicate<TableSchema, Long> gone,
        Predicate<TableSchema> ofServers) {
    ReplayedPositions {
        applied = Map.copyOf(applied);
    }

    static ReplayedPositions of(Map<Long, Long> applied) {
        return new ReplayedPositions(applied, Map.of(), (table, position) -> false, table -> false);
    }

    static ReplayedPositions of(LogPositions positions) {
        return new ReplayedPositions(
                positions.applied(), positions.begun(), positions::mayBeGone, positions::isOfServer);
    }

    long appliedOf(long tableId) {
        return applied.getOrDefault(tableId, 0L);
    }

    boolean isApplied(long tableId, long position) {
        return position <= appliedOf(tableId);
    }

    long begunOf(long tableId) {
        return begun.getOrDefault(tableId, 0L);
    }

    boolean mayBeGone(TableSchema table, long position) {
        return gone.test(table, position);
    }

    boolean isOfServer(TableSchema table) {
        return ofServers.test(table);
    }
}
