package io.tributary.backend.catalog;

import io.tributary.backend.catalog.clock.DynamicTables;
import io.tributary.backend.catalog.clock.TableDefaults;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineCapability;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ExistingTable;
import io.tributary.engine.port.TableEngine;
import io.tributary.engine.port.TableRewrite;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What creating, altering and dropping a table changes. For whoever has its turn. */
final class TableDefinitions {
    private final CatalogStore store;
    private final CatalogContents contents;
    private final DroppedTables dropped;
    private final CatalogNames names;
    private final TableDefaults defaults;
    private final ServerDefinitions servers;
    private final TableIds ids;
    private final SchemaVersions versions;
    /** Tables as they are to be when an ALTER has ended that goes on now: their names are taken. At most as many as engine threads. */
    private final Map<StoredChange, TableSchema> altering = new ConcurrentHashMap<>();

    /** What tables and their versions are numbered by. */
    record Numbers(TableIds ids, SchemaVersions versions) {}

    /**
     * @param dropped where the ids of dropped tables are kept; read by others at any time
     * @param defaults what a table gets that is not written down
     */
    TableDefinitions(
            CatalogStore store,
            CatalogContents contents,
            DroppedTables dropped,
            CatalogNames names,
            TableDefaults defaults,
            Numbers numbers,
            ServerDefinitions servers) {
        this.store = store;
        this.contents = contents;
        this.dropped = dropped;
        this.names = names;
        this.defaults = defaults;
        this.ids = numbers.ids();
        this.versions = numbers.versions();
        this.servers = servers;
        dropped.forEach(ids::used);
        for (TableSchema table : List.copyOf(contents.tables.values())) {
            ids.used(table.tableId());
            contents.tables.put(table.tableId(), names.withPolicy(table, defaults.policy()));
        }
    }

    /** Empty if it exists and may. */
    Optional<StoredChange> create(CatalogChange.CreateTable create) {
        String database = create.table().database();
        names.checkDatabase(database);
        if (!contents.databases.contains(database)) {
            throw unknownDatabase(database);
        }
        String name = create.table().name();
        boolean exists = contents.find(database, name) != null
                || contents.viewCalled(database, name).filter(name::equals).isPresent();
        if (exists && create.ifNotExists()) {
            return Optional.empty();
        }
        requireFreeName(database, name, 0);
        TableSchema wanted = defaults.dynamic().created(names.withPolicy(create.table(), defaults.policy()));
        CatalogNames.requireNoServersProperty(wanted);
        names.checkTable(wanted);
        // Whatever becomes of it, the id is not given again by this process; and if it failed, nobody has seen it.
        TableSchema table = wanted.withTableId(ids.next());
        if (servers.has(database)) {
            return Optional.of(servers.createTable(table));
        }
        return Optional.of(new StoredChange(
                text(table) + " was created",
                List.of(),
                transaction -> {
                    transaction.createTable(table);
                    CatalogStore.putTable(transaction, table);
                },
                () -> store.isStored(table),
                () -> contents.tables.put(table.tableId(), table)));
    }

    /**
     * A table of a server that is new here, with an id.
     *
     * @throws TributaryException saying why it cannot be used
     */
    TableSchema adopted(String database, ExistingTable there) {
        TableSchema table = names.withPolicy(ServerTables.adopted(database, there), defaults.policy());
        requireFreeName(database, there.name(), 0);
        names.checkTable(table);
        return table.withTableId(ids.next());
    }

    /** Takes a table as its server has it; empty if it is known so. */
    Optional<StoredChange> refresh(String database, String name) {
        if (!servers.has(database)) {
            throw EngineCapability.EXISTING_TABLES.missing();
        }
        TableEngine server = servers.engineOf(database);
        TableSchema known = contents.find(database, name);
        if (known != null) {
            TableSchema now = ServerTables.asItIs(server, known);
            return now.equals(known) ? Optional.empty() : Optional.of(refreshed(known, now));
        }
        ExistingTable there = server.existingTables().tables(database, name, false).stream()
                .findFirst()
                .orElseThrow(() -> unknownTable(database, name));
        TableSchema table = adopted(database, there);
        return Optional.of(new StoredChange(
                text(table) + " was refreshed",
                List.of(),
                transaction -> CatalogStore.putTable(transaction, table),
                () -> store.isStored(table),
                () -> contents.tables.put(table.tableId(), table)));
    }

    private StoredChange refreshed(TableSchema known, TableSchema now) {
        names.checkTable(now);
        TableSchema after = now.withSchemaVersion(versions.after(known.schemaVersion()));
        return new StoredChange(
                text(known) + " was refreshed",
                List.of(known.tableId()),
                transaction -> CatalogStore.putTable(transaction, after),
                () -> store.isStored(after),
                () -> contents.tables.put(after.tableId(), after));
    }

    /** Empty if it does not exist and need not. */
    Optional<StoredChange> drop(CatalogChange.DropTable drop) {
        names.checkDatabase(drop.database());
        TableSchema table = contents.find(drop.database(), drop.table());
        if (table == null) {
            if (drop.ifExists()) {
                return Optional.empty();
            }
            if (!contents.databases.contains(drop.database())) {
                throw unknownDatabase(drop.database());
            }
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TABLE_ON_DROP, "Unknown table '" + drop.database() + "." + drop.table() + "'");
        }
        long tableId = table.tableId();
        if (servers.has(table.database())) {
            return Optional.of(servers.dropTable(table, () -> forget(List.of(tableId))));
        }
        return Optional.of(new StoredChange(
                text(table) + " was dropped",
                List.of(tableId),
                transaction -> {
                    transaction.dropTable(table.database(), table.name());
                    CatalogStore.putDropped(transaction, tableId);
                },
                () -> store.isDropped(tableId),
                () -> forget(List.of(tableId))));
    }

    /** A table that is not in the catalog, or not yet, has this id. */
    void used(long tableId) {
        ids.used(tableId);
    }

    /** They were dropped. */
    void forget(List<Long> tableIds) {
        tableIds.forEach(dropped::add);
        tableIds.forEach(contents.tables::remove);
    }

    StoredChange alterProperties(CatalogChange.AlterProperties alter) {
        TableSchema table = existing(alter.database(), alter.table());
        TableProperties properties = table.properties();
        for (String name : alter.changes().keySet()) {
            if (AdoptedTable.isProperty(name) && !(AdoptedTable.isOwners(name) && AdoptedTable.isOne(table))) {
                throw new TributaryException(
                        ErrorCode.INVALID_STATEMENT,
                        "property " + name + ": only " + AdoptedTable.UPSERT + " and " + AdoptedTable.ASYNC
                                + " are set by ALTER TABLE, of a table that REFRESH has found on a server");
            }
        }
        for (Map.Entry<String, String> property : new TreeMap<>(alter.changes()).entrySet()) {
            properties = properties.with(property.getKey(), property.getValue());
        }
        TableSchema altered = table.withProperties(properties);
        names.checkPolicy(altered);
        names.checkTtl(altered);
        if (AdoptedTable.isUpsert(altered) != AdoptedTable.isUpsert(table)) {
            return refreshed(table, ServerTables.asItIs(servers.engineOf(table.database()), altered));
        }
        if (DynamicTables.areAmong(alter.changes())) {
            return clockStarted(table, altered);
        }
        return new StoredChange(
                text(table) + " was altered",
                List.of(),
                transaction -> CatalogStore.putTable(transaction, altered),
                () -> store.isStored(altered),
                () -> contents.tables.put(altered.tableId(), altered));
    }

    /** Rows of the version before were held to other partitions, so it is another version. */
    private StoredChange clockStarted(TableSchema before, TableSchema altered) {
        TableSchema after =
                defaults.dynamic().altered(before, altered).withSchemaVersion(versions.after(before.schemaVersion()));
        names.checkTable(after);
        List<Partition> leftBehind = defaults.dynamic().leftBehind(before, after);
        return new StoredChange(
                text(before) + " was altered",
                List.of(before.tableId()),
                transaction -> {
                    deleteDropped(transaction, before, after);
                    if (!leftBehind.isEmpty()) {
                        transaction.truncate(before, leftBehind);
                    }
                    CatalogStore.putTable(transaction, after);
                },
                () -> store.isStored(after),
                () -> contents.tables.put(after.tableId(), after));
    }

    /**
     * An ALTER TABLE. The engine may write the whole table anew, so it is run beside changes of other tables, by who has the
     * table's lane, and then given to {@link #ended}.
     *
     * @param rewrite the table as it is to be, if it was copied ahead
     */
    StoredChange alter(TableChange change, @Nullable TableRewrite rewrite) {
        TableSchema wanted = change.table();
        TableSchema before = contents.tables.get(wanted.tableId());
        if (before == null) {
            throw unknownTable(wanted.database(), wanted.name());
        }
        if (wanted.schemaVersion() != before.schemaVersion() + 1) {
            throw TableChanged.since(before, wanted.schemaVersion() - 1);
        }
        names.checkTable(wanted);
        Partitioning partitioning =
                wanted.layout().partitioning().clockedLike(before.layout().partitioning());
        TableSchema after = wanted.withProperties(before.properties())
                .withLayout(wanted.layout().withPartitioning(partitioning))
                .withSchemaVersion(versions.after(before.schemaVersion()));
        if (!after.name().equals(before.name())) {
            requireFreeName(wanted.database(), wanted.name(), wanted.tableId());
        }
        StoredChange alter = servers.has(before.database())
                ? servers.alterTable(before, new TableChange(after, change.origins()))
                : new StoredChange(
                        text(before) + " was altered",
                        List.of(after.tableId()),
                        transaction -> {
                            if (rewrite == null) {
                                deleteDropped(transaction, before, after);
                                transaction.alterTable(before, change);
                            } else {
                                transaction.takeOver(rewrite);
                            }
                            CatalogStore.putTable(transaction, after);
                        },
                        () -> store.isStored(after),
                        () -> contents.tables.put(after.tableId(), after));
        altering.put(alter, after);
        return alter;
    }

    /** Rows of partitions that go. */
    private static void deleteDropped(EngineTransaction transaction, TableSchema before, TableSchema after) {
        List<Partition> dropped =
                after.layout().partitioning().droppedSince(before.layout().partitioning());
        if (!dropped.isEmpty()) {
            transaction.truncate(before, dropped);
        }
    }

    void ended(StoredChange alter) {
        altering.remove(alter);
    }

    /**
     * Removes the rows of a table, or of some of its partitions. Returns whether {@link #renumber} is to follow, and leaves the rows
     * to that where it can remove them, too.
     */
    boolean truncate(CatalogChange.TruncateTable truncate) {
        TableSchema table = existing(truncate.database(), truncate.table());
        List<Partition> partitions = table.layout().partitioning().requireAll(truncate.partitions(), table.name());
        boolean renumbers = truncate.renumbers()
                && partitions.isEmpty()
                && table.autoIncrementPosition() >= 0
                && !AdoptedTable.isOne(table);
        if (renumbers && !servers.has(table.database())) {
            return true;
        }
        try (EngineTransaction transaction = servers.engineOf(table.database()).begin()) {
            transaction.truncate(table, partitions);
            transaction.commit();
        }
        return renumbers;
    }

    /**
     * Has the numbers of a table begin again in which no rows are, or from which they go with this: rows whose numbers were given
     * before are refused by the table's new schema version.
     */
    StoredChange renumber(CatalogChange.TruncateTable truncate) {
        TableSchema table = existing(truncate.database(), truncate.table());
        TableSchema after = AdoptedTable.renumbered(table, versions.after(table.schemaVersion()));
        boolean there = servers.has(table.database());
        StoredChange change = new StoredChange(
                text(table) + " was truncated",
                List.of(table.tableId()),
                transaction -> {
                    if (!there) {
                        transaction.truncate(table, List.of());
                    }
                    CatalogStore.putTable(transaction, after);
                    CatalogStore.forgetNumbers(transaction, table.tableId());
                },
                () -> store.isStored(after),
                () -> contents.tables.put(after.tableId(), after));
        altering.put(change, after);
        return change;
    }

    /** @throws TributaryException 1049 or 1146 */
    TableSchema existing(String database, String name) {
        names.checkDatabase(database);
        if (!contents.databases.contains(database)) {
            throw unknownDatabase(database);
        }
        TableSchema table = contents.find(database, name);
        if (table == null) {
            throw unknownTable(database, name);
        }
        return table;
    }

    /** @param except the table that is to get the name */
    private void requireFreeName(String database, String name, long except) {
        contents.viewCalled(database, name).ifPresent(view -> {
            throw taken(name, view);
        });
        requireNoTable(database, name, except);
    }

    /** @param except a table that may have it */
    void requireNoTable(String database, String name, long except) {
        // Those first, since one that ends meanwhile is among the tables before it goes from here.
        for (TableSchema coming : altering.values()) {
            if (coming.tableId() != except
                    && coming.database().equals(database)
                    && coming.name().equalsIgnoreCase(name)) {
                throw taken(name, coming.name());
            }
        }
        for (TableSchema existing : contents.tablesOf(database)) {
            if (existing.tableId() != except && existing.name().equalsIgnoreCase(name)) {
                throw taken(name, existing.name());
            }
        }
    }

    private static String text(TableSchema table) {
        return "table " + table.database() + "." + table.name();
    }

    static TributaryException taken(String name, String by) {
        return new TributaryException(
                ErrorCode.TABLE_EXISTS, "Table '" + name + "' already exists" + CatalogNames.differentCase(name, by));
    }

    static TributaryException unknownTable(String database, String name) {
        return new TributaryException(ErrorCode.UNKNOWN_TABLE, "Table '" + database + "." + name + "' doesn't exist");
    }

    static TributaryException unknownDatabase(String database) {
        return new TributaryException(ErrorCode.UNKNOWN_DATABASE, "Unknown database '" + database + "'");
    }
}
