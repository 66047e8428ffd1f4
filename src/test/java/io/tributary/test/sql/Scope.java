package io.tributary.test.sql;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an expression may name where it stands.
 *
 * @param columns of the query itself
 * @param outer those of a query around it
 * @param rows what aggregates see, where the query groups; columns are then the keys
 */
record Scope(List<Column> columns, List<Column> outer, @Nullable Scope rows) {
    static Scope of(List<Column> columns, List<Column> outer) {
        return new Scope(columns, outer, null);
    }

    /** Returns the scope of what such rows are grouped to. */
    Scope grouped(List<Column> keys) {
        return new Scope(keys, outer, this);
    }

    List<Column> of(Kind kind) {
        return columns.stream().filter(each -> each.kind() == kind).toList();
    }

    List<Column> outerOf(Kind kind) {
        return outer.stream().filter(each -> each.kind() == kind).toList();
    }

    /** Returns all that a query within may name of this. */
    List<Column> visible() {
        return Stream.concat(columns.stream(), outer.stream()).toList();
    }
}
