package io.tributary.backend.catalog;

import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.SystemStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The catalog's keys in the engine's system store. They are written in the engine transaction that changes what they tell
 * of, see {@link StoredChange}.
 */
final class CatalogStore {
    /** What is stored of a database or table. */
    enum Step {
        /**
         * An intent that is stored before a server's DDL, and was by earlier versions before that of the embedded engine: nobody was
         * told of it.
         */
        CREATING,
        PRESENT,
        /** The same for a drop. Rows may have come afterwards, if the engine refused to drop it. */
        DROPPING,
        /** Kept without the definition, so that the id is not used again and replay knows it; see {@link #foldDropped}. */
        DROPPED
    }

    static final String DATABASES = "catalog.databases";
    static final String TABLES = "catalog.tables";
    /** Tables as they are to be while a server alters them, by id. */
    static final String ALTERING = "catalog.altering";

    static final String VIEWS = "catalog.views";
    static final String USERS = "catalog.users";
    static final String VARIABLES = "catalog.variables";
    private static final String COUNTERS = "catalog.counters";
    private static final String ENGINE = "engine";
    private static final String DROPPED = "catalog.dropped";
    private static final String RANGES = "ranges";

    private final SystemStore store;

    CatalogStore(SystemStore store) {
        this.store = store;
    }

    Map<String, String> list(String space) {
        return store.list(space);
    }

    /** Counts the starts, durably; the first is 1. */
    long nextStart() {
        return 1 + store.advance(COUNTERS, "starts", 0, starts -> starts + 1);
    }

    /** The data directory's, which is made with it; 0 until a start has given it one. */
    long engineId(LongSupplier random) {
        Optional<String> stored = store.get(ENGINE, "id");
        if (stored.isPresent()) {
            return Long.parseUnsignedLong(stored.get(), 16);
        }
        long id = random.getAsLong();
        if (id == 0 || store.compareAndPut(ENGINE, "id", null, String.format("%016x", id))) {
            return id;
        }
        return engineId(random);
    }

    /** @param engine the server that has its tables, or null */
    static void putDatabase(
            EngineTransaction transaction, String database, Step step, @Nullable DatabaseEngine engine) {
        transaction.putSystem(
                DATABASES, database, engine == null ? step.name() : step + " " + CatalogJson.write(engine));
    }

    static void removeDatabase(EngineTransaction transaction, String database) {
        transaction.removeSystem(DATABASES, database);
    }

    boolean hasDatabase(String database) {
        return store.get(DATABASES, database).isPresent();
    }

    /** The definition of a table that is there. */
    static void putTable(EngineTransaction transaction, TableSchema table) {
        transaction.putSystem(TABLES, Long.toString(table.tableId()), value(table));
    }

    /** A server is about to make this of it; what it is stands as before. */
    static void putAltering(EngineTransaction transaction, TableChange change) {
        transaction.putSystem(ALTERING, Long.toString(change.table().tableId()), CatalogJson.write(change));
    }

    static void removeAltering(EngineTransaction transaction, long tableId) {
        transaction.removeSystem(ALTERING, Long.toString(tableId));
    }

    /** What is about to become of a table of a server. */
    static void putIntent(EngineTransaction transaction, TableSchema table, Step step) {
        transaction.putSystem(TABLES, Long.toString(table.tableId()), step + " " + CatalogJson.write(table));
    }

    /** Whether exactly this is what is stored of a table that is there. */
    boolean isStored(TableSchema table) {
        return store.get(TABLES, Long.toString(table.tableId())).equals(Optional.of(value(table)));
    }

    /** Step, a blank, the definition. */
    private static String value(TableSchema table) {
        return Step.PRESENT + " " + CatalogJson.write(table);
    }

    /** Its numbers go with it, if it ever had any. */
    static void putDropped(EngineTransaction transaction, long tableId) {
        transaction.putSystem(TABLES, Long.toString(tableId), Step.DROPPED.name());
        forgetNumbers(transaction, tableId);
    }

    /** Its AUTO_INCREMENT begins again. */
    static void forgetNumbers(EngineTransaction transaction, long tableId) {
        transaction.removeSystem(AutoIncrementIds.SPACE, Long.toString(tableId));
    }

    boolean isDropped(long tableId) {
        return store.get(TABLES, Long.toString(tableId)).equals(Optional.of(Step.DROPPED.name()))
                || DroppedTables.of(droppedRanges()).contains(tableId);
    }

    /** Returns {@link DroppedTables} as text; those too that have an entry of their own are dropped. */
    String droppedRanges() {
        return store.get(DROPPED, RANGES).orElse("");
    }

    /** Tables that were dropped and have an entry of their own, at most so many. */
    List<Long> droppedEntries(int most) {
        return store.list(TABLES).entrySet().stream()
                .filter(entry -> step(entry.getValue()) == Step.DROPPED)
                .map(entry -> Long.valueOf(entry.getKey()))
                .limit(most)
                .toList();
    }

    /** Writes what is known of dropped tables in one entry, instead of these. */
    static void foldDropped(EngineTransaction transaction, DroppedTables dropped, List<Long> entries) {
        transaction.putSystem(DROPPED, RANGES, dropped.toString());
        entries.forEach(tableId -> transaction.removeSystem(TABLES, Long.toString(tableId)));
    }

    static Step step(String value) {
        int end = value.indexOf(' ');
        return Step.valueOf(end < 0 ? value : value.substring(0, end));
    }

    /** The server that has the tables of a database; empty: they are the embedded engine's. */
    static Optional<DatabaseEngine> engine(String value) {
        int end = value.indexOf(' ');
        return end < 0 ? Optional.empty() : Optional.of(CatalogJson.readEngine(value.substring(end + 1)));
    }

    static TableSchema table(String value) {
        return CatalogJson.readTable(value.substring(value.indexOf(' ') + 1));
    }

    static String key(ViewSchema view) {
        return quoted(view.database()) + "." + quoted(view.name());
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    static void putView(EngineTransaction transaction, ViewSchema view) {
        transaction.putSystem(VIEWS, key(view), CatalogJson.write(view));
    }

    static void removeView(EngineTransaction transaction, ViewSchema view) {
        transaction.removeSystem(VIEWS, key(view));
    }

    /** @param view null: none */
    boolean isStored(String key, @Nullable ViewSchema view) {
        return store.get(VIEWS, key).equals(Optional.ofNullable(view).map(CatalogJson::write));
    }

    static void putUser(EngineTransaction transaction, UserAccount account) {
        transaction.putSystem(USERS, account.name(), CatalogJson.write(account));
    }

    static void removeUser(EngineTransaction transaction, String user) {
        transaction.removeSystem(USERS, user);
    }

    boolean isStored(UserAccount account) {
        return store.get(USERS, account.name()).equals(Optional.of(CatalogJson.write(account)));
    }

    boolean hasUser(String user) {
        return store.get(USERS, user).isPresent();
    }

    /** @param value null where it is no longer set */
    static void putVariable(EngineTransaction transaction, String name, @Nullable String value) {
        if (value == null) {
            transaction.removeSystem(VARIABLES, name);
        } else {
            transaction.putSystem(VARIABLES, name, value);
        }
    }

    boolean isVariable(String name, @Nullable String value) {
        return store.get(VARIABLES, name).equals(Optional.ofNullable(value));
    }
}
