package io.tributary.backend.catalog;

import io.tributary.backend.engine.EngineTransaction;
import io.tributary.backend.engine.TableEngine;
import io.tributary.backend.engine.TableRewrite;
import io.tributary.rpc.client.CatalogChange;
import io.tributary.rpc.client.CatalogState;
import io.tributary.rpc.client.UserAccount;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.information.SystemRows;
import io.tributary.rpc.schema.GroupCommitPolicy;
import io.tributary.rpc.schema.Partition;
import io.tributary.rpc.schema.TableChange;
import io.tributary.rpc.schema.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What exists: databases, tables with their full definitions, accounts, global variables. Kept in the engine's system
 * store, read as immutable snapshots.
 *
 * <p>Reads ({@link #state}, {@link #table}, {@link #find}, {@link #wasDropped}) take no lock and may be called by any
 * thread; {@link #apply} blocks on the engine and is called on an engine thread. Barriers around a change (sealing,
 * draining, the table's lane) are the caller's. What an engine may take long for, ALTER and TRUNCATE of a table, goes on
 * beside changes of others; everything else is done one after another.
 *
 * <p>A change of databases and tables stores its intent, runs the engine's DDL, stores the outcome, and only then
 * becomes visible; {@link CatalogRecovery} repairs what a crash in between leaves.
 */
public final class TableCatalog implements TableLookup {
    private final TableEngine engine;
    private final CatalogStore store;
    private final CatalogContents contents = new CatalogContents();
    private final TableDefinitions tables;
    private final DatabaseDefinitions databases;
    private final Set<Long> dropped = ConcurrentHashMap.newKeySet();
    private final List<Consumer<CatalogState>> listeners = new CopyOnWriteArrayList<>();
    /**
     * Shared by changes from before each is committed in the engine until it is published here, and taken before the
     * monitor; exclusive for whoever must not come between.
     */
    private final ReentrantReadWriteLock definitions = new ReentrantReadWriteLock();

    private volatile Map<Long, TableSchema> byId;
    private volatile CatalogState state;

    /** Ends a listening; twice is harmless. */
    public interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    private TableCatalog(TableEngine engine, GroupCommitPolicy policyDefault) {
        this.engine = engine;
        store = new CatalogStore(engine.systemStore());
        // The start's number in the upper half: versions grow over restarts, and a change writes no counter.
        long firstVersion = store.nextStart() << 32;
        new CatalogRecovery(engine, store).load(contents, dropped);
        engine.forgetTables(dropped);
        tables = new TableDefinitions(engine, store, contents, dropped, policyDefault);
        databases = new DatabaseDefinitions(engine, store, contents, tables);
        contents.users.putIfAbsent("root", new UserAccount("root", "mysql_native_password", "", ""));
        byId = Map.copyOf(contents.tables);
        state = contents.snapshot(firstVersion);
    }

    /**
     * Reads the catalog from the engine, finishes or undoes what a crash interrupted, and checks every table against
     * the engine's own columns.
     *
     * @param policyDefault what a table gets that names no {@code group_commit_policy}: the engine's liking
     * @throws TributaryException naming the table and column that differ
     */
    public static TableCatalog load(TableEngine engine, GroupCommitPolicy policyDefault) {
        TableCatalog catalog = new TableCatalog(engine, policyDefault);
        engine.systemTables(() -> systemRows(catalog.state()));
        return catalog;
    }

    private static SystemRows systemRows(CatalogState state) {
        return new SystemRows(
                state.version(),
                state.databases(),
                state.tables(),
                state.users().stream().collect(Collectors.toMap(UserAccount::name, UserAccount::plugin)));
    }

    /** The newest snapshot. */
    public CatalogState state() {
        return state;
    }

    @Override
    public @Nullable TableSchema table(long tableId) {
        return byId.get(tableId);
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
    public <T> T whileUnchanged(Supplier<T> body) {
        definitions.writeLock().lock();
        try {
            return body.get();
        } finally {
            definitions.writeLock().unlock();
        }
    }

    @Override
    public TableLookup snapshot() {
        Map<Long, TableSchema> now = byId;
        return now::get;
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
     * @throws TributaryException with MySQL's number for what is wrong; nothing has changed then
     */
    public CatalogState apply(CatalogChange change) {
        if (change instanceof CatalogChange.AlterTable alter) {
            return alterTable(alter.change(), null);
        }
        if (change instanceof CatalogChange.TruncateTable truncate) {
            return truncateTable(truncate);
        }
        return applyAtOnce(change);
    }

    /**
     * As {@link #apply}. The engine may take its time for this, and other tables' changes go on meanwhile.
     *
     * @param rewrite the table as it is to be, if it was copied ahead
     */
    public CatalogState alterTable(TableChange change, @Nullable TableRewrite rewrite) {
        TableAlter alter = begin(change);
        try {
            alter.run(rewrite, definitions.readLock());
        } finally {
            try {
                end(alter);
            } finally {
                if (definitions.getReadHoldCount() > 0) {
                    definitions.readLock().unlock();
                }
            }
        }
        return state;
    }

    private synchronized TableAlter begin(TableChange change) {
        return tables.begin(change);
    }

    private synchronized void end(TableAlter alter) {
        if (tables.end(alter)) {
            publish();
        }
    }

    private CatalogState truncateTable(CatalogChange.TruncateTable truncate) {
        TableSchema table = existing(truncate);
        List<Partition> partitions = table.layout().partitioning().requireAll(truncate.partitions(), table.name());
        try (EngineTransaction transaction = engine.begin()) {
            transaction.truncate(table, partitions);
            transaction.commit();
        }
        return state;
    }

    private synchronized TableSchema existing(CatalogChange.TruncateTable truncate) {
        return tables.existing(truncate.database(), truncate.table());
    }

    private CatalogState applyAtOnce(CatalogChange change) {
        definitions.readLock().lock();
        try {
            return applyAlone(change);
        } finally {
            definitions.readLock().unlock();
        }
    }

    private synchronized CatalogState applyAlone(CatalogChange change) {
        try {
            if (changes(change)) {
                publish();
            }
        } catch (RuntimeException e) {
            // It may have been carried out and only its record failed.
            if (!contents.tables.equals(byId)) {
                publish();
            }
            throw e;
        }
        return state;
    }

    /** Carries it out; false if everything is as it was. */
    private boolean changes(CatalogChange change) {
        if (change instanceof CatalogChange.CreateDatabase create) {
            return databases.create(create);
        }
        if (change instanceof CatalogChange.DropDatabase drop) {
            return databases.drop(drop);
        }
        if (change instanceof CatalogChange.CreateTable create) {
            return tables.create(create);
        }
        if (change instanceof CatalogChange.DropTable drop) {
            return tables.drop(drop);
        }
        if (change instanceof CatalogChange.AlterProperties alter) {
            tables.alterProperties(alter);
            return true;
        }
        if (change instanceof CatalogChange.PutUser put) {
            return putUser(put);
        }
        if (change instanceof CatalogChange.DropUser drop) {
            return dropUser(drop);
        }
        if (change instanceof CatalogChange.SetGlobalVariable set) {
            return setVariable(set);
        }
        throw new AssertionError(change);
    }

    private void publish() {
        byId = Map.copyOf(contents.tables);
        state = contents.snapshot(state.version() + 1);
        for (Consumer<CatalogState> listener : listeners) {
            listener.accept(state);
        }
    }

    private boolean putUser(CatalogChange.PutUser put) {
        String name = put.account().name();
        boolean exists = contents.users.containsKey(name);
        if (put.mustExist() && !exists) {
            throw userFailed("ALTER USER", name, "");
        }
        if (!put.mustExist() && exists) {
            if (put.ifNotExists()) {
                return false;
            }
            throw userFailed("CREATE USER", name, "");
        }
        store.putUser(put.account());
        contents.users.put(name, put.account());
        return true;
    }

    private boolean dropUser(CatalogChange.DropUser drop) {
        if (!contents.users.containsKey(drop.user())) {
            if (drop.ifExists()) {
                return false;
            }
            throw userFailed("DROP USER", drop.user(), "");
        }
        if (drop.user().equals("root")) {
            throw userFailed("DROP USER", "root", ": root cannot be dropped");
        }
        store.removeUser(drop.user());
        contents.users.remove(drop.user());
        return true;
    }

    private boolean setVariable(CatalogChange.SetGlobalVariable set) {
        String value = set.value();
        if (value == null) {
            store.removeVariable(set.name());
            contents.variables.remove(set.name());
        } else {
            store.putVariable(set.name(), value);
            contents.variables.put(set.name(), value);
        }
        return true;
    }

    private static TributaryException userFailed(String operation, String user, String why) {
        return new TributaryException(
                ErrorCode.USER_OPERATION_FAILED, "Operation " + operation + " failed for '" + user + "'@'%'" + why);
    }
}
