package io.tributary.dialect.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE or DELETE of one table, which may read others.
 *
 * @param target alias or name of the table that changes: one or two parts
 * @param from all that it reads, the changed table among it
 * @param using whether {@code from} need not name the changed table, which is read beside it then: Doris' USING
 * @param assignments empty: the rows are deleted
 */
public record Change(
        List<String> target,
        Source from,
        boolean using,
        List<Assignment> assignments,
        @Nullable Expression where,
        Query.Ordering ordering)
        implements RowStatement {
    public Change {
        target = List.copyOf(target);
        assignments = List.copyOf(assignments);
    }

    /** Returns the table that changes, as {@code from} has it or beside that; null: none there is called so. */
    public Source.@Nullable Table table() {
        Source.Table found = table(from);
        return found == null && using ? new Source.Table(target, "", List.of(), -1) : found;
    }

    private Source.@Nullable Table table(Source source) {
        if (source instanceof Source.Join join) {
            Source.Table left = table(join.left());
            return left == null ? table(join.right()) : left;
        } else if (source instanceof Source.Exploded exploded) {
            return table(exploded.source());
        }
        return source instanceof Source.Table table && isCalled(table) ? table : null;
    }

    /** A database is compared where it is written at both places. */
    private boolean isCalled(Source.Table table) {
        String last = target.get(target.size() - 1);
        List<String> name = table.name();
        return table.alias().isEmpty()
                ? name.get(name.size() - 1).equals(last)
                        && (target.size() == 1 || name.size() == 1 || name.equals(target))
                : table.alias().equals(last) && target.size() == 1;
    }

    /**
     * What stands before the name of a check whose condition is assigned to it, which no row may make false. It ends in a blank, as no
     * table's name does; a user's statement has none.
     */
    public static final String CHECKS = "check ";

    /** Whether this is such a condition. */
    public static boolean isCheck(Assignment assignment) {
        return assignment.column().parts().size() > 1
                && assignment.column().parts().get(0).equals(CHECKS);
    }

    /** {@code column = value}. */
    public record Assignment(Expression.Name column, Expression value) {}
}
