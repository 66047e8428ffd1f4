package io.tributary.dialect.bind;

import io.tributary.contract.calls.QueryContext;
import io.tributary.dialect.bind.Catalog.View;
import io.tributary.dialect.tree.Change;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.Query;
import java.util.List;

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
    }

    /** Binds an UPDATE or DELETE, in strict mode strictly. */
    public static Result<BoundChange> change(Change change, Literals literals, QueryContext context, Catalog catalog) {
        boolean strict = context.sqlMode().isStrict();
        Statement statement = new Statement(catalog, context, literals, strict);
        BoundChange bound = new ChangeBinder(statement).change(change);
        return result(strict ? StrictTexts.of(bound) : bound, statement);
    }

    /** Binds a query whose rows are read. */
    public static Result<BoundQuery> query(Query query, Literals literals, QueryContext context, Catalog catalog) {
        Statement statement = new Statement(catalog, context, literals, false);
        return result(QueryBinder.whole(query, statement), statement);
    }

    /**
     * Binds a query whose rows are stored: with all digits.
     *
     * @param strict whether a text that is read as a number or a moment and is none is an error
     */
    public static Result<BoundQuery> stored(
            Query query, Literals literals, QueryContext context, Catalog catalog, boolean strict) {
        Statement statement = new Statement(catalog, context, literals, strict);
        BoundQuery bound = QueryBinder.whole(query, statement).exact();
        return result(strict ? StrictTexts.of(bound) : bound, statement);
    }

    private static <T> Result<T> result(T bound, Statement statement) {
        return new Result<>(
                bound,
                statement.lookup,
                statement.isTimed(),
                List.copyOf(statement.edits.descendingMap().values()));
    }
}
