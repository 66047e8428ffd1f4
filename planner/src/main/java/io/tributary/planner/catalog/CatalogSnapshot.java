package io.tributary.planner.catalog;

import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.contract.temporary.TemporaryName;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What exists, at one version; immutable, so that a statement is planned against one state. Names of databases and
 * tables are case-sensitive, as on MySQL for Linux ({@code lower_case_table_names = 0}). Temporary tables are not among its tables:
 * who has one asks for it by its hidden name.
 */
public final class CatalogSnapshot {
    private final long version;
    private final Map<String, Map<String, TableSchema>> databases = new TreeMap<>();
    private final Map<String, Map<String, ViewSchema>> views = new TreeMap<>();
    private final Map<String, Map<String, TableSchema>> temporary = new TreeMap<>();
    private final Map<String, DatabaseEngine> engines;
    private final Map<String, String> globalVariables;

    /**
     * A catalog whose tables are the embedded engine's.
     *
     * @param globalVariables only those that were set by SET GLOBAL
     */
    public CatalogSnapshot(
            long version,
            Collection<String> databaseNames,
            Collection<TableSchema> tables,
            Collection<ViewSchema> views,
            Map<String, String> globalVariables) {
        this(version, databaseNames, Map.of(), tables, views, globalVariables);
    }

    /** @param engines servers of databases that have one */
    public CatalogSnapshot(
            long version,
            Collection<String> databaseNames,
            Map<String, DatabaseEngine> engines,
            Collection<TableSchema> tables,
            Collection<ViewSchema> views,
            Map<String, String> globalVariables) {
        this.version = version;
        this.engines = Map.copyOf(engines);
        this.globalVariables = Map.copyOf(globalVariables);
        for (String database : databaseNames) {
            databases.put(database, new TreeMap<>());
        }
        for (TableSchema table : tables) {
            boolean hidden = TemporaryName.isOne(table.name());
            (hidden ? temporary : databases)
                    .computeIfAbsent(table.database(), name -> new TreeMap<>())
                    .put(table.name(), table);
        }
        for (ViewSchema view : views) {
            this.views.computeIfAbsent(view.database(), name -> new TreeMap<>()).put(view.name(), view);
        }
    }

    /** The server that has the tables of a database. */
    public Optional<DatabaseEngine> engine(String database) {
        return Optional.ofNullable(engines.get(database));
    }

    /** The servers of databases that have one, by the names of these. */
    public Map<String, DatabaseEngine> engines() {
        return engines;
    }

    public static CatalogSnapshot empty() {
        return new CatalogSnapshot(0, List.of(), List.of(), List.of(), Map.of());
    }

    public long version() {
        return version;
    }

    public boolean hasDatabase(String database) {
        return databases.containsKey(database);
    }

    /** Returns the names in order. */
    public Collection<String> databaseNames() {
        return new TreeSet<>(databases.keySet());
    }

    /** Returns the tables in name order; empty for an unknown database. */
    public Collection<TableSchema> tables(String database) {
        return List.copyOf(databases.getOrDefault(database, Map.of()).values());
    }

    public Optional<TableSchema> table(String database, String name) {
        return Optional.ofNullable(databases.getOrDefault(database, Map.of()).get(name));
    }

    /** Returns a temporary table by its hidden name. */
    public Optional<TableSchema> temporary(String database, String hidden) {
        return Optional.ofNullable(temporary.getOrDefault(database, Map.of()).get(hidden));
    }

    /** Returns a table, or a temporary one by its hidden name. */
    public Optional<TableSchema> stored(String database, String name) {
        return table(database, name).or(() -> temporary(database, name));
    }

    /** Returns the temporary tables of all sessions. */
    public List<TableSchema> temporaries() {
        return temporary.values().stream()
                .flatMap(tables -> tables.values().stream())
                .toList();
    }

    /** Returns what a table that was found here before is now, whatever it is called; empty when it is gone. */
    public Optional<TableSchema> now(TableSchema before) {
        return Stream.concat(
                        temporary.getOrDefault(before.database(), Map.of()).values().stream(),
                        databases.getOrDefault(before.database(), Map.of()).values().stream())
                .filter(table -> table.tableId() == before.tableId())
                .findAny();
    }

    public Optional<ViewSchema> view(String database, String name) {
        return Optional.ofNullable(views.getOrDefault(database, Map.of()).get(name));
    }

    /** Returns a table, or what a view looks like. */
    public Optional<TableSchema> relation(String database, String name) {
        return table(database, name).or(() -> view(database, name).map(ViewSchema::table));
    }

    /** Returns tables and views in name order; empty for an unknown database. */
    public Collection<TableSchema> relations(String database) {
        Map<String, TableSchema> all = new TreeMap<>(databases.getOrDefault(database, Map.of()));
        views.getOrDefault(database, Map.of()).forEach((name, view) -> all.put(name, view.table()));
        return all.values();
    }

    public Map<String, String> globalVariables() {
        return globalVariables;
    }
}
