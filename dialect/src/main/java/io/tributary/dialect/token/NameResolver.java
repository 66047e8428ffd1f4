package io.tributary.dialect.token;

import io.tributary.contract.schema.TableSchema;
import java.util.Optional;

/** What names in a statement mean, at one state of the catalog and for one current database. */
public interface NameResolver {
    /** Returns where names without a database are looked up, or empty. */
    String currentDatabase();

    /**
     * The database meant.
     *
     * @param written or empty for the current one
     * @throws io.tributary.contract.error.TributaryException NO_DATABASE (1046)
     */
    String database(String written);

    /** Resolves like {@link #database}, with UNKNOWN_DATABASE (1049) where it does not exist. */
    String existingDatabase(String written);

    /**
     * A table whose rows may be changed.
     *
     * @throws io.tributary.contract.error.TributaryException NO_DATABASE, UNKNOWN_DATABASE, UNKNOWN_TABLE (1146),
     *     WRONG_OBJECT (1347) for a view, or DATABASE_ACCESS_DENIED (1044) in information_schema and mysql
     */
    TableSchema table(String writtenDatabase, String name);

    /**
     * Resolves like {@link #table} for a statement that changes rows.
     *
     * @throws io.tributary.contract.error.TributaryException NOT_INSERTABLE (1471) or NOT_UPDATABLE (1288) for a view
     */
    TableSchema changed(String writtenDatabase, String name, String verb);

    /**
     * Resolves like {@link #table}, also views, and tables of information_schema and mysql; UNKNOWN_TABLE_IN (1109) for those it has
     * not.
     */
    TableSchema readableTable(String writtenDatabase, String name);

    Optional<TableSchema> find(String database, String name);
}
