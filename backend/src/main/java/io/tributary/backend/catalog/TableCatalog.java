package io.tributary.backend.catalog;

import io.tributary.backend.engine.EngineTransaction;
import io.tributary.backend.engine.TableEngine;
import io.tributary.rpc.client.CatalogChange;
import io.tributary.rpc.client.CatalogState;
import io.tributary.rpc.client.UserAccount;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.information.SystemRows;
import io.tributary.rpc.schema.GroupCommitPolicy;
import io.tributary.rpc.schema.TableChange;
import io.tributary.rpc.schema.TableProperties;
import io.tributary.rpc.schema.TableSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What exists: databases, tables with their full definitions, accounts, global variables. Kept in the engine's system
 * store, read as immutable snapshots.
 *
 * <p>Reads ({@link #state}, {@link #table}, {@link #find}, {@link #wasDropped}) take no lock and may be called by any
 * thread; {@link #apply} blocks on the engine and is called on an engine thread. Barriers around a change (sealing,
 * draining, the table's lane) are the caller's.
 *
 * <p>A change of databases and tables stores its intent, runs the engine's DDL, stores the outcome, and only then
 * becomes visible; {@link CatalogRecovery} repairs what a crash in between leaves.
 */
public final class TableCatalog implements TableLookup {
    private final TableEngine engine;
    private final CatalogStore store;
    private final GroupCommitPolicy policyDefault;
    private final CatalogContents contents = new CatalogContents();
    private final Map<Long, TableSchema> byId = new ConcurrentHashMap<>();
    private final Set<Long> dropped = ConcurrentHashMap.newKeySet();
    private final List<Consumer<CatalogState>> listeners = new CopyOnWriteArrayList<>();
    private volatile CatalogState state;
    private long lastTableId;

    /** Ends a listening; twice is harmless. */
    public interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    private TableCatalog(TableEngine engine, GroupCommitPolicy policyDefault) {
        this.engine = engine;
        this.policyDefault = policyDefault;
        store = new CatalogStore(engine.systemStore());
        // The start's number in the upper half: versions grow over restarts, and a change writes no counter.
        long firstVersion = store.nextStart() << 32;
        new CatalogRecovery(engine, store).load(contents, dropped);
        for (long id : dropped) {
            lastTableId = Math.max(lastTableId, id);
        }
        for (TableSchema table : List.copyOf(contents.tables.values())) {
            lastTableId = Math.max(lastTableId, table.tableId());
            contents.tables.put(table.tableId(), withPolicy(table));
        }
        contents.users.putIfAbsent("root", new UserAccount("root", "mysql_native_password", "", ""));
        byId.putAll(contents.tables);
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
    public synchronized CatalogState apply(CatalogChange change) {
        boolean changed;
        if (change instanceof CatalogChange.CreateDatabase create) {
            changed = createDatabase(create);
        } else if (change instanceof CatalogChange.DropDatabase drop) {
            changed = dropDatabase(drop);
        } else if (change instanceof CatalogChange.CreateTable create) {
            changed = createTable(create);
        } else if (change instanceof CatalogChange.DropTable drop) {
            changed = dropTable(drop);
        } else if (change instanceof CatalogChange.TruncateTable truncate) {
            TableSchema table = existing(truncate.database(), truncate.table());
            engine.truncateTable(table.database(), table.name());
            changed = false;
        } else if (change instanceof CatalogChange.AlterProperties alter) {
            changed = alterProperties(alter);
        } else if (change instanceof CatalogChange.AlterTable alter) {
            changed = alterTable(alter.change());
        } else if (change instanceof CatalogChange.PutUser put) {
            changed = putUser(put);
        } else if (change instanceof CatalogChange.DropUser drop) {
            changed = dropUser(drop);
        } else if (change instanceof CatalogChange.SetGlobalVariable set) {
            changed = setVariable(set);
        } else {
            throw new AssertionError(change);
        }
        if (changed) {
            publish();
        }
        return state;
    }

    private void publish() {
        byId.putAll(contents.tables);
        byId.keySet().retainAll(new HashSet<>(contents.tables.keySet()));
        state = contents.snapshot(state.version() + 1);
        for (Consumer<CatalogState> listener : listeners) {
            listener.accept(state);
        }
    }

    private boolean createDatabase(CatalogChange.CreateDatabase create) {
        String database = create.database();
        CatalogNames.checkDatabase(database);
        if (contents.databases.contains(database) && create.ifNotExists()) {
            return false;
        }
        for (String existing : contents.databases) {
            if (existing.equalsIgnoreCase(database)) {
                throw new TributaryException(
                        ErrorCode.DATABASE_EXISTS,
                        "Can't create database '" + database + "'; database exists"
                                + CatalogNames.differentCase(database, existing));
            }
        }
        store.putDatabase(database, CatalogStore.Step.CREATING);
        try {
            engine.createDatabase(database);
        } catch (TributaryException e) {
            store.removeDatabase(database);
            throw e;
        }
        store.putDatabase(database, CatalogStore.Step.PRESENT);
        contents.databases.add(database);
        return true;
    }

    private boolean dropDatabase(CatalogChange.DropDatabase drop) {
        String database = drop.database();
        CatalogNames.checkDatabase(database);
        if (!contents.databases.contains(database)) {
            if (drop.ifExists()) {
                return false;
            }
            throw new TributaryException(
                    ErrorCode.DATABASE_UNKNOWN_ON_DROP,
                    "Can't drop database '" + database + "'; database doesn't exist");
        }
        store.putDatabase(database, CatalogStore.Step.DROPPING);
        try {
            engine.dropDatabase(database);
        } catch (TributaryException e) {
            store.putDatabase(database, CatalogStore.Step.PRESENT);
            throw e;
        }
        for (TableSchema table : contents.tablesOf(database)) {
            forget(table.tableId());
        }
        store.removeDatabase(database);
        contents.databases.remove(database);
        return true;
    }

    private boolean createTable(CatalogChange.CreateTable create) {
        String database = create.table().database();
        CatalogNames.checkDatabase(database);
        if (!contents.databases.contains(database)) {
            throw unknownDatabase(database);
        }
        String name = create.table().name();
        if (contents.find(database, name) != null && create.ifNotExists()) {
            return false;
        }
        requireFreeName(database, name, 0);
        CatalogNames.checkColumns(create.table());
        TableSchema table = withPolicy(create.table().withTableId(lastTableId + 1));
        store.putTable(CatalogStore.Step.CREATING, table);
        lastTableId = table.tableId();
        try {
            engine.createTable(table);
        } catch (TributaryException e) {
            forget(table.tableId());
            throw e;
        }
        store.putTable(CatalogStore.Step.PRESENT, table);
        contents.tables.put(table.tableId(), table);
        return true;
    }

    private boolean dropTable(CatalogChange.DropTable drop) {
        CatalogNames.checkDatabase(drop.database());
        TableSchema table = contents.find(drop.database(), drop.table());
        if (table == null) {
            if (drop.ifExists()) {
                return false;
            }
            if (!contents.databases.contains(drop.database())) {
                throw unknownDatabase(drop.database());
            }
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TABLE_ON_DROP, "Unknown table '" + drop.database() + "." + drop.table() + "'");
        }
        store.putTable(CatalogStore.Step.DROPPING, table);
        try {
            engine.dropTable(table.database(), table.name());
        } catch (TributaryException e) {
            store.putTable(CatalogStore.Step.PRESENT, table);
            throw e;
        }
        forget(table.tableId());
        return true;
    }

    private void forget(long tableId) {
        store.putDropped(tableId);
        dropped.add(tableId);
        // Its numbers, too, if it ever had any.
        if (contents.tables.remove(tableId) != null) {
            store.removeNumbers(tableId);
        }
    }

    private boolean alterProperties(CatalogChange.AlterProperties alter) {
        TableSchema table = existing(alter.database(), alter.table());
        TableProperties properties = table.properties();
        for (Map.Entry<String, String> property : new TreeMap<>(alter.changes()).entrySet()) {
            properties = properties.with(property.getKey(), property.getValue());
        }
        TableSchema altered = table.withProperties(properties);
        store.putTable(CatalogStore.Step.PRESENT, altered);
        contents.tables.put(altered.tableId(), altered);
        return true;
    }

    /** In one engine transaction, so that a crash leaves the table and its definition as they were, or both changed. */
    private boolean alterTable(TableChange change) {
        TableSchema after = change.table();
        TableSchema before = contents.tables.get(after.tableId());
        if (before == null) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TABLE, "Table '" + after.database() + "." + after.name() + "' doesn't exist");
        }
        if (after.schemaVersion() != before.schemaVersion() + 1) {
            throw TableChanged.error(
                    before.database() + "." + before.name() + " is at schema version " + before.schemaVersion());
        }
        CatalogNames.checkColumns(after);
        if (!after.name().equals(before.name())) {
            requireFreeName(after.database(), after.name(), after.tableId());
        }
        TableSchema altered = after.withProperties(before.properties());
        try (EngineTransaction transaction = engine.begin()) {
            transaction.alterTable(before, change);
            store.putTable(transaction, altered);
            transaction.commit();
        }
        contents.tables.put(altered.tableId(), altered);
        return true;
    }

    /** @param except the table that is to get the name */
    private void requireFreeName(String database, String name, long except) {
        for (TableSchema existing : contents.tablesOf(database)) {
            if (existing.tableId() != except && existing.name().equalsIgnoreCase(name)) {
                throw new TributaryException(
                        ErrorCode.TABLE_EXISTS,
                        "Table '" + name + "' already exists" + CatalogNames.differentCase(name, existing.name()));
            }
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

    private TableSchema existing(String database, String name) {
        CatalogNames.checkDatabase(database);
        if (!contents.databases.contains(database)) {
            throw unknownDatabase(database);
        }
        TableSchema table = contents.find(database, name);
        if (table == null) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TABLE, "Table '" + database + "." + name + "' doesn't exist");
        }
        return table;
    }

    private TableSchema withPolicy(TableSchema table) {
        TableProperties properties = table.properties();
        return properties.policyExplicit()
                ? table
                : table.withProperties(new TableProperties(
                        properties.groupCommitMode(),
                        properties.groupCommitIntervalMillis(),
                        properties.groupCommitDataBytes(),
                        policyDefault,
                        false,
                        properties.other()));
    }

    private static TributaryException unknownDatabase(String database) {
        return new TributaryException(ErrorCode.UNKNOWN_DATABASE, "Unknown database '" + database + "'");
    }

    private static TributaryException userFailed(String operation, String user, String why) {
        return new TributaryException(
                ErrorCode.USER_OPERATION_FAILED, "Operation " + operation + " failed for '" + user + "'@'%'" + why);
    }
}
