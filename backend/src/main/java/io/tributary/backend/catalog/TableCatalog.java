package io.tributary.backend.catalog;

import io.tributary.backend.catalog.clock.TableDefaults;
import io.tributary.backend.catalog.turn.DefinitionLock;
import io.tributary.backend.catalog.turn.DefinitionTurns;
import io.tributary.backend.catalog.turn.OwnDefinitions;
import io.tributary.backend.engine.ServerEngines;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.CatalogOrigin;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.TableOwner;
import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.engine.port.TableEngine;
import io.tributary.engine.port.TableRewrite;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What exists: databases, tables with their definitions, accounts, variables. Kept in the engine's system store, read as snapshots.
 *
 * <p>Reads ({@link #state}, {@link #table}, {@link #find}, {@link #wasDropped}) take no lock and may be called by any
 * thread; {@link #apply} blocks on the engine and is called on an engine thread. Barriers around a change (sealing,
 * draining, the table's lane) are the caller's. What an engine may take long for, ALTER and TRUNCATE of a table, goes on
 * beside changes of others; everything else is done one after another in the embedded engine, and in each database of a server
 * ({@link DefinitionTurns}).
 *
 * <p>A change is one engine transaction, and becomes visible after it ({@link StoredChange}). While it is not known what
 * became of one, the tables that it is about are closed (in the snapshots, but {@link #table} does not give them) and
 * nothing else is changed there, until {@link #settle} knows.
 */
public final class TableCatalog implements TableLookup {
    private final TableEngine engine;
    private final CatalogStore store;
    private final CatalogContents contents = new CatalogContents();
    private final CatalogOrigin origin;
    private final TableOwner owner;
    private final TableDefinitions tables;
    private final DefinitionChanges changes;
    private final ServerVersions versions;
    private final DroppedEntries droppedEntries;
    private final OwnDefinitions own = new OwnDefinitions();
    private final UnsettledChanges unsettled = new UnsettledChanges(own);
    private final DefinitionTurns turns;
    private final DroppedTables dropped = new DroppedTables();
    private final List<Consumer<CatalogState>> listeners = new CopyOnWriteArrayList<>();
    private final DefinitionLock definitions = new DefinitionLock();
    private final Kinds kinds = new Kinds();

    private volatile Map<Long, TableSchema> byId;
    private volatile Map<Long, TableSchema> closed = Map.of();
    private volatile CatalogState state;

    /** Ends a listening; twice is harmless. */
    public interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    private TableCatalog(TableEngine engine, ServerEngines servers, TableDefaults defaults, LongSupplier random) {
        this.engine = engine;
        DataFormat.stamp(engine.systemStore());
        store = new CatalogStore(engine.systemStore());
        versions = new ServerVersions(engine, own);
        droppedEntries = new DroppedEntries(engine, store, dropped);
        // The start's number in the upper half: versions grow over restarts, and a change writes no counter.
        long firstVersion = store.nextStart() << 32;
        ServerDefinitions definedThere = new ServerDefinitions(engine, servers, contents);
        turns = new DefinitionTurns(definedThere::has);
        List<ServerChange> interrupted =
                new CatalogRecovery(engine, store, definedThere, versions).load(contents, dropped);
        CatalogNames names = new CatalogNames(engine);
        tables = new TableDefinitions(
                store,
                contents,
                dropped,
                names,
                defaults,
                new TableDefinitions.Numbers(new TableIds(random), new SchemaVersions(random)),
                definedThere);
        changes = new DefinitionChanges(
                tables,
                new DatabaseDefinitions(store, contents, names, tables, definedThere, versions),
                new ViewDefinitions(engine, store, contents, names, tables),
                new UserDefinitions(store, contents));
        contents.users.putIfAbsent("root", new UserAccount("root", "mysql_native_password", "", ""));
        interrupted.forEach(this::goOnLater);
        closed = Map.copyOf(contents.closed);
        byId = Map.copyOf(contents.tables);
        origin = new CatalogOrigin(store.engineId(random), random.getAsLong());
        owner = new TableOwner(TableOwner.ONLY_BACKEND, engine.systemStore().generation());
        state = contents.snapshot(origin, owner, firstVersion);
    }

    /**
     * Reads the catalog from the engine, finishes or undoes what a crash interrupted, and checks every table against
     * the engine's own columns.
     *
     * @param servers those of databases that have one
     * @param defaults what a table gets that is not written down
     * @param random any 64 bits, for what must differ from that of other data directories and processes
     * @throws TributaryException naming the table and column that differ, or the formats if a newer version wrote here
     */
    public static TableCatalog load(
            TableEngine engine, ServerEngines servers, TableDefaults defaults, LongSupplier random) {
        TableCatalog catalog = new TableCatalog(engine, servers, defaults, random);
        engine.systemTables(new NewestRows(catalog::state));
        return catalog;
    }

    /** Loads one that no frontend hears of, of an engine that has no servers beside it. */
    public static TableCatalog load(TableEngine engine, GroupCommitPolicy policyDefault) {
        return load(engine, ServerEngines.none(), TableDefaults.of(policyDefault), () -> 0);
    }

    private void goOnLater(ServerChange change) {
        unsettled.add(new UnsettledChanges.One(
                change.database(), List.of(DefinitionTurns.placeOf(change.database())), change));
        contents.close(change.tableIds());
        change.tableIds().forEach(tables::used);
    }

    /** The newest snapshot. */
    public CatalogState state() {
        return state;
    }

    @Override
    public @Nullable TableSchema table(long tableId) {
        return byId.get(tableId);
    }

    @Override
    public List<ViewSchema> views() {
        return state.views();
    }

    @Override
    public boolean isClosed(long tableId) {
        return closed.containsKey(tableId);
    }

    @Override
    public TributaryException missing(long tableId) {
        TableSchema table = closed.get(tableId);
        return table == null ? TableLookup.super.missing(tableId) : TableChanged.closed(table);
    }

    @Override
    public @Nullable TributaryException refusal(TableSchema table) {
        return versions.refusal(table);
    }

    @Override
    public @Nullable TributaryException hold(TableSchema table) {
        return versions.hold(table);
    }

    @Override
    public @Nullable TributaryException away(TableSchema table) {
        TableEngine server = engine.of(table);
        return server == engine ? null : server.refusal();
    }

    @Override
    public void verify(TableSchema table) {
        versions.verify(table);
    }

    /** Tables that others have defined anew on their servers. */
    public ServerVersions serverVersions() {
        return versions;
    }

    /** The table of this name (case counts), or null. */
    public @Nullable TableSchema find(String database, String table) {
        for (TableSchema each : byId.values()) {
            if (each.name().equals(table) && each.database().equals(database)) {
                return each;
            }
        }
        return null;
    }

    @Override
    public boolean ifUnchanging(Runnable body) {
        return definitions.ifUnchanging(body);
    }

    @Override
    public void awaitUnchanging(long millis) {
        definitions.awaitUnchanging(millis);
    }

    @Override
    public TableLookup snapshot() {
        return new TableSnapshot(byId, state.views());
    }

    /** Whether a table with this id existed once and was dropped: replay skips its records, and refuses unknown ids. */
    @Override
    public boolean wasDropped(long tableId) {
        return dropped.contains(tableId);
    }

    /**
     * Tells of every newer snapshot, in order, on the thread that made it; the listener must not block. The present one
     * is not told.
     */
    public Subscription onChange(Consumer<CatalogState> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /**
     * Validates a change and carries it out; durable when it returns the snapshot that holds it.
     *
     * @throws TributaryException with MySQL's number for what is wrong: nothing has changed then; or with ENGINE saying
     *     that it is not known whether it has
     */
    public CatalogState apply(CatalogChange change) {
        return change.accept(kinds);
    }

    /** What an engine may take long for goes its own way. */
    private final class Kinds implements CatalogChange.PartialVisitor<CatalogState> {
        @Override
        public CatalogState visitTruncateTable(CatalogChange.TruncateTable truncate) {
            return tables.truncate(truncate) ? beside(truncate, () -> tables.renumber(truncate)) : state;
        }

        @Override
        public CatalogState visitAlterTable(CatalogChange.AlterTable alter) {
            return alterTable(alter.change(), null);
        }

        @Override
        public CatalogState visitRefreshTable(CatalogChange.RefreshTable refresh) {
            TableSchema before = find(refresh.database(), refresh.table());
            return before == null ? otherwise(refresh) : versions.refreshing(before, () -> otherwise(refresh));
        }

        @Override
        public CatalogState otherwise(CatalogChange change) {
            return store(change);
        }
    }

    private CatalogState store(CatalogChange change) {
        try (DefinitionTurns.Turn turn = turns.of(change)) {
            unsettled.requireNone(turn.places());
            // Empty if everything is as it shall be.
            StoredChange stored = change.accept(changes).orElse(null);
            if (stored != null) {
                run(new UnsettledChanges.One(change.database(), turn.places(), stored), () -> {});
            }
        }
        return state;
    }

    /** @param atEnd holding the monitor */
    private void run(UnsettledChanges.One one, Runnable atEnd) {
        try {
            own.run(one.places(), () -> {
                try {
                    one.change().run(engine, definitions::share); // before the commit
                } finally {
                    ended(one, atEnd);
                }
            });
        } finally {
            definitions.endSharing();
        }
    }

    /**
     * Alters a table, like {@link #apply}. The engine may take its time for this, and other tables' changes go on meanwhile.
     *
     * @param rewrite the table as it is to be, if it was copied ahead
     */
    public CatalogState alterTable(TableChange change, @Nullable TableRewrite rewrite) {
        return beside(new CatalogChange.AlterTable(change), () -> tables.alter(change, rewrite));
    }

    private CatalogState beside(CatalogChange change, Supplier<StoredChange> begun) {
        UnsettledChanges.One one;
        try (DefinitionTurns.Turn turn = turns.of(change)) {
            unsettled.requireNone(turn.places());
            one = new UnsettledChanges.One(change.database(), turn.places(), begun.get());
        }
        run(one, () -> tables.ended(one.change()));
        return state;
    }

    /** @param atEnd when the contents are as they are to be: its names are no longer taken by the change itself */
    private synchronized void ended(UnsettledChanges.One one, Runnable atEnd) {
        switch (one.change().outcome()) {
            case UNDONE -> {}
            case DONE -> {
                one.change().putIntoContents();
                publish();
            }
            case UNKNOWN -> {
                unsettled.add(one);
                contents.close(one.change().tableIds());
                publish();
            }
        }
        atEnd.run();
    }

    /**
     * Asks the engine what became of changes whose outcome is not known, and opens the tables that are closed for them. To be
     * called again and again.
     *
     * @param databases whose changes are asked for; an empty name stands for accounts and variables
     * @param gone told of tables that turned out to be dropped, for whoever keeps something of them
     * @throws RuntimeException of the engine, where something is still not known; the rest is settled
     */
    public void settle(Predicate<String> databases, LongConsumer gone) {
        unsettled.settle(one -> databases.test(one.database()), turns, one -> settle(one, gone));
    }

    /** The same where a change is to be made, which would be refused otherwise. */
    public void settleFor(CatalogChange change, LongConsumer gone) {
        unsettled.settle(one -> one.isAt(places(change)), turns, one -> settle(one, gone));
    }

    /** In its turn. */
    private void settle(UnsettledChanges.One one, LongConsumer gone) {
        try {
            one.change().settle(definitions::share);
            settled(one);
        } finally {
            definitions.endSharing();
        }
        one.change().tableIds().stream().filter(dropped::contains).forEach(gone::accept);
    }

    private synchronized void settled(UnsettledChanges.One one) {
        contents.reopen(one.change().tableIds());
        ended(one, () -> unsettled.remove(one));
        publish();
    }

    /** Where a change would wait for others, see {@link DefinitionTurns#places}. */
    public List<String> places(CatalogChange change) {
        return turns.places(change);
    }

    /**
     * Forgets what the engine keeps of dropped tables, and makes ranges of their ids, so that neither grows with the tables
     * that were ever made. Blocks on the engine; to be called from time to time.
     *
     * @return how many entries went
     */
    public long forgetDropped() {
        long forgotten = droppedEntries.forget();
        for (int some = foldSome(); some > 0; some = foldSome()) {
            forgotten += some;
        }
        return forgotten;
    }

    private int foldSome() {
        return definitions.shared(this::foldSomeAlone);
    }

    /** While it is not known whether a table was dropped, its own entry must tell. */
    private synchronized int foldSomeAlone() {
        return unsettled.isEmpty() ? droppedEntries.foldSome() : 0;
    }

    /** Ranges of ids that are kept of dropped tables. Any thread. */
    public int droppedRanges() {
        return dropped.rangeCount();
    }

    private void publish() {
        closed = Map.copyOf(contents.closed);
        byId = Map.copyOf(contents.tables);
        state = contents.snapshot(origin, owner, state.version() + 1);
        for (Consumer<CatalogState> listener : listeners) {
            listener.accept(state);
        }
    }
}
