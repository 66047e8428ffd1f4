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
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything in the catalog while it is changed: by whoever holds the catalog's lock, while others who have their turn at other
 * places read it.
 */
final class CatalogContents {
    final NavigableSet<String> databases = new ConcurrentSkipListSet<>();
    /** Servers of databases that have one. */
    final NavigableMap<String, DatabaseEngine> engines = new ConcurrentSkipListMap<>();

    /** What the last refresh of a database has found. */
    final NavigableMap<String, DatabaseSchema.Refreshed> refreshed = new ConcurrentSkipListMap<>();

    final NavigableMap<Long, TableSchema> tables = new ConcurrentSkipListMap<>();
    /** Tables that nobody may use until it is known what a change made of them, as they were before it. */
    final NavigableMap<Long, TableSchema> closed = new ConcurrentSkipListMap<>();

    /** Views, each called by its key in the store. */
    final NavigableMap<String, ViewSchema> views = new ConcurrentSkipListMap<>();

    final NavigableMap<String, UserAccount> users = new ConcurrentSkipListMap<>();
    final NavigableMap<String, String> variables = new ConcurrentSkipListMap<>();

    CatalogState snapshot(CatalogOrigin origin, TableOwner owner, long version) {
        return new CatalogState(
                origin,
                owner,
                version,
                databases.stream()
                        .map(name -> new DatabaseSchema(
                                name,
                                Optional.ofNullable(engines.get(name)),
                                refreshed.getOrDefault(name, DatabaseSchema.Refreshed.NOTHING)))
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
