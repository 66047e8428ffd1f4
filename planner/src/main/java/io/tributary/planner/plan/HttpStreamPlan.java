package io.tributary.planner.plan;

import java.util.List;
import java.util.Map;

/**
 * {@code INSERT INTO db.t … SELECT … FROM http_stream(…)}: rows of a request's body, which come into a table.
 *
 * @param label of WITH LABEL, or empty
 * @param columns of the table, one for each value; empty: all in their order
 * @param values expressions of the body's fields; {@link #ALL_FIELDS} for all of them
 * @param condition of the rows that are loaded; empty: all
 * @param properties of the body's format, by their names in small letters
 */
public record HttpStreamPlan(
        TableName table,
        String label,
        List<String> columns,
        List<String> partitions,
        List<String> values,
        String condition,
        Map<String, String> properties) {
    /** The value that stands for every field. */
    public static final String ALL_FIELDS = "*";

    public HttpStreamPlan {
        columns = List.copyOf(columns);
        partitions = List.copyOf(partitions);
        values = List.copyOf(values);
        properties = Map.copyOf(properties);
    }

    public boolean readsAllFields() {
        return values.equals(List.of(ALL_FIELDS));
    }

    /** The same with these values. */
    public HttpStreamPlan with(List<String> others) {
        return new HttpStreamPlan(table, label, columns, partitions, others, condition, properties);
    }
}
