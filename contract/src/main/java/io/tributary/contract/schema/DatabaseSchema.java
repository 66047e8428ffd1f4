package io.tributary.contract.schema;

import java.util.Optional;

/**
 * A database. Immutable.
 *
 * @param engine the server that has its tables; empty: they are the embedded engine's
 */
public record DatabaseSchema(String name, Optional<DatabaseEngine> engine) {
    /** A database of the embedded engine. */
    public static DatabaseSchema embedded(String name) {
        return new DatabaseSchema(name, Optional.empty());
    }
}
