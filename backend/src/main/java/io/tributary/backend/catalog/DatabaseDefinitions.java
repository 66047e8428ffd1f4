package io.tributary.backend.catalog;

import io.tributary.backend.engine.TableEngine;
import io.tributary.rpc.client.CatalogChange;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.TableSchema;

/**
 * Creates and drops databases: in the engine, in the store and in the catalog's contents. Owned by whoever holds the
 * catalog's lock. Blocks on the engine.
 */
final class DatabaseDefinitions {
    private final TableEngine engine;
    private final CatalogStore store;
    private final CatalogContents contents;
    private final TableDefinitions tables;

    DatabaseDefinitions(TableEngine engine, CatalogStore store, CatalogContents contents, TableDefinitions tables) {
        this.engine = engine;
        this.store = store;
        this.contents = contents;
        this.tables = tables;
    }

    /** False if it exists and may. */
    boolean create(CatalogChange.CreateDatabase create) {
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

    /** False if it does not exist and need not. */
    boolean drop(CatalogChange.DropDatabase drop) {
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
            tables.forget(table.tableId());
        }
        store.removeDatabase(database);
        contents.databases.remove(database);
        return true;
    }
}
