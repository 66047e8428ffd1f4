package io.tributary.contract.schema;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A rollup of Doris: some columns of a table in an order of their own. Kept and shown, without effect on an embedded engine,
 * which answers every query from the table itself.
 *
 * @param columns by name, at least one
 * @param duplicateKey as listed in DUPLICATE KEY (…), possibly empty
 * @param properties as written
 */
public record Rollup(String name, List<String> columns, List<String> duplicateKey, Map<String, String> properties) {
    public Rollup {
        Objects.requireNonNull(name);
        columns = List.copyOf(columns);
        duplicateKey = List.copyOf(duplicateKey);
        properties = Map.copyOf(properties);
    }

    /** The same over other columns. */
    public Rollup over(List<String> others, List<String> otherKey) {
        return new Rollup(name, others, otherKey, properties);
    }

    /** The same under another name. */
    public Rollup named(String other) {
        return new Rollup(other, columns, duplicateKey, properties);
    }
}
