package io.tributary.planner.catalog;

import io.tributary.rpc.schema.TableSchema;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What exists, at one version; immutable, so that a statement is planned against one state. Names of databases and
 * tables are case-sensitive, as on MySQL for Linux ({@code lower_case_table_names = 0}).
 */
public final class CatalogSnapshot {
    private final long version;
    private final Map<String, Map<String, TableSchema>> databases = new TreeMap<>();
    private final Map<String, String> globalVariables;
    private final boolean storesHiddenColumns;

    /** @param globalVariables only those that were set by SET GLOBAL */
    public CatalogSnapshot(
            long version,
            Collection<String> databaseNames,
            Collection<TableSchema> tables,
            Map<String, String> globalVariables) {
        this.version = version;
        this.globalVariables = Map.copyOf(globalVariables);
        for (String database : databaseNames) {
            databases.put(database, new TreeMap<>());
        }
        storesHiddenColumns = tables.stream().anyMatch(TableSchema::storesHiddenColumns);
        for (TableSchema table : tables) {
            databases.computeIfAbsent(table.database(), name -> new TreeMap<>()).put(table.name(), table);
        }
    }

    public static CatalogSnapshot empty() {
        return new CatalogSnapshot(0, List.of(), List.of(), Map.of());
    }

    public long version() {
        return version;
    }

    public boolean hasDatabase(String database) {
        return databases.containsKey(database);
    }

    /** In name order. */
    public Collection<String> databaseNames() {
        return new TreeSet<>(databases.keySet());
    }

    /** In name order; empty for an unknown database. */
    public Collection<TableSchema> tables(String database) {
        return List.copyOf(databases.getOrDefault(database, Map.of()).values());
    }

    public Optional<TableSchema> table(String database, String name) {
        return Optional.ofNullable(databases.getOrDefault(database, Map.of()).get(name));
    }

    /** Whether the rows of any table have values that nothing shows unless it is asked for. */
    public boolean storesHiddenColumns() {
        return storesHiddenColumns;
    }

    public Map<String, String> globalVariables() {
        return globalVariables;
    }
}
