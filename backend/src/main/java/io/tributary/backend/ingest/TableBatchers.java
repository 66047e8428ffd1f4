package io.tributary.backend.ingest;

import io.tributary.backend.batch.ReadPace;
import io.tributary.contract.calls.BatchInfo;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The batchers of the tables with something pending; each cycle looks at all of them. One with nothing is forgotten. */
final class TableBatchers {
    /** Tables of which is known how much may wait for a read, while nothing of them is pending. */
    private static final int PACES_MAX = 16_384;

    private final Map<Long, TableBatcher> active = new LinkedHashMap<>();
    private final Map<Long, ReadPace> paces = new LinkedHashMap<>();

    /** The table's batcher, made if need be, and looked at from now on. */
    TableBatcher activate(long tableId) {
        TableBatcher known = active.get(tableId);
        if (known == null) {
            ReadPace pace = paces.remove(tableId);
            known = new TableBatcher(tableId, pace == null ? new ReadPace() : pace);
            active.put(tableId, known);
        }
        return known;
    }

    /** The table's batcher if it has something pending. */
    @Nullable
    TableBatcher find(long tableId) {
        return active.get(tableId);
    }

    /** Looks at this one behind all others from now on. */
    void moveBehind(TableBatcher batcher) {
        if (active.remove(batcher.tableId(), batcher)) {
            active.put(batcher.tableId(), batcher);
        }
    }

    void remove(TableBatcher batcher) {
        active.remove(batcher.tableId(), batcher);
    }

    /** The batchers with something pending; it may not add or remove any. */
    Iterable<TableBatcher> active() {
        return active.values();
    }

    void forEachActive(Consumer<TableBatcher> action) {
        for (TableBatcher batcher : active.values().toArray(new TableBatcher[0])) {
            action.accept(batcher);
        }
    }

    /**
     * Forgets those that have nothing pending and expect nothing. Returns how many uncommitted batches the table with most of
     * them has.
     */
    int passivate(long nowNanos) {
        int most = 0;
        for (Iterator<TableBatcher> each = active.values().iterator(); each.hasNext(); ) {
            TableBatcher batcher = each.next();
            int uncommitted = batcher.uncommittedCount();
            most = Math.max(most, uncommitted);
            if (uncommitted == 0
                    && !batcher.barriers().isUp()
                    && !batcher.barriers().hasWaiting()
                    && !batcher.isRegrouping(nowNanos)) {
                each.remove();
                keepPace(batcher);
            }
        }
        return most;
    }

    private void keepPace(TableBatcher batcher) {
        if (batcher.pace().isLearnt()) {
            if (paces.size() == PACES_MAX) {
                paces.remove(paces.keySet().iterator().next());
            }
            paces.put(batcher.tableId(), batcher.pace());
        }
    }

    /** The uncommitted batches of all tables, those of one table oldest first. */
    List<BatchInfo> describe(long logEpoch, long nowNanos) {
        List<BatchInfo> batches = new ArrayList<>();
        for (TableBatcher batcher : active.values()) {
            batcher.describe(logEpoch, nowNanos, batches);
        }
        return batches;
    }

    boolean hasUncommitted() {
        for (TableBatcher batcher : active.values()) {
            if (batcher.hasUncommitted()) {
                return true;
            }
        }
        return false;
    }
}
