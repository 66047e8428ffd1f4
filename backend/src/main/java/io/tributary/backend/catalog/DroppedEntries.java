package io.tributary.backend.catalog;

import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.TableEngine;
import java.util.List;

/** What the engines keep of dropped tables, so that it does not grow with the tables that were ever made. Blocks on the engine. */
final class DroppedEntries {
    /** Entries that are folded in one transaction. */
    private static final int FOLDED_AT_ONCE = 1000;

    private final TableEngine engine;
    private final CatalogStore store;
    private final DroppedTables dropped;

    DroppedEntries(TableEngine engine, CatalogStore store, DroppedTables dropped) {
        this.engine = engine;
        this.store = store;
        this.dropped = dropped;
    }

    /** Has the engines forget what they keep beside rows; returns how many entries went. */
    long forget() {
        return engine.all().stream()
                .mapToLong(each -> each.forgetTables(dropped::contains))
                .sum();
    }

    /** Makes ranges of some ids, in one transaction; returns of how many, 0 where none are left. For the holder of the catalog's lock. */
    int foldSome() {
        List<Long> entries = store.droppedEntries(FOLDED_AT_ONCE);
        if (!entries.isEmpty()) {
            try (EngineTransaction transaction = engine.begin()) {
                CatalogStore.foldDropped(transaction, dropped, entries);
                transaction.commit();
            }
        }
        return entries.size();
    }
}
