package io.tributary.contract.schema;

import java.util.List;

/**
 * What a table is to hold its rows to beside columns and keys.
 *
 * @param foreignKeys in the order in which they were made, and so are the others
 */
public record Constraints(List<ForeignKey> foreignKeys, List<Check> checks) {
    public static final Constraints NONE = new Constraints(List.of(), List.of());

    public Constraints {
        foreignKeys = List.copyOf(foreignKeys);
        checks = List.copyOf(checks);
    }

    public boolean isEmpty() {
        return foreignKeys.isEmpty() && checks.isEmpty();
    }
}
