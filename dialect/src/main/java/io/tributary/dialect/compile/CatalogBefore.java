package io.tributary.dialect.compile;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.dialect.bind.Catalog;
import io.tributary.dialect.bind.Catalog.View;
import java.util.Optional;

/** What a view may read that is being made: everything but itself. */
record CatalogBefore(Catalog catalog, ViewSchema made) implements Catalog {
    @Override
    public Object version() {
        return catalog.version();
    }

    @Override
    public boolean hasDatabase(String database) {
        return catalog.hasDatabase(database);
    }

    @Override
    public Optional<TableSchema> find(String database, String table) {
        return catalog.find(database, table);
    }

    @Override
    public Optional<View> view(String database, String name) {
        Optional<View> found = catalog.view(database, name);
        if (found.isPresent() && database.equals(made.database()) && name.equals(made.name())) {
            throw ErrorCode.VIEW_RECURSION.error("`" + database + "`.`" + name + "` contains view recursion");
        }
        return found;
    }
}
