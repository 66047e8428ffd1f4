package io.tributary.contract.temporary;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The temporary tables of a session, at one moment. Immutable; equal if the same names mean the same tables. */
public final class TemporaryTables {
    /** How many a session may have. */
    public static final int TABLES_MAX = 64;

    public static final TemporaryTables NONE = new TemporaryTables(Map.of());

    /** What a session calls a table. */
    public record Name(String database, String table) {}

    private final Map<Name, String> hidden;

    private TemporaryTables(Map<Name, String> hidden) {
        this.hidden = Map.copyOf(hidden);
    }

    public boolean isEmpty() {
        return hidden.isEmpty();
    }

    public int size() {
        return hidden.size();
    }

    /** What the catalog calls the temporary table of this name, case counts; empty where there is none. */
    public Optional<String> hidden(String database, String table) {
        return hidden.isEmpty() ? Optional.empty() : Optional.ofNullable(hidden.get(new Name(database, table)));
    }

    /** Whether a word could be the name of one. */
    public boolean mayBeName(String word) {
        return hidden.keySet().stream().anyMatch(name -> name.table().equals(word));
    }

    /** What the catalog calls them. */
    public Map<Name, String> all() {
        return hidden;
    }

    public TemporaryTables with(String database, String table, String hiddenName) {
        Map<Name, String> more = new HashMap<>(hidden);
        more.put(new Name(database, table), hiddenName);
        return new TemporaryTables(more);
    }

    public TemporaryTables without(String database, String table) {
        Map<Name, String> fewer = new HashMap<>(hidden);
        fewer.remove(new Name(database, table));
        return fewer.isEmpty() ? NONE : new TemporaryTables(fewer);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof TemporaryTables tables && hidden.equals(tables.hidden));
    }

    @Override
    public int hashCode() {
        return hidden.hashCode();
    }
}
