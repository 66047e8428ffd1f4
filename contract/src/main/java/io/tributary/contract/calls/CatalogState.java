package io.tributary.contract.calls;

import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.contract.schema.DatabaseSchema;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything a frontend knows of what exists, at one version.
 *
 * @param origin of which backend's process this is a version: a larger one of the same is newer
 * @param owner of all its tables
 * @param schemas databases
 * @param globalVariables only those that were set
 */
public record CatalogState(
        CatalogOrigin origin,
        TableOwner owner,
        long version,
        List<DatabaseSchema> schemas,
        Relations relations,
        List<UserAccount> users,
        Map<String, String> globalVariables) {
    /** What has rows; tables and views have their names in common. */
    public record Relations(List<TableSchema> tables, List<ViewSchema> views) {
        public Relations {
            tables = List.copyOf(tables);
            views = List.copyOf(views);
        }
    }

    public CatalogState {
        schemas = List.copyOf(schemas);
        users = List.copyOf(users);
        globalVariables = Map.copyOf(globalVariables);
    }

    /** The state of a backend that tells neither its origin nor the owner of its tables. */
    public CatalogState(
            long version,
            List<String> databases,
            List<TableSchema> tables,
            List<UserAccount> users,
            Map<String, String> globalVariables) {
        this(
                CatalogOrigin.UNKNOWN,
                TableOwner.UNTOLD,
                version,
                databases.stream().map(DatabaseSchema::embedded).toList(),
                new Relations(tables, List.of()),
                users,
                globalVariables);
    }

    /** Returns the names of all databases. */
    public List<String> databases() {
        return schemas.stream().map(DatabaseSchema::name).toList();
    }

    /** Returns the servers of databases that have one. */
    public Map<String, DatabaseEngine> engines() {
        Map<String, DatabaseEngine> engines = new HashMap<>();
        schemas.forEach(schema -> schema.engine().ifPresent(engine -> engines.put(schema.name(), engine)));
        return engines;
    }

    public List<TableSchema> tables() {
        return relations.tables();
    }

    public List<ViewSchema> views() {
        return relations.views();
    }
}
