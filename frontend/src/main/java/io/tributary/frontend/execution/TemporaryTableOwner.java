package io.tributary.frontend.execution;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.frontend.routing.RemoteCatalog;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The temporary tables of this frontend's sessions. What no session has any more is dropped; where that fails, or the table
 * came into being after its session had ended, {@link #sweep} finds it in the catalog. Tables of a frontend that is gone, and those
 * that a backend finds at its start, the backend drops. Any thread.
 */
public final class TemporaryTableOwner {
    private static final Logger log = LoggerFactory.getLogger(TemporaryTableOwner.class);

    private static final int SWEEP_SECONDS = 2;

    private final BackendRouter router;
    private final RemoteCatalog catalog;
    private final AtomicLong numbers = new AtomicLong();
    /** Hidden names that sessions have. */
    private final Set<String> owned = ConcurrentHashMap.newKeySet();

    private final Set<String> dropping = ConcurrentHashMap.newKeySet();

    public TemporaryTableOwner(BackendRouter router, RemoteCatalog catalog) {
        this.router = router;
        this.catalog = catalog;
    }

    /** One that looks again and again for what was left. */
    public static TemporaryTableOwner sweeping(
            BackendRouter router, RemoteCatalog catalog, ScheduledExecutorService timer) {
        TemporaryTableOwner owner = new TemporaryTableOwner(router, catalog);
        Future<?> unused = timer.scheduleWithFixedDelay(owner::sweep, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
        return owner;
    }

    /** Returns the hidden name of a table that is to be made, which is a session's until {@link #drop}. */
    public String newName(String shown) {
        long number = numbers.getAndIncrement() % TemporaryName.NUMBER_MAX;
        String hidden = new TemporaryName(catalog.frontend(), number, shown).hidden();
        owned.add(hidden);
        return hidden;
    }

    /** Drops a table that its session has no more. Never fails: what cannot be dropped now is dropped later. */
    public CompletableFuture<Void> drop(String database, String hidden) {
        owned.remove(hidden);
        if (!dropping.add(hidden)) {
            return CompletableFuture.completedFuture(null);
        }
        return router.catalog()
                .change(new CatalogChange.DropTable(database, hidden, true))
                .handle((state, error) -> {
                    dropping.remove(hidden);
                    if (error == null) {
                        catalog.apply(state);
                    } else {
                        log.warn("event=temporary_table_left table={}.{} dropped later", database, hidden, error);
                    }
                    return null;
                });
    }

    /** Drops what was left. */
    public void sweep() {
        for (TableSchema table : catalog.snapshot().temporaries()) {
            boolean left = TemporaryName.of(table.name())
                    .filter(name -> name.frontend().equals(catalog.frontend()) && !owned.contains(table.name()))
                    .isPresent();
            if (left) {
                CompletableFuture<?> unused = drop(table.database(), table.name());
            }
        }
    }
}
