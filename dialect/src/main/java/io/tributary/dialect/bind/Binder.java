package io.tributary.dialect.bind;

import io.tributary.contract.calls.QueryContext;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.type.Collation;

/** Looks up the names of a statement and gives each of its values a type. Any thread. */
public final class Binder {
    private Binder() {}

    /**
     * A bound statement.
     *
     * @param lookup what it reads of system tables
     * @param timed whether it holds for the moment at which it was bound alone
     */
    public record Result(BoundQuery query, SystemLookup lookup, boolean timed) {}

    public static Result query(Query query, Literals literals, QueryContext context, Catalog catalog) {
        Statement statement = new Statement(catalog, context, literals, Collation.CODES);
        BoundQuery bound = new QueryBinder(statement, null).query(query);
        return new Result(bound, statement.lookup, statement.isTimed());
    }
}
