package io.tributary.frontend.load;

import io.tributary.contract.schema.Column;
import io.tributary.frontend.load.format.SourceFields;
import io.tributary.planner.plan.part.TargetColumns;
import java.util.List;

/**
 * What becomes of the values of a load's rows.
 *
 * @param columns of the input, with the types that its values have in expressions
 * @param targets columns of the table that get a value, or the delete sign
 * @param origins where the value of each target comes from
 * @param values expressions of the input's columns
 * @param condition of the rows that are loaded; empty: all
 */
record LoadFields(
        List<Column> columns, TargetColumns targets, List<Origin> origins, List<String> values, String condition) {
    /** What a value of a row is. */
    public enum Kind {
        /** A column of the input. */
        FIELD,
        /** What comes of an expression. */
        VALUE,
        /** The number 1, for rows that delete. */
        ONE
    }

    /** @param index among the columns or the values */
    record Origin(Kind kind, int index) {
        static final Origin ONE = new Origin(Kind.ONE, 0);
    }

    LoadFields {
        columns = List.copyOf(columns);
        origins = List.copyOf(origins);
        values = List.copyOf(values);
        if (origins.size() != targets.count()) {
            throw new IllegalArgumentException(origins.size() + " origins for " + targets.count() + " columns");
        }
    }

    /** Whether there is something to ask the engine. */
    boolean areComputed() {
        return !values.isEmpty() || !condition.isEmpty();
    }

    List<String> names() {
        return columns.stream().map(Column::name).toList();
    }

    /** The input's values straight into the table, where none is computed. */
    SourceFields straight() {
        return new SourceFields(
                names(),
                targets,
                origins.stream()
                        .map(origin -> origin.kind() == Kind.ONE ? SourceFields.ONE : origin.index())
                        .toList());
    }
}
