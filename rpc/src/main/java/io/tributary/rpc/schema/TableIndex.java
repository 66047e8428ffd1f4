package io.tributary.rpc.schema;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A secondary index of Doris: kept and shown, without effect on an embedded engine.
 *
 * @param columns by name, in index order, at least one
 * @param type one of {@link #TYPES}, in upper case
 * @param properties as written
 */
public record TableIndex(
        String name, List<String> columns, String type, Map<String, String> properties, String comment) {
    /** What may stand behind USING of an index that is kept; others are MySQL's and forgotten. */
    public static final Set<String> TYPES = Set.of("INVERTED", "BITMAP", "NGRAM_BF", "ANN");

    public TableIndex {
        Objects.requireNonNull(name);
        columns = List.copyOf(columns);
        Objects.requireNonNull(type);
        properties = Map.copyOf(properties);
        Objects.requireNonNull(comment);
    }

    /** The same over other columns. */
    public TableIndex over(List<String> others) {
        return new TableIndex(name, others, type, properties, comment);
    }
}
