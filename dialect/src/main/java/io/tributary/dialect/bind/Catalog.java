package io.tributary.dialect.bind;

import io.tributary.contract.schema.TableSchema;
import java.util.Optional;

/** The tables that there are at one moment, those of the system among them. Any thread. */
public interface Catalog {
    /** Returns what is equal of two catalogs that have the same tables. */
    Object version();

    /** @param database empty: none is current */
    Optional<TableSchema> find(String database, String table);

    /** Whether there is a database of users that is called so. */
    default boolean hasDatabase(String database) {
        return true;
    }
}
