package io.tributary.backend.catalog;

import io.tributary.contract.calls.CatalogOrigin;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.TableOwner;
import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.contract.schema.DatabaseSchema;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Everything in the catalog while it is changed; owned by whoever holds the catalog's lock. */
final class CatalogContents {
    final TreeSet<String> databases = new TreeSet<>();
    /** Servers of databases that have one. */
    final TreeMap<String, DatabaseEngine> engines = new TreeMap<>();

    /** What the last refresh of a database left out. */
    final TreeMap<String, List<String>> leftOut = new TreeMap<>();

    final TreeMap<Long, TableSchema> tables = new TreeMap<>();
    /** Tables that nobody may use until it is known what a change made of them, as they were before it. */
    final TreeMap<Long, TableSchema> closed = new TreeMap<>();

    /** Views, each called by its key in the store. */
    final TreeMap<String, ViewSchema> views = new TreeMap<>();

    final TreeMap<String, UserAccount> users = new TreeMap<>();
    final TreeMap<String, String> variables = new TreeMap<>();

    CatalogState snapshot(CatalogOrigin origin, TableOwner owner, long version) {
        return new CatalogState(
                origin,
                owner,
                version,
                databases.stream()
                        .map(name -> new DatabaseSchema(
                                name, Optional.ofNullable(engines.get(name)), leftOut.getOrDefault(name, List.of())))
                        .toList(),
                new CatalogState.Relations(
                        Stream.concat(tables.values().stream(), closed.values().stream())
                                .toList(),
                        List.copyOf(views.values())),
                List.copyOf(users.values()),
                Map.copyOf(variables));
    }

    void close(List<Long> tableIds) {
        move(tableIds, tables, closed);
    }

    void reopen(List<Long> tableIds) {
        move(tableIds, closed, tables);
    }

    private static void move(List<Long> tableIds, Map<Long, TableSchema> from, Map<Long, TableSchema> to) {
        for (long tableId : tableIds) {
            TableSchema table = from.remove(tableId);
            if (table != null) {
                to.put(tableId, table);
            }
        }
    }

    @Nullable
    TableSchema find(String database, String table) {
        for (TableSchema each : tables.values()) {
            if (each.database().equals(database) && each.name().equals(table)) {
                return each;
            }
        }
        return null;
    }

    /** Returns the name of a view of this database that is equal but for its case. */
    Optional<String> viewCalled(String database, String name) {
        return views.values().stream()
                .filter(view -> view.database().equals(database) && view.name().equalsIgnoreCase(name))
                .map(ViewSchema::name)
                .findAny();
    }

    List<TableSchema> tablesOf(String database) {
        return tables.values().stream()
                .filter(table -> table.database().equals(database))
                .toList();
    }
}
