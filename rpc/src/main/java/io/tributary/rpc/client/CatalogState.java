package io.tributary.rpc.client;

import io.tributary.rpc.schema.TableSchema;
import java.util.List;
import java.util.Map;

/**
 * Everything a frontend knows of what exists, at one version. A larger version is newer; versions of one backend grow
 * for its whole life, restarts included.
 *
 * @param globalVariables only those that were set
 */
public record CatalogState(
        long version,
        List<String> databases,
        List<TableSchema> tables,
        List<UserAccount> users,
        Map<String, String> globalVariables) {
    public CatalogState {
        databases = List.copyOf(databases);
        tables = List.copyOf(tables);
        users = List.copyOf(users);
        globalVariables = Map.copyOf(globalVariables);
    }
}
