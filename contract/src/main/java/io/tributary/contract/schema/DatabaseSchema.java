package io.tributary.contract.schema;

import java.util.List;
import java.util.Optional;

/**
 * A database. Immutable.
 *
 * @param engine the server that has its tables; empty: they are the embedded engine's
 * @param refreshed what its last REFRESH found; nothing after a start
 */
public record DatabaseSchema(String name, Optional<DatabaseEngine> engine, Refreshed refreshed) {
    /**
     * What a REFRESH of a database has found on its server and not done.
     *
     * @param leftOut what cannot be used, as a user reads it
     * @param changed names of tables that are otherwise there than they are known, or may be: each is for a REFRESH of its own
     */
    public record Refreshed(List<String> leftOut, List<String> changed) {
        public static final Refreshed NOTHING = new Refreshed(List.of(), List.of());

        public Refreshed {
            leftOut = List.copyOf(leftOut);
            changed = List.copyOf(changed);
        }
    }

    /** One that was not refreshed. */
    public DatabaseSchema(String name, Optional<DatabaseEngine> engine) {
        this(name, engine, Refreshed.NOTHING);
    }

    /** A database of the embedded engine. */
    public static DatabaseSchema embedded(String name) {
        return new DatabaseSchema(name, Optional.empty());
    }
}
