package io.tributary.backend.catalog;

import io.tributary.backend.engine.ServerEngines;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineCapability;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.TableEngine;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** What is created and dropped on servers. Owned by whoever holds the catalog's lock. */
final class ServerDefinitions {
    private final TableEngine home;
    private final ServerEngines servers;
    private final CatalogContents contents;

    ServerDefinitions(TableEngine home, ServerEngines servers, CatalogContents contents) {
        this.home = home;
        this.servers = servers;
        this.contents = contents;
    }

    /** Whether a server has the tables of this database. */
    boolean has(String database) {
        return contents.engines.containsKey(database);
    }

    TableEngine engineOf(String database) {
        return home.of(database);
    }

    /** Its tables are there from now on. Waits for the server, but not for long. */
    void use(String database, DatabaseEngine engine) {
        TableEngine unused = servers.use(database, engine);
    }

    /** @throws TributaryException where the server does not answer: nothing is begun then */
    ServerChange createDatabase(String database, DatabaseEngine engine) {
        servers.check(engine);
        TableEngine server = servers.use(database, engine);
        boolean answers = false;
        try {
            // Names the reason where it is down; a database that is there already is taken as it is.
            boolean unused = new EngineColumns(server).hasDatabase(database);
            servers.requireOneAddress(engine);
            answers = true;
        } finally {
            if (!answers) {
                servers.leave(database);
            }
        }
        return databaseChange(database, engine);
    }

    ServerChange databaseChange(String database, DatabaseEngine engine) {
        return new ServerChange(
                        database,
                        "database " + database + " was created",
                        List.of(),
                        home,
                        new ServerChange.Steps(
                                transaction -> CatalogStore.putDatabase(
                                        transaction, database, CatalogStore.Step.CREATING, engine),
                                () -> createUnlessThere(database),
                                () -> isUnderWay(database, ""),
                                () -> new EngineColumns(engineOf(database)).hasDatabase(database),
                                transaction -> CatalogStore.putDatabase(
                                        transaction, database, CatalogStore.Step.PRESENT, engine),
                                transaction -> CatalogStore.removeDatabase(transaction, database)),
                        () -> {
                            contents.databases.add(database);
                            contents.engines.put(database, engine);
                        })
                .orElse(() -> servers.leave(database));
    }

    private boolean isUnderWay(String database, String table) {
        TableEngine server = engineOf(database);
        return server.traits().can(EngineCapability.EXISTING_TABLES)
                && server.existingTables().isBeingDefined(database, table);
    }

    private void createUnlessThere(String database) {
        try {
            engineOf(database).createDatabase(database);
        } catch (TributaryException e) {
            if (e.code() != ErrorCode.DATABASE_EXISTS) {
                throw e;
            }
        }
    }

    /**
     * @param tables of it, which are dropped with it
     * @param dropped what else is stored then
     * @param done puts it into the catalog's contents
     */
    ServerChange dropDatabase(
            String database, List<TableSchema> tables, Consumer<EngineTransaction> dropped, Runnable done) {
        DatabaseEngine engine = contents.engines.get(database);
        return new ServerChange(
                database,
                "database " + database + " was dropped",
                tables.stream().map(TableSchema::tableId).toList(),
                home,
                new ServerChange.Steps(
                        transaction ->
                                CatalogStore.putDatabase(transaction, database, CatalogStore.Step.DROPPING, engine),
                        () -> dropUnlessGone(engineOf(database), database),
                        () -> isUnderWay(database, ""),
                        () -> !new EngineColumns(engineOf(database)).hasDatabase(database),
                        transaction -> {
                            dropped.accept(transaction);
                            CatalogStore.removeDatabase(transaction, database);
                        },
                        transaction ->
                                CatalogStore.putDatabase(transaction, database, CatalogStore.Step.PRESENT, engine)),
                () -> {
                    done.run();
                    contents.engines.remove(database);
                    servers.leave(database);
                });
    }

    /** @throws TributaryException {@code TABLE_EXISTS} where the server has one of the name that is not in the catalog */
    ServerChange createTable(TableSchema table) {
        if (!new EngineColumns(engineOf(table.database())).isMissing(table)) {
            throw new TributaryException(
                    ErrorCode.TABLE_EXISTS,
                    "Table '" + table.name() + "' already exists on the server, and is none of this catalog's");
        }
        return tableChange(table);
    }

    ServerChange tableChange(TableSchema table) {
        TableEngine server = engineOf(table.database());
        AtomicReference<TableSchema> made = new AtomicReference<>(table);
        return new ServerChange(
                table.database(),
                "table " + table.database() + "." + table.name() + " was created",
                List.of(table.tableId()),
                home,
                new ServerChange.Steps(
                        transaction -> CatalogStore.putIntent(transaction, table, CatalogStore.Step.CREATING),
                        () -> server.createTable(table),
                        () -> isUnderWay(table.database(), table.name()),
                        () -> new EngineColumns(server).fits(table),
                        transaction -> {
                            TableSchema defined = ServerTables.defined(server, table);
                            made.set(defined);
                            CatalogStore.putTable(transaction, defined);
                        },
                        transaction -> CatalogStore.putDropped(transaction, table.tableId())),
                () -> contents.tables.put(table.tableId(), made.get()));
    }

    /** @param done puts it into the catalog's contents */
    ServerChange dropTable(TableSchema table, Runnable done) {
        TableEngine server = engineOf(table.database());
        return new ServerChange(
                table.database(),
                "table " + table.database() + "." + table.name() + " was dropped",
                List.of(table.tableId()),
                home,
                new ServerChange.Steps(
                        transaction -> CatalogStore.putIntent(transaction, table, CatalogStore.Step.DROPPING),
                        () -> dropUnlessGone(server, table),
                        () -> isUnderWay(table.database(), table.name()),
                        () -> new EngineColumns(server).isMissing(table),
                        transaction -> CatalogStore.putDropped(transaction, table.tableId()),
                        transaction -> CatalogStore.putTable(transaction, table)),
                done);
    }

    /** @param change with the version that the table gets */
    ServerChange alterTable(TableSchema before, TableChange change) {
        TableEngine server = engineOf(before.database());
        TableSchema after = change.table();
        AtomicReference<TableSchema> made = new AtomicReference<>(after);
        return new ServerChange(
                before.database(),
                "table " + before.database() + "." + before.name() + " was altered",
                List.of(after.tableId()),
                home,
                new ServerChange.Steps(
                        transaction -> CatalogStore.putAltering(transaction, change),
                        () -> server.alterTable(before, change),
                        () -> isUnderWay(before.database(), before.name()),
                        () -> isAltered(server, before, change),
                        transaction -> {
                            TableSchema defined = ServerTables.defined(server, after);
                            made.set(defined);
                            CatalogStore.putTable(transaction, defined);
                            CatalogStore.removeAltering(transaction, after.tableId());
                        },
                        transaction -> CatalogStore.removeAltering(transaction, after.tableId())),
                () -> contents.tables.put(after.tableId(), made.get()));
    }

    /** Where its columns do not tell, since a server forgets lengths, it is done once more. */
    private static boolean isAltered(TableEngine server, TableSchema before, TableChange change) {
        if (!new EngineColumns(server).fits(change.table())) {
            return false;
        }
        if (new EngineColumns(server).fits(before)) {
            server.alterTable(before, change);
        }
        return true;
    }

    /** Somebody may have dropped it there. */
    private static void dropUnlessGone(TableEngine server, String database) {
        try {
            server.dropDatabase(database);
        } catch (TributaryException e) {
            if (e.code() != ErrorCode.DATABASE_UNKNOWN_ON_DROP) {
                throw e;
            }
        }
    }

    /** Somebody may have dropped it there, or its database. */
    private static void dropUnlessGone(TableEngine server, TableSchema table) {
        try {
            server.dropTable(table.database(), table.name());
        } catch (TributaryException e) {
            if (!EngineColumns.isUnknown(e)) {
                throw e;
            }
        }
    }
}
