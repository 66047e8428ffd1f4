package io.tributary.planner.plan;

import io.tributary.planner.plan.part.TableName;
import java.util.List;
import java.util.Map;

/**
 * {@code INSERT INTO db.t … SELECT … FROM http_stream(…)}: rows of a request's body, which come into a table.
 *
 * @param label of WITH LABEL, or empty
 * @param columns of the table, one for each value; empty: all in their order
 * @param values expressions of the body's fields; {@link #ALL_FIELDS} for all of them
 * @param condition of the rows that are loaded; empty: all
 * @param together where a row of the result is made of several of the body
 * @param properties of the body's format, by their names in small letters
 */
public record HttpStreamPlan(
        TableName table,
        String label,
        List<String> columns,
        List<String> partitions,
        List<String> values,
        String condition,
        Together together,
        Map<String, String> properties) {
    /** The value that stands for every field. */
    public static final String ALL_FIELDS = "*";

    /**
     * What makes the statement one over all rows.
     *
     * @param names of the values, by which {@code tail} may call them; empty where one has none
     * @param tail GROUP BY, HAVING, ORDER BY, LIMIT as they stand there, or empty
     */
    public record Together(boolean distinct, List<String> names, String tail) {
        /** Each row by itself. */
        public static final Together NONE = new Together(false, List.of(), "");

        public Together {
            names = List.copyOf(names);
        }
    }

    public HttpStreamPlan {
        columns = List.copyOf(columns);
        partitions = List.copyOf(partitions);
        values = List.copyOf(values);
        properties = Map.copyOf(properties);
    }

    public boolean readsAllFields() {
        return values.equals(List.of(ALL_FIELDS));
    }

    /** Whether each row of the body is one of the result, or none. */
    public boolean isOfEachRow() {
        return together.equals(Together.NONE);
    }

    /** The same with these values. */
    public HttpStreamPlan with(List<String> others) {
        return new HttpStreamPlan(table, label, columns, partitions, others, condition, together, properties);
    }
}
