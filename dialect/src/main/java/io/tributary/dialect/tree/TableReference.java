package io.tributary.dialect.tree;

import java.util.List;

/**
 * Where a statement names a table.
 *
 * @param name one or two parts: [database.]table
 * @param alias empty: none
 * @param start the name's first character in the statement
 * @param end behind its last one
 * @param behind where an alias may stand
 */
public record TableReference(List<String> name, String alias, Use use, int start, int end, int behind) {
    public TableReference {
        name = List.copyOf(name);
    }

    /** What the statement does with what it names. */
    public enum Use {
        /** Rows are read, or changed by UPDATE. */
        READ,
        /** It is no table: a query of the statement has the name. */
        QUERY,
        /** It stands behind TABLE, where no alias may stand, or DELETE FROM, where some servers let none. */
        UNALIASED,
        /** It names the one of several tables that a DELETE changes, maybe by its alias. */
        TARGET
    }

    public TableReference used(Use other) {
        return new TableReference(name, alias, other, start, end, behind);
    }

    /** The name without its database. */
    public String table() {
        return name.get(name.size() - 1);
    }

    /** Returns what stands before the names of its columns. */
    public String qualifier() {
        return alias.isEmpty() ? table() : alias;
    }
}
