package io.tributary.contract.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What becomes of a new row of a UNIQUE KEY table whose key is there already, where it does not replace the old row whole.
 *
 * @param assignments what changes of the old row; a column without one keeps its value
 */
public record OnDuplicateKey(Action action, List<Assignment> assignments) {
    /** What the statement said. */
    public enum Action {
        /** ON DUPLICATE KEY UPDATE: the assignments are carried out. */
        UPDATE,
        /** INSERT IGNORE: the old row stays, and the new one is not stored. */
        IGNORE,
        /** A partial update: as UPDATE, and columns that are not assigned may be left out of the new rows. */
        PARTIAL,
        /** A partial update like PARTIAL, but a new row without an old one is an error. */
        PARTIAL_EXISTING
    }

    /**
     * One column's new value.
     *
     * @param position in the table
     * @param expression in MySQL's dialect, of the old row's columns by their names, their table's perhaps before them, and the new row's as {@link
     *     #newColumn}; or {@link #DEFAULT}
     */
    public record Assignment(int position, String expression) {
        public Assignment {
            Objects.requireNonNull(expression);
        }

        public boolean isDefault() {
            return expression.equalsIgnoreCase(DEFAULT);
        }
    }

    /** The expression that stands for the column's default. */
    public static final String DEFAULT = "DEFAULT";

    /** Names the new rows while they are merged; it stays here as it travels in the text of {@link Assignment#expression}. */
    public static final String NEW_ROWS = "$new";

    public OnDuplicateKey {
        Objects.requireNonNull(action);
        assignments = List.copyOf(assignments);
    }

    /** INSERT IGNORE. */
    public static OnDuplicateKey ignore() {
        return new OnDuplicateKey(Action.IGNORE, List.of());
    }

    /** Name of a new row's column in {@link #NEW_ROWS}: no table's column is called so. */
    public static String newColumnName(int position) {
        return "$new_" + position;
    }

    /** A new row's column, as it stands in an expression. */
    public static String newColumn(int position) {
        return "`" + NEW_ROWS + "`.`" + newColumnName(position) + "`";
    }

    /** Assignments with those of ON UPDATE CURRENT_TIMESTAMP of columns that are not among them; none where nothing changes. */
    public static List<Assignment> withTimes(TableSchema table, List<Assignment> assignments) {
        List<Assignment> all = new ArrayList<>(assignments);
        for (int i = 0; i < table.columns().size() && !assignments.isEmpty(); i++) {
            int position = i;
            Column column = table.columns().get(i);
            if (column.isUpdatedByClock() && assignments.stream().noneMatch(each -> each.position() == position)) {
                all.add(new Assignment(
                        i, "CURRENT_TIMESTAMP(" + column.declared().onUpdate().text() + ")"));
            }
        }
        return all;
    }

    /** Whether it is a partial update of either kind. */
    public boolean isPartial() {
        return action == Action.PARTIAL || action == Action.PARTIAL_EXISTING;
    }

    /** Whether a column is assigned. */
    public boolean assigns(int position) {
        return assignments.stream().anyMatch(assignment -> assignment.position() == position);
    }

    /**
     * The columns that the new rows of a partial update have, which have no partition before they are whole: what it leaves
     * out is missed only where there is no old row.
     */
    public List<Column> newRowColumns(TableSchema table) {
        List<Column> relaxed = new ArrayList<>(table.columns());
        for (int i = 0; i < relaxed.size(); i++) {
            Column column = relaxed.get(i);
            if (!column.key() && !column.autoIncrement() && !assigns(i)) {
                relaxed.set(i, column.optional());
            }
        }
        return relaxed;
    }
}
