package io.tributary.backend.ingest;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The batchers of all tables; those with something pending are known apart, as each cycle looks at them. */
final class TableBatchers {
    private final Map<Long, TableBatcher> all = new HashMap<>();
    private final Set<TableBatcher> active = new LinkedHashSet<>();

    /** The table's batcher, made if need be, and looked at from now on. */
    TableBatcher activate(long tableId) {
        TableBatcher batcher = all.computeIfAbsent(tableId, TableBatcher::new);
        active.add(batcher);
        return batcher;
    }

    /** The table's batcher if it was ever used. */
    @Nullable
    TableBatcher find(long tableId) {
        return all.get(tableId);
    }

    void remove(TableBatcher batcher) {
        all.remove(batcher.tableId());
        active.remove(batcher);
    }

    /** The batchers with something pending; it may not add or remove any. */
    Iterable<TableBatcher> active() {
        return active;
    }

    void forEachActive(Consumer<TableBatcher> action) {
        for (TableBatcher batcher : active.toArray(new TableBatcher[0])) {
            action.accept(batcher);
        }
    }

    /** Looks no longer at those that have nothing pending. */
    void passivate() {
        active.removeIf(batcher -> !batcher.hasUncommitted()
                && !batcher.barriers().isUp()
                && !batcher.barriers().hasWaiting());
    }

    boolean hasUncommitted() {
        for (TableBatcher batcher : active) {
            if (batcher.hasUncommitted()) {
                return true;
            }
        }
        return false;
    }
}
