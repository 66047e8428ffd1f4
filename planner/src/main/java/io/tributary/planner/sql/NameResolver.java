package io.tributary.planner.sql;

import io.tributary.rpc.schema.TableSchema;
import java.util.Optional;

/** What names in a statement mean, at one state of the catalog and for one current database. */
public interface NameResolver {
    /**
     * The database meant.
     *
     * @param written or empty for the current one
     * @throws io.tributary.rpc.error.TributaryException NO_DATABASE (1046)
     */
    String database(String written);

    /** As {@link #database}, and UNKNOWN_DATABASE (1049) where it does not exist. */
    String existingDatabase(String written);

    /** @throws io.tributary.rpc.error.TributaryException NO_DATABASE, UNKNOWN_DATABASE, or UNKNOWN_TABLE (1146) */
    TableSchema table(String writtenDatabase, String name);

    Optional<TableSchema> find(String database, String name);
}
