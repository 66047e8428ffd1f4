package io.tributary.backend.catalog;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.DatabaseSchema;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.engine.port.EngineCapability;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ExistingTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What creating and dropping a database changes. For whoever has its turn. */
final class DatabaseDefinitions {
    private final CatalogStore store;
    private final CatalogContents contents;
    private final CatalogNames names;
    private final TableDefinitions tables;
    private final ServerDefinitions servers;
    private final ServerVersions versions;

    DatabaseDefinitions(
            CatalogStore store,
            CatalogContents contents,
            CatalogNames names,
            TableDefinitions tables,
            ServerDefinitions servers,
            ServerVersions versions) {
        this.store = store;
        this.contents = contents;
        this.names = names;
        this.tables = tables;
        this.servers = servers;
        this.versions = versions;
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

    /** Takes tables that others have made on the database's server, and lets go of those that others have dropped there. */
    Optional<StoredChange> refresh(CatalogChange.RefreshDatabase refresh) {
        String database = refresh.database();
        names.checkDatabase(database);
        if (!contents.databases.contains(database)) {
            throw TableDefinitions.unknownDatabase(database);
        }
        if (!servers.has(database)) {
            throw EngineCapability.EXISTING_TABLES.missing();
        }
        List<ExistingTable> there = servers.engineOf(database).existingTables().tables(database, "", false);
        EngineColumns columns = new EngineColumns(servers.engineOf(database));
        // An account that may not see a table any more is told of none: that is no word of its being gone.
        List<TableSchema> missing = contents.tablesOf(database).stream()
                .filter(table -> there.stream().noneMatch(each -> each.name().equals(table.name())))
                .filter(columns::isMissing)
                .toList();
        List<TableSchema> gone = missing.stream()
                .filter(table -> !refresh.kept().contains(table.name()))
                .toList();
        List<TableSchema> adopted = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        missing.stream().filter(table -> !gone.contains(table)).forEach(table -> leftOut.add(kept(table)));
        List<String> changed = new ArrayList<>();
        for (ExistingTable each : there) {
            TableSchema known = contents.find(database, each.name());
            if (known != null) {
                if (mayHaveChanged(known, each)) {
                    changed.add(known.name());
                }
                continue;
            }
            if (TemporaryName.isOne(each.name())) {
                // What another process has for its sessions, or has left.
                continue;
            }
            try {
                adopted.add(tables.adopted(database, each));
            } catch (TributaryException e) {
                leftOut.add(e.getMessage());
            }
        }
        List<Long> goneIds = gone.stream().map(TableSchema::tableId).toList();
        return Optional.of(new StoredChange(
                "database " + database + " was refreshed",
                goneIds,
                transaction -> {
                    adopted.forEach(table -> CatalogStore.putTable(transaction, table));
                    goneIds.forEach(id -> CatalogStore.putDropped(transaction, id));
                },
                () -> adopted.stream().allMatch(store::isStored)
                        && goneIds.stream().allMatch(store::isDropped),
                () -> {
                    adopted.forEach(table -> contents.tables.put(table.tableId(), table));
                    tables.forget(goneIds);
                    contents.refreshed.put(database, new DatabaseSchema.Refreshed(leftOut, changed));
                }));
    }

    /** Rows that were acknowledged go by what is known: who takes what is there waits for them, which costs each table a turn. */
    private boolean mayHaveChanged(TableSchema known, ExistingTable there) {
        // What they are for an upsert was not asked.
        return AdoptedTable.isUpsert(known)
                || versions.refusal(known) != null
                || versions.hold(known) != null
                || !ServerTables.isAsKnown(known, there);
    }

    private static String kept(TableSchema table) {
        String name = table.database() + "." + table.name();
        return "table " + name
                + " is not on its server any more, and rows of it that were acknowledged wait in the log: make it"
                + " again there and say REFRESH TABLE " + name + ", or DROP TABLE " + name + ", which gives them up";
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
            contents.refreshed.remove(database);
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
