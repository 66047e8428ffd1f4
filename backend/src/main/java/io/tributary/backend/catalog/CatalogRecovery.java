package io.tributary.backend.catalog;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.TableEngine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the stored catalog at start and makes it and the engine agree. Earlier versions stored steps ({@link
 * CatalogStore.Step}): what they left half created is undone, and what they left half dropped is as the engine has it, since
 * no client was told that it is gone, and rows may have come afterwards. Every repair may be repeated, so a crash in here is
 * mended by the next start. A difference that nothing explains is refused: rows must not go into wrong columns.
 */
final class CatalogRecovery {
    private static final Logger log = LoggerFactory.getLogger(CatalogRecovery.class);

    private final TableEngine engine;
    private final CatalogStore store;

    private final ServerDefinitions definitions;
    private final ServerVersions versions;
    private final List<ServerChange> interrupted = new ArrayList<>();
    /** Versions of tables, of each database that was looked at. */
    private final Map<String, Map<String, String>> onServers = new HashMap<>();

    CatalogRecovery(TableEngine engine, CatalogStore store, ServerDefinitions definitions, ServerVersions versions) {
        this.engine = engine;
        this.store = store;
        this.definitions = definitions;
        this.versions = versions;
    }

    /**
     * Fills both with what is there after the repairs.
     *
     * @return changes of servers that were interrupted, which are to be settled
     */
    List<ServerChange> load(CatalogContents contents, DroppedTables dropped) {
        dropped.addAll(store.droppedRanges());
        store.list(CatalogStore.DATABASES)
                .forEach((database, value) -> CatalogStore.engine(value).ifPresent(server -> {
                    definitions.use(database, server);
                    contents.engines.put(database, server);
                }));
        for (Map.Entry<String, String> entry : store.list(CatalogStore.TABLES).entrySet()) {
            loadTable(Long.parseLong(entry.getKey()), entry.getValue(), contents, dropped);
        }
        store.list(CatalogStore.ALTERING).forEach((tableId, value) -> {
            TableSchema before = contents.tables.get(Long.parseLong(tableId));
            if (before != null) {
                interrupted.add(definitions
                        .alterTable(before, CatalogJson.readChange(value))
                        .interrupted());
            }
        });
        for (Map.Entry<String, String> entry :
                store.list(CatalogStore.DATABASES).entrySet()) {
            loadDatabase(entry.getKey(), CatalogStore.step(entry.getValue()), contents, dropped);
        }
        interrupted.forEach(change -> log.warn("event=catalog_repair what=\"{}\" interrupted", change.what()));
        Set<Long> changing = interrupted.stream()
                .flatMap(change -> change.tableIds().stream())
                .collect(Collectors.toSet());
        contents.tables.values().stream()
                .filter(table -> !changing.contains(table.tableId()))
                .forEach(this::check);
        loadViews(contents);
        store.list(CatalogStore.USERS).forEach((name, value) -> contents.users.put(name, CatalogJson.readUser(value)));
        contents.variables.putAll(store.list(CatalogStore.VARIABLES));
        return interrupted;
    }

    /** An earlier version, which knows of no views, leaves those of a database that it drops, and makes tables of their names. */
    private void loadViews(CatalogContents contents) {
        store.list(CatalogStore.VIEWS).forEach((key, value) -> {
            ViewSchema view = CatalogJson.readView(value);
            if (contents.databases.contains(view.database()) && contents.find(view.database(), view.name()) == null) {
                contents.views.put(key, view);
            } else {
                log.warn("event=catalog_repair view={} step=DROPPED", view.fullName());
                inTransaction(transaction -> CatalogStore.removeView(transaction, view));
            }
        });
    }

    private void loadTable(long tableId, String value, CatalogContents contents, DroppedTables dropped) {
        switch (CatalogStore.step(value)) {
            case PRESENT -> contents.tables.put(tableId, CatalogStore.table(value));
            case CREATING -> {
                TableSchema table = CatalogStore.table(value);
                if (definitions.has(table.database())) {
                    interrupted.add(definitions.tableChange(table).interrupted());
                    return;
                }
                tellRepair(table, value);
                boolean made = !new EngineColumns(engine).isMissing(table);
                inTransaction(transaction -> {
                    if (made) {
                        transaction.dropTable(table.database(), table.name());
                    }
                    CatalogStore.putDropped(transaction, tableId);
                });
                dropped.add(tableId);
            }
            case DROPPING -> {
                TableSchema table = CatalogStore.table(value);
                if (definitions.has(table.database())) {
                    contents.tables.put(tableId, table);
                    interrupted.add(definitions
                            .dropTable(table, () -> {
                                dropped.add(tableId);
                                contents.tables.remove(tableId);
                            })
                            .interrupted());
                    return;
                }
                tellRepair(table, value);
                if (new EngineColumns(engine).isMissing(table)) {
                    inTransaction(transaction -> CatalogStore.putDropped(transaction, tableId));
                    dropped.add(tableId);
                } else {
                    inTransaction(transaction -> CatalogStore.putTable(transaction, table));
                    contents.tables.put(tableId, table);
                }
            }
            case DROPPED -> dropped.add(tableId);
        }
    }

    private static void tellRepair(TableSchema table, String value) {
        log.warn(
                "event=catalog_repair table={}.{} table_id={} step={}",
                table.database(),
                table.name(),
                table.tableId(),
                CatalogStore.step(value));
    }

    private void loadDatabase(
            String database, CatalogStore.Step step, CatalogContents contents, DroppedTables dropped) {
        if (step == CatalogStore.Step.PRESENT) {
            contents.databases.add(database);
            return;
        }
        DatabaseEngine server = contents.engines.get(database);
        if (server != null) {
            interrupted.add(interrupted(database, server, step, contents, dropped));
            return;
        }
        log.warn("event=catalog_repair database={} step={}", database, step);
        boolean there = new EngineColumns(engine).hasDatabase(database);
        if (there && step == CatalogStore.Step.DROPPING) {
            inTransaction(
                    transaction -> CatalogStore.putDatabase(transaction, database, CatalogStore.Step.PRESENT, null));
            contents.databases.add(database);
            return;
        }
        List<Long> tableIds =
                contents.tablesOf(database).stream().map(TableSchema::tableId).toList();
        inTransaction(transaction -> {
            if (there) {
                transaction.dropDatabase(database);
            }
            tableIds.forEach(id -> CatalogStore.putDropped(transaction, id));
            CatalogStore.removeDatabase(transaction, database);
        });
        tableIds.forEach(contents.tables::remove);
        tableIds.forEach(dropped::add);
    }

    private ServerChange interrupted(
            String database,
            DatabaseEngine server,
            CatalogStore.Step step,
            CatalogContents contents,
            DroppedTables dropped) {
        if (step == CatalogStore.Step.CREATING) {
            contents.engines.remove(database);
            return definitions.databaseChange(database, server).interrupted();
        }
        contents.databases.add(database);
        List<TableSchema> tables = contents.tablesOf(database);
        return definitions
                .dropDatabase(
                        database,
                        tables,
                        transaction -> tables.forEach(table -> CatalogStore.putDropped(transaction, table.tableId())),
                        () -> {
                            tables.forEach(table -> dropped.add(table.tableId()));
                            tables.forEach(table -> contents.tables.remove(table.tableId()));
                            contents.databases.remove(database);
                        })
                .interrupted();
    }

    private void inTransaction(Consumer<EngineTransaction> work) {
        try (EngineTransaction transaction = engine.begin()) {
            work.accept(transaction);
            transaction.commit();
        }
    }

    private void check(TableSchema table) {
        String name = table.database() + "." + table.name();
        Optional<String> difference;
        try {
            if (!AdoptedTable.version(table).isEmpty()) {
                checkVersion(table);
                return;
            }
            difference = new EngineColumns(engine.of(table)).difference(table);
        } catch (TributaryException e) {
            if (definitions.has(table.database()) && e.code().kind() == ErrorCode.Kind.UNAVAILABLE) {
                log.warn("event=catalog_unchecked table={} reason={}", name, e.getMessage());
                return;
            }
            throw new TributaryException(e.code(), "table " + name + " is in the catalog, but: " + e.getMessage(), e);
        }
        difference.ifPresent(text -> {
            throw new TributaryException(ErrorCode.ENGINE, "table " + name + text);
        });
    }

    /** Tells of a table that others have defined anew: nothing is stored in it, and the log keeps what it has of it. */
    private void checkVersion(TableSchema table) {
        String now = onServers
                .computeIfAbsent(
                        table.database(),
                        database -> engine.of(database).existingTables().versions(database))
                .get(table.name());
        if (!AdoptedTable.version(table).equals(now)) {
            versions.foundAtStart(table, now);
        }
    }
}
