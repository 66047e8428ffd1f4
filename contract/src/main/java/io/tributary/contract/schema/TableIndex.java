package io.tributary.contract.schema;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A secondary index of MySQL's or Doris': kept and shown, without effect on an embedded engine.
 *
 * @param unique whether it was written as UNIQUE, which nobody enforces
 * @param columns by name, in index order, at least one; empty for an expression
 * @param endings what stands behind each column, as {@code (10) DESC}, or the expression; mostly empty
 * @param type what stands behind USING, in upper case, one of {@link #TYPES}; empty where nothing does
 * @param properties as written
 */
public record TableIndex(
        String name,
        boolean unique,
        List<String> columns,
        List<String> endings,
        String type,
        Map<String, String> properties,
        String comment) {
    /** Doris' kinds of indexes. */
    private static final Set<String> DORIS_TYPES = Set.of("INVERTED", "BITMAP", "NGRAM_BF", "ANN");

    /** What may stand behind USING. */
    public static final Set<String> TYPES = Set.of("INVERTED", "BITMAP", "NGRAM_BF", "ANN", "BTREE", "HASH");

    public TableIndex {
        Objects.requireNonNull(name);
        columns = List.copyOf(columns);
        endings = List.copyOf(endings);
        if (columns.size() != endings.size()) {
            throw new IllegalArgumentException(columns.size() + " columns and " + endings.size() + " endings");
        }
        Objects.requireNonNull(type);
        properties = Map.copyOf(properties);
        Objects.requireNonNull(comment);
    }

    /** An index over whole columns that is not unique. */
    public TableIndex(String name, List<String> columns, String type, Map<String, String> properties, String comment) {
        this(name, false, columns, Collections.nCopies(columns.size(), ""), type, properties, comment);
    }

    /** What UNIQUE behind a column makes; it has no name yet. */
    public static TableIndex uniqueOf(String column) {
        return new TableIndex("", true, List.of(column), List.of(""), "", Map.of(), "");
    }

    /** Whether MySQL has it, rather than Doris. */
    public boolean isMySqls() {
        return !DORIS_TYPES.contains(type);
    }

    public TableIndex named(String other) {
        return new TableIndex(other, unique, columns, endings, type, properties, comment);
    }

    /** The same, with another name for a column. */
    public TableIndex renamed(String from, String to) {
        List<String> others = columns.stream()
                .map(column -> column.equalsIgnoreCase(from) ? to : column)
                .toList();
        return new TableIndex(name, unique, others, endings, type, properties, comment);
    }

    /** What is left without a column, perhaps no columns. */
    public TableIndex without(String column) {
        int[] left = IntStream.range(0, columns.size())
                .filter(i -> !columns.get(i).equalsIgnoreCase(column))
                .toArray();
        return new TableIndex(
                name,
                unique,
                IntStream.of(left).mapToObj(columns::get).toList(),
                IntStream.of(left).mapToObj(endings::get).toList(),
                type,
                properties,
                comment);
    }
}
