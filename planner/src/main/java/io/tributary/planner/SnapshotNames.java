package io.tributary.planner;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.NameResolver;
import io.tributary.planner.catalog.CatalogSnapshot;
import java.util.Locale;
import java.util.Optional;

/** Names against one snapshot. */
record SnapshotNames(CatalogSnapshot snapshot, String currentDatabase) implements NameResolver {
    @Override
    public String database(String written) {
        if (!written.isEmpty()) {
            return written;
        }
        if (currentDatabase.isEmpty()) {
            throw ErrorCode.NO_DATABASE.error("No database selected");
        }
        return currentDatabase;
    }

    @Override
    public String existingDatabase(String written) {
        String database = database(written);
        if (SystemTables.isDatabase(database)) {
            return database.toLowerCase(Locale.ROOT);
        }
        if (!snapshot.hasDatabase(database)) {
            throw ErrorCode.UNKNOWN_DATABASE.error("Unknown database '" + database + "'");
        }
        return database;
    }

    @Override
    public TableSchema table(String writtenDatabase, String name) {
        String database = existingDatabase(writtenDatabase);
        if (SystemTables.isDatabase(database)) {
            throw ErrorCode.DATABASE_ACCESS_DENIED.error("database '" + database + "': its tables can only be read");
        }
        TableSchema found = relation(database, name);
        if (found.isView()) {
            throw ErrorCode.WRONG_OBJECT.error("'" + database + "." + name + "' is not BASE TABLE");
        }
        return found;
    }

    private TableSchema relation(String database, String name) {
        return snapshot.relation(database, name)
                .orElseThrow(
                        () -> ErrorCode.UNKNOWN_TABLE.error("Table '" + database + "." + name + "' doesn't exist"));
    }

    @Override
    public TableSchema changed(String writtenDatabase, String name, String verb) {
        if (snapshot.view(database(writtenDatabase), name).isPresent()) {
            throw notChanged(name, verb);
        }
        return table(writtenDatabase, name);
    }

    private static TributaryException notChanged(String view, String verb) {
        String target = "The target table " + view + " of the " + verb + " is not ";
        return verb.equals("INSERT")
                ? ErrorCode.NOT_INSERTABLE.error(target + "insertable-into")
                : ErrorCode.NOT_UPDATABLE.error(target + "updatable");
    }

    @Override
    public TableSchema readableTable(String writtenDatabase, String name) {
        String database = existingDatabase(writtenDatabase);
        return SystemTables.isDatabase(database)
                ? SystemTables.find(database, name)
                        .orElseThrow(
                                () -> ErrorCode.UNKNOWN_TABLE_IN.error("Unknown table '" + name + "' in " + database))
                : relation(database, name);
    }

    @Override
    public Optional<TableSchema> find(String database, String name) {
        return snapshot.table(database, name);
    }
}
