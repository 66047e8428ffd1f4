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
        Query.Ordering ordering) {
    public Change {
        target = List.copyOf(target);
        assignments = List.copyOf(assignments);
    }

    /** {@code column = value}. */
    public record Assignment(Expression.Name column, Expression value) {}
}
