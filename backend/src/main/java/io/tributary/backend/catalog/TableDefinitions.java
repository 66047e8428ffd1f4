package io.tributary.backend.catalog;

import io.tributary.backend.engine.TableEngine;
import io.tributary.rpc.client.CatalogChange;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.GroupCommitPolicy;
import io.tributary.rpc.schema.TableChange;
import io.tributary.rpc.schema.TableProperties;
import io.tributary.rpc.schema.TableSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates, alters and drops tables: in the engine, in the store and in the catalog's contents. Owned by whoever holds the
 * catalog's lock. Blocks on the engine.
 *
 * <p>Where the engine answers with an error it is asked what it holds: an answer can be lost although the change was made,
 * and the contents must not stay behind.
 */
final class TableDefinitions {
    private static final Logger log = LoggerFactory.getLogger(TableDefinitions.class);

    private final TableEngine engine;
    private final CatalogStore store;
    private final CatalogContents contents;
    private final Set<Long> dropped;
    private final GroupCommitPolicy policyDefault;
    /** What renames tables at this moment: their new names are taken. At most as many as engine threads. */
    private final Set<TableAlter> renaming = new HashSet<>();

    private long lastTableId;

    /**
     * @param dropped where the ids of dropped tables are kept; read by others at any time
     * @param policyDefault what a table gets that names no {@code group_commit_policy}
     */
    TableDefinitions(
            TableEngine engine,
            CatalogStore store,
            CatalogContents contents,
            Set<Long> dropped,
            GroupCommitPolicy policyDefault) {
        this.engine = engine;
        this.store = store;
        this.contents = contents;
        this.dropped = dropped;
        this.policyDefault = policyDefault;
        for (long id : dropped) {
            lastTableId = Math.max(lastTableId, id);
        }
        for (TableSchema table : List.copyOf(contents.tables.values())) {
            lastTableId = Math.max(lastTableId, table.tableId());
            contents.tables.put(table.tableId(), withPolicy(table));
        }
    }

    /** False if it exists and may. */
    boolean create(CatalogChange.CreateTable create) {
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
        putPresent(table);
        contents.tables.put(table.tableId(), table);
        return true;
    }

    /** False if it does not exist and need not. */
    boolean drop(CatalogChange.DropTable drop) {
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
            if (!isMissing(table, e)) {
                store.putTable(CatalogStore.Step.PRESENT, table);
                throw e;
            }
        }
        forget(table.tableId());
        return true;
    }

    /** After the engine has dropped it, or never made it. */
    void forget(long tableId) {
        dropped.add(tableId);
        boolean known = contents.tables.remove(tableId) != null;
        store.putDropped(tableId);
        if (known) {
            // Its numbers, too, if it ever had any.
            store.removeNumbers(tableId);
            engine.forgetTables(Set.of(tableId));
        }
    }

    void alterProperties(CatalogChange.AlterProperties alter) {
        TableSchema table = existing(alter.database(), alter.table());
        TableProperties properties = table.properties();
        for (Map.Entry<String, String> property : new TreeMap<>(alter.changes()).entrySet()) {
            properties = properties.with(property.getKey(), property.getValue());
        }
        TableSchema altered = table.withProperties(properties);
        putPresent(altered);
        contents.tables.put(altered.tableId(), altered);
    }

    /** Checks an ALTER TABLE, which the caller runs without the catalog's lock and then gives to {@link #end}. */
    TableAlter begin(TableChange change) {
        TableSchema wanted = change.table();
        TableSchema before = contents.tables.get(wanted.tableId());
        if (before == null) {
            throw unknownTable(wanted.database(), wanted.name());
        }
        if (wanted.schemaVersion() != before.schemaVersion() + 1) {
            throw TableChanged.since(before, wanted.schemaVersion() - 1);
        }
        CatalogNames.checkColumns(wanted);
        TableAlter alter = new TableAlter(engine, store, before, change);
        if (alter.renames()) {
            requireFreeName(wanted.database(), wanted.name(), wanted.tableId());
            renaming.add(alter);
        }
        return alter;
    }

    /** False if the catalog stays as it is. Nobody may use a table of which is not known what it is. */
    boolean end(TableAlter alter) {
        renaming.remove(alter);
        TableSchema after = alter.after();
        switch (alter.outcome()) {
            case UNDONE -> {
                return false;
            }
            case DONE -> contents.tables.put(after.tableId(), after);
            case UNKNOWN -> contents.tables.remove(after.tableId());
        }
        return true;
    }

    /** @throws TributaryException 1049 or 1146 */
    TableSchema existing(String database, String name) {
        CatalogNames.checkDatabase(database);
        if (!contents.databases.contains(database)) {
            throw unknownDatabase(database);
        }
        TableSchema table = contents.find(database, name);
        if (table == null) {
            throw unknownTable(database, name);
        }
        return table;
    }

    private void putPresent(TableSchema table) {
        try {
            store.putTable(CatalogStore.Step.PRESENT, table);
        } catch (TributaryException e) {
            if (!isStored(table, e)) {
                throw e;
            }
            log.warn("event=definition_answer_lost table={}.{} the engine has it", table.database(), table.name(), e);
        }
    }

    private boolean isStored(TableSchema table, TributaryException error) {
        try {
            return store.isStored(table);
        } catch (TributaryException e) {
            error.addSuppressed(e);
            return false;
        }
    }

    private boolean isMissing(TableSchema table, TributaryException error) {
        try {
            return new EngineColumns(engine).isMissing(table);
        } catch (TributaryException e) {
            error.addSuppressed(e);
            return false;
        }
    }

    /** @param except the table that is to get the name */
    private void requireFreeName(String database, String name, long except) {
        for (TableSchema existing : contents.tablesOf(database)) {
            if (existing.tableId() != except && existing.name().equalsIgnoreCase(name)) {
                throw taken(name, existing.name());
            }
        }
        for (TableAlter alter : renaming) {
            TableSchema coming = alter.after();
            if (coming.database().equals(database) && coming.name().equalsIgnoreCase(name)) {
                throw taken(name, coming.name());
            }
        }
    }

    private static TributaryException taken(String name, String by) {
        return new TributaryException(
                ErrorCode.TABLE_EXISTS, "Table '" + name + "' already exists" + CatalogNames.differentCase(name, by));
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

    private static TributaryException unknownTable(String database, String name) {
        return new TributaryException(ErrorCode.UNKNOWN_TABLE, "Table '" + database + "." + name + "' doesn't exist");
    }

    private static TributaryException unknownDatabase(String database) {
        return new TributaryException(ErrorCode.UNKNOWN_DATABASE, "Unknown database '" + database + "'");
    }
}
