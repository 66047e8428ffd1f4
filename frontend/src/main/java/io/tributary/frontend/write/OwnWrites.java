package io.tributary.frontend.write;

import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.planner.catalog.Catalog;
import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The wait until rows that were acknowledged are visible: SYNC, and whatever reads tables under {@code
 * group_commit_read_your_writes}. It asks for an early commit of their batches, so it is no wait for an interval, and
 * fails with 1205 after {@code insert_visible_timeout_ms}. Event loop of the connection.
 */
public final class OwnWrites {
    private static final CompletableFuture<Void> NOTHING = CompletableFuture.completedFuture(null);

    private final Session session;
    private final BackendRouter router;
    private final Catalog catalog;
    private final ConnectionLoop loop;

    public OwnWrites(Session session, BackendRouter router, Catalog catalog, ConnectionLoop loop) {
        this.session = session;
        this.router = router;
        this.catalog = catalog;
        this.loop = loop;
    }

    /**
     * Waits, before a statement reads tables, if the session wants to read what it wrote, and for what it wrote into temporary tables:
     * nobody else could.
     */
    public CompletableFuture<Void> beforeReading() {
        if (session.variables().readsOwnWrites()) {
            return sync();
        }
        List<Long> temporary = session.temporary().isEmpty() ? List.of() : temporary();
        return temporary.isEmpty() ? NOTHING : visible(temporary).thenRun(() -> session.synced(temporary));
    }

    private List<Long> temporary() {
        CatalogSnapshot snapshot = catalog.snapshot();
        List<Long> written = session.writtenTables();
        List<Long> tables = new ArrayList<>();
        session.temporary().all().forEach((name, hidden) -> snapshot.temporary(name.database(), hidden)
                .map(TableSchema::tableId)
                .filter(id -> written.contains(id) || written.size() > Session.WRITTEN_TABLES_MAX)
                .ifPresent(tables::add));
        return tables;
    }

    /** Waits until all that this session was acknowledged is visible. */
    public CompletableFuture<Void> sync() {
        List<Long> tables = written();
        return tables.isEmpty() ? NOTHING : visible(tables).thenRun(session::synced);
    }

    /** Waits until all rows of a table that anyone was acknowledged are visible. */
    public CompletableFuture<Void> sync(TableSchema table) {
        return visible(List.of(table.tableId()));
    }

    private CompletableFuture<Void> visible(List<Long> tables) {
        return loop.resume(router.sync(tables, session.variables().limits().insertVisibleTimeoutMillis()));
    }

    private List<Long> written() {
        List<Long> tables = session.writtenTables();
        if (tables.size() <= Session.WRITTEN_TABLES_MAX) {
            return tables;
        }
        List<Long> all = new ArrayList<>();
        CatalogSnapshot snapshot = catalog.snapshot();
        for (String database : snapshot.databaseNames()) {
            snapshot.tables(database).forEach(table -> all.add(table.tableId()));
        }
        all.addAll(temporary());
        return all;
    }
}
