package io.tributary.backend.catalog;

import io.tributary.rpc.client.CatalogState;
import io.tributary.rpc.client.UserAccount;
import io.tributary.rpc.schema.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Everything in the catalog while it is changed; owned by whoever holds the catalog's lock. */
final class CatalogContents {
    final TreeSet<String> databases = new TreeSet<>();
    final TreeMap<Long, TableSchema> tables = new TreeMap<>();
    final TreeMap<String, UserAccount> users = new TreeMap<>();
    final TreeMap<String, String> variables = new TreeMap<>();

    CatalogState snapshot(long version) {
        return new CatalogState(
                version,
                List.copyOf(databases),
                List.copyOf(tables.values()),
                List.copyOf(users.values()),
                Map.copyOf(variables));
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

    List<TableSchema> tablesOf(String database) {
        return tables.values().stream()
                .filter(table -> table.database().equals(database))
                .toList();
    }
}
