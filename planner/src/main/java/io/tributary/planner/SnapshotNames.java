package io.tributary.planner;

import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.planner.sql.NameResolver;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.TableSchema;
import java.util.Optional;

/** Names against one snapshot. */
record SnapshotNames(CatalogSnapshot snapshot, String currentDatabase) implements NameResolver {
    @Override
    public String database(String written) {
        if (!written.isEmpty()) {
            return written;
        }
        if (currentDatabase.isEmpty()) {
            throw new TributaryException(ErrorCode.NO_DATABASE, "No database selected");
        }
        return currentDatabase;
    }

    @Override
    public String existingDatabase(String written) {
        String database = database(written);
        if (!snapshot.hasDatabase(database)) {
            throw new TributaryException(ErrorCode.UNKNOWN_DATABASE, "Unknown database '" + database + "'");
        }
        return database;
    }

    @Override
    public TableSchema table(String writtenDatabase, String name) {
        String database = existingDatabase(writtenDatabase);
        return snapshot.table(database, name)
                .orElseThrow(() -> new TributaryException(
                        ErrorCode.UNKNOWN_TABLE, "Table '" + database + "." + name + "' doesn't exist"));
    }

    @Override
    public Optional<TableSchema> find(String database, String name) {
        return snapshot.table(database, name);
    }
}
