package io.tributary.backend.catalog;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.TableEngine;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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

    CatalogRecovery(TableEngine engine, CatalogStore store) {
        this.engine = engine;
        this.store = store;
    }

    /** Fills both with what is there after the repairs. */
    void load(CatalogContents contents, DroppedTables dropped) {
        dropped.addAll(store.droppedRanges());
        for (Map.Entry<String, String> entry : store.list(CatalogStore.TABLES).entrySet()) {
            loadTable(Long.parseLong(entry.getKey()), entry.getValue(), contents, dropped);
        }
        for (Map.Entry<String, String> entry :
                store.list(CatalogStore.DATABASES).entrySet()) {
            loadDatabase(entry.getKey(), CatalogStore.step(entry.getValue()), contents, dropped);
        }
        contents.tables.values().forEach(this::check);
        loadViews(contents);
        store.list(CatalogStore.USERS).forEach((name, value) -> contents.users.put(name, CatalogJson.readUser(value)));
        contents.variables.putAll(store.list(CatalogStore.VARIABLES));
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
                TableSchema table = repaired(value);
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
                TableSchema table = repaired(value);
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

    private static TableSchema repaired(String value) {
        TableSchema table = CatalogStore.table(value);
        log.warn(
                "event=catalog_repair table={}.{} table_id={} step={}",
                table.database(),
                table.name(),
                table.tableId(),
                CatalogStore.step(value));
        return table;
    }

    private void loadDatabase(
            String database, CatalogStore.Step step, CatalogContents contents, DroppedTables dropped) {
        if (step == CatalogStore.Step.PRESENT) {
            contents.databases.add(database);
            return;
        }
        log.warn("event=catalog_repair database={} step={}", database, step);
        boolean there = new EngineColumns(engine).hasDatabase(database);
        if (there && step == CatalogStore.Step.DROPPING) {
            inTransaction(transaction -> CatalogStore.putDatabase(transaction, database));
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

    private void inTransaction(Consumer<EngineTransaction> work) {
        try (EngineTransaction transaction = engine.begin()) {
            work.accept(transaction);
            transaction.commit();
        }
    }

    private void check(TableSchema table) {
        String name = table.database() + "." + table.name();
        List<ResultColumn> stored;
        try {
            stored = new EngineColumns(engine).of(table);
        } catch (TributaryException e) {
            throw new TributaryException(e.code(), "table " + name + " is in the catalog, but: " + e.getMessage(), e);
        }
        if (stored.size() != table.columns().size()) {
            throw new TributaryException(
                    ErrorCode.ENGINE,
                    "table " + name + " has " + table.columns().size() + " columns in the catalog and " + stored.size()
                            + " in the engine");
        }
        for (int i = 0; i < stored.size(); i++) {
            Column expected = table.columns().get(i);
            ResultColumn actual = stored.get(i);
            if (!actual.name().equalsIgnoreCase(expected.name()) || !fits(expected.type(), actual.type())) {
                throw new TributaryException(
                        ErrorCode.ENGINE,
                        "table " + name + ", column " + (i + 1) + ": " + expected.name() + " "
                                + expected.type().ddl() + " in the catalog, " + actual.name() + " "
                                + actual.type().ddl() + " in the engine");
            }
        }
    }

    /** Engines forget lengths of text and fraction digits of times, but not widths and decimals. */
    private static boolean fits(ColumnType expected, ColumnType actual) {
        if (expected.kind() == ColumnType.Kind.DECIMAL) {
            return expected.equals(actual);
        }
        return expected.width() == actual.width();
    }
}
