package io.tributary.backend.catalog;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.engine.port.EngineTransaction;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What creating and dropping a database changes. Owned by whoever holds the catalog's lock. */
final class DatabaseDefinitions {
    private final CatalogStore store;
    private final CatalogContents contents;
    private final CatalogNames names;
    private final TableDefinitions tables;
    private final ServerDefinitions servers;

    DatabaseDefinitions(
            CatalogStore store,
            CatalogContents contents,
            CatalogNames names,
            TableDefinitions tables,
            ServerDefinitions servers) {
        this.store = store;
        this.contents = contents;
        this.names = names;
        this.tables = tables;
        this.servers = servers;
    }

    /** Empty if it exists and may. */
    Optional<StoredChange> create(CatalogChange.CreateDatabase create) {
        String database = create.database();
        names.checkDatabase(database);
        if (contents.databases.contains(database) && create.ifNotExists()) {
            return Optional.empty();
        }
        for (String existing : contents.databases) {
            if (existing.equalsIgnoreCase(database)) {
                throw new TributaryException(
                        ErrorCode.DATABASE_EXISTS,
                        "Can't create database '" + database + "'; database exists"
                                + CatalogNames.differentCase(database, existing));
            }
        }
        if (create.engine() != null) {
            return Optional.of(servers.createDatabase(database, create.engine()));
        }
        return Optional.of(new StoredChange(
                "database " + database + " was created",
                List.of(),
                transaction -> {
                    transaction.createDatabase(database);
                    CatalogStore.putDatabase(transaction, database, CatalogStore.Step.PRESENT, null);
                },
                () -> store.hasDatabase(database),
                () -> contents.databases.add(database)));
    }

    /** Drops the database with all its tables. Empty if it does not exist and need not. */
    Optional<StoredChange> drop(CatalogChange.DropDatabase drop) {
        String database = drop.database();
        names.checkDatabase(database);
        if (!contents.databases.contains(database)) {
            if (drop.ifExists()) {
                return Optional.empty();
            }
            throw new TributaryException(
                    ErrorCode.DATABASE_UNKNOWN_ON_DROP,
                    "Can't drop database '" + database + "'; database doesn't exist");
        }
        List<TableSchema> gone = contents.tablesOf(database);
        List<Long> tableIds = gone.stream().map(TableSchema::tableId).toList();
        List<ViewSchema> views = contents.views.values().stream()
                .filter(view -> view.database().equals(database))
                .toList();
        Consumer<EngineTransaction> dropped = transaction -> {
            tableIds.forEach(id -> CatalogStore.putDropped(transaction, id));
            views.forEach(view -> CatalogStore.removeView(transaction, view));
        };
        Runnable done = () -> {
            tables.forget(tableIds);
            contents.views.values().removeAll(views);
            contents.databases.remove(database);
        };
        if (servers.has(database)) {
            return Optional.of(servers.dropDatabase(database, gone, dropped, done));
        }
        return Optional.of(new StoredChange(
                "database " + database + " was dropped",
                tableIds,
                transaction -> {
                    transaction.dropDatabase(database);
                    dropped.accept(transaction);
                    CatalogStore.removeDatabase(transaction, database);
                },
                () -> !store.hasDatabase(database),
                done));
    }
}
