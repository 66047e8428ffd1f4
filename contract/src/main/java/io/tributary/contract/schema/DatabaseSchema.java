package io.tributary.contract.schema;

import java.util.List;
import java.util.Optional;

/**
 * A database. Immutable.
 *
 * @param engine the server that has its tables; empty: they are the embedded engine's
 * @param leftOut what the last REFRESH found on the server and could not use, as a user reads it; none after a start
 */
public record DatabaseSchema(String name, Optional<DatabaseEngine> engine, List<String> leftOut) {
    public DatabaseSchema {
        leftOut = List.copyOf(leftOut);
    }

    /** One of which nothing is left out. */
    public DatabaseSchema(String name, Optional<DatabaseEngine> engine) {
        this(name, engine, List.of());
    }

    /** A database of the embedded engine. */
    public static DatabaseSchema embedded(String name) {
        return new DatabaseSchema(name, Optional.empty());
    }
}
