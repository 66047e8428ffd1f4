package io.tributary.dialect.bind;

import io.tributary.contract.calls.QueryContext;
import io.tributary.dialect.bind.Catalog.View;
import io.tributary.dialect.tree.Change;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.Query;
import java.util.List;
import java.util.function.UnaryOperator;

/** Looks up the names of a statement and gives each of its values a type. Any thread. */
public final class Binder {
    private Binder() {}

    /**
     * A bound statement.
     *
     * @param bound a {@link BoundQuery} or {@link BoundChange}
     * @param lookup what it reads of system tables
     * @param timed whether it holds for the moment at which it was bound alone
     * @param edits by which its text becomes that of a view, from the last one on
     */
    public record Result<T>(T bound, SystemLookup lookup, boolean timed, List<View.Edit> edits) {
        public Result {
            edits = List.copyOf(edits);
        }

        /** The same, rewritten. */
        public Result<T> map(UnaryOperator<T> change) {
            return new Result<>(change.apply(bound), lookup, timed, edits);
        }
    }

    /** Binds an UPDATE or DELETE. */
    public static Result<BoundChange> change(Change change, Literals literals, QueryContext context, Catalog catalog) {
        Statement statement = new Statement(catalog, context, literals);
        return result(new ChangeBinder(statement).change(change), statement);
    }

    public static Result<BoundQuery> query(Query query, Literals literals, QueryContext context, Catalog catalog) {
        Statement statement = new Statement(catalog, context, literals);
        return result(QueryBinder.whole(query, statement), statement);
    }

    private static <T> Result<T> result(T bound, Statement statement) {
        return new Result<>(
                bound,
                statement.lookup,
                statement.isTimed(),
                List.copyOf(statement.edits.descendingMap().values()));
    }
}
