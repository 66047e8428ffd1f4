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
     * @param lookup what it reads of system tables
     * @param timed whether it holds for the moment at which it was bound alone
     * @param edits by which its text becomes that of a view, from the last one on
     */
    public record Result(BoundQuery query, SystemLookup lookup, boolean timed, List<View.Edit> edits) {
        public Result {
            edits = List.copyOf(edits);
        }
    }

    /** A bound UPDATE or DELETE. */
    public static BoundChange change(Change change, Literals literals, QueryContext context, Catalog catalog) {
        return new ChangeBinder(new Statement(catalog, context, literals)).change(change);
    }

    public static Result query(Query query, Literals literals, QueryContext context, Catalog catalog) {
        Statement statement = new Statement(catalog, context, literals);
        BoundQuery bound = QueryBinder.whole(query, statement);
        return new Result(
                bound,
                statement.lookup,
                statement.isTimed(),
                List.copyOf(statement.edits.descendingMap().values()));
    }
}
