package io.tributary.planner.catalog;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.temporary.TemporaryTables;
import java.util.Locale;

/**
 * What names in a statement mean, at one state of the catalog and for one current database.
 *
 * @param currentDatabase where names without a database are looked up, or empty
 * @param temporary which are meant before others of their names
 */
public record NameResolver(CatalogSnapshot snapshot, String currentDatabase, TemporaryTables temporary) {
    /**
     * The database meant.
     *
     * @param written or empty for the current one
     * @throws TributaryException NO_DATABASE (1046)
     */
    public String database(String written) {
        if (!written.isEmpty()) {
            return written;
        }
        if (currentDatabase.isEmpty()) {
            throw ErrorCode.NO_DATABASE.error("No database selected");
        }
        return currentDatabase;
    }

    /** Resolves like {@link #database}, with UNKNOWN_DATABASE (1049) where it does not exist. */
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

    /**
     * A table whose rows may be changed.
     *
     * @throws TributaryException NO_DATABASE, UNKNOWN_DATABASE, UNKNOWN_TABLE (1146), WRONG_OBJECT (1347) for a view, or
     *     DATABASE_ACCESS_DENIED (1044) in information_schema and mysql
     */
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
        // One that is gone without its session hides others still: a statement meant for it does not meet these.
        return temporary
                .hidden(database, name)
                .map(hidden -> snapshot.temporary(database, hidden))
                .orElseGet(() -> snapshot.relation(database, name))
                .orElseThrow(
                        () -> ErrorCode.UNKNOWN_TABLE.error("Table '" + database + "." + name + "' doesn't exist"));
    }

    /**
     * Resolves like {@link #table} for a statement that changes rows.
     *
     * @throws TributaryException NOT_INSERTABLE (1471) or NOT_UPDATABLE (1288) for a view
     */
    public TableSchema changed(String writtenDatabase, String name, String verb) {
        String database = database(writtenDatabase);
        if (temporary.hidden(database, name).isEmpty()
                && snapshot.view(database, name).isPresent()) {
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

    /**
     * Resolves like {@link #table}, also views, and tables of information_schema and mysql; UNKNOWN_TABLE_IN (1109) for those it
     * has not.
     */
    public TableSchema readableTable(String writtenDatabase, String name) {
        String database = existingDatabase(writtenDatabase);
        return SystemTables.isDatabase(database)
                ? SystemTables.find(database, name)
                        .orElseThrow(
                                () -> ErrorCode.UNKNOWN_TABLE_IN.error("Unknown table '" + name + "' in " + database))
                : relation(database, name);
    }

    /** Whether tables of an existing database are on a server that tells what they are there. */
    public boolean isOnServer(String database) {
        return snapshot.tables(database).stream()
                .anyMatch(table -> !AdoptedTable.version(table).isEmpty());
    }
}
