package io.tributary.contract.schema;

import java.util.List;
import java.util.Objects;

/**
 * A FOREIGN KEY as it was written: kept and shown, and enforced by nobody.
 *
 * @param columns of the table that has it, at least one
 * @param database of the table that it names; empty: the same as that of the table that has it
 * @param referenced columns there, as many
 */
public record ForeignKey(
        String name, List<String> columns, String database, String table, List<String> referenced, Rules rules) {
    /** What is to become of a row when the one that it names goes or gets another key. */
    public enum Action {
        RESTRICT,
        CASCADE,
        SET_NULL,
        NO_ACTION,
        SET_DEFAULT;

        /** Returns it as SQL writes it. */
        public String text() {
            return name().replace('_', ' ');
        }
    }

    /** What was not written is {@link Action#NO_ACTION}. */
    public record Rules(Action onDelete, Action onUpdate) {
        public static final Rules NONE = new Rules(Action.NO_ACTION, Action.NO_ACTION);

        public Rules {
            Objects.requireNonNull(onDelete);
            Objects.requireNonNull(onUpdate);
        }
    }

    public ForeignKey {
        Objects.requireNonNull(name);
        columns = List.copyOf(columns);
        Objects.requireNonNull(database);
        Objects.requireNonNull(table);
        referenced = List.copyOf(referenced);
        if (columns.isEmpty() || columns.size() != referenced.size()) {
            throw new IllegalArgumentException(columns.size() + " columns and " + referenced.size() + " referenced");
        }
        Objects.requireNonNull(rules);
    }

    public ForeignKey named(String other) {
        return new ForeignKey(other, columns, database, table, referenced, rules);
    }

    /** The same, with another name for a column of the table that has it. */
    public ForeignKey renamed(String from, String to) {
        List<String> others = columns.stream()
                .map(column -> column.equalsIgnoreCase(from) ? to : column)
                .toList();
        return new ForeignKey(name, others, database, table, referenced, rules);
    }
}
