package io.tributary.backend.catalog;

import io.tributary.backend.engine.EngineTransaction;
import io.tributary.backend.engine.SystemStore;
import io.tributary.rpc.client.UserAccount;
import io.tributary.rpc.schema.TableSchema;
import java.util.Map;
import java.util.Optional;

/**
 * The catalog's keys in the engine's system store. A database or table is stored with the {@link Step} its creation or
 * drop has reached: the intent before the engine's DDL, the outcome after it.
 */
final class CatalogStore {
    /**
     * How far a database or table is. After a crash, {@link #CREATING} is undone, since nobody was told of it and no row
     * can be in it; {@link #DROPPING} is finished, since its rows may be gone already.
     */
    enum Step {
        CREATING,
        PRESENT,
        DROPPING,
        /** Kept for ever, without the definition, so that the id is not used again and replay knows it. */
        DROPPED
    }

    static final String DATABASES = "catalog.databases";
    static final String TABLES = "catalog.tables";
    static final String USERS = "catalog.users";
    static final String VARIABLES = "catalog.variables";
    private static final String COUNTERS = "catalog.counters";

    private final SystemStore store;

    CatalogStore(SystemStore store) {
        this.store = store;
    }

    Map<String, String> list(String space) {
        return store.list(space);
    }

    /** Counts the starts, durably; the first is 1. */
    long nextStart() {
        long start = store.get(COUNTERS, "starts").map(Long::parseLong).orElse(0L) + 1;
        store.put(COUNTERS, "starts", Long.toString(start));
        return start;
    }

    void putDatabase(String database, Step step) {
        store.put(DATABASES, database, step.name());
    }

    void removeDatabase(String database) {
        store.remove(DATABASES, database);
    }

    void putTable(Step step, TableSchema table) {
        store.put(TABLES, Long.toString(table.tableId()), value(step, table));
    }

    /** The definition of a table that is there, in the transaction that makes it so. */
    void putTable(EngineTransaction transaction, TableSchema table) {
        transaction.putSystem(TABLES, Long.toString(table.tableId()), value(Step.PRESENT, table));
    }

    /** Whether exactly this is what is stored of a table that is there. */
    boolean isStored(TableSchema table) {
        return store.get(TABLES, Long.toString(table.tableId())).equals(Optional.of(value(Step.PRESENT, table)));
    }

    /** Step, a blank, the definition. */
    private static String value(Step step, TableSchema table) {
        return step + " " + CatalogJson.write(table);
    }

    void removeNumbers(long tableId) {
        store.remove(AutoIncrementIds.SPACE, Long.toString(tableId));
    }

    void putDropped(long tableId) {
        store.put(TABLES, Long.toString(tableId), Step.DROPPED.name());
    }

    static Step step(String value) {
        int end = value.indexOf(' ');
        return Step.valueOf(end < 0 ? value : value.substring(0, end));
    }

    static TableSchema table(String value) {
        return CatalogJson.readTable(value.substring(value.indexOf(' ') + 1));
    }

    void putUser(UserAccount account) {
        store.put(USERS, account.name(), CatalogJson.write(account));
    }

    void removeUser(String user) {
        store.remove(USERS, user);
    }

    void putVariable(String name, String value) {
        store.put(VARIABLES, name, value);
    }

    void removeVariable(String name) {
        store.remove(VARIABLES, name);
    }
}
