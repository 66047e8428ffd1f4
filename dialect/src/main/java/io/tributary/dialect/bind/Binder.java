package io.tributary.dialect.bind;

import io.tributary.contract.calls.QueryContext;
import io.tributary.dialect.tree.Change;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.type.Collation;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

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

    /** A bound UPDATE or DELETE. */
    public static BoundChange change(Change change, Literals literals, QueryContext context, Catalog catalog) {
        return new ChangeBinder(new Statement(catalog, context, literals, Collation.CODES)).change(change);
    }

    public static Result query(Query query, Literals literals, QueryContext context, Catalog catalog) {
        Statement statement = new Statement(catalog, context, literals, Collation.CODES);
        BoundQuery bound = new QueryBinder(statement, null).query(query).map(new Today(statement)::of);
        return new Result(bound, statement.lookup, statement.isTimed());
    }

    /** Makes a time that becomes a day or a moment one of today. Parts that stand in several places are made once. */
    private record Today(Statement statement, Map<Bound, Bound> made) {
        Today(Statement statement) {
            this(statement, new IdentityHashMap<>());
        }

        Bound of(Bound bound) {
            Bound known = made.get(bound);
            if (known == null) {
                known = moment(bound.map(this::of));
                made.put(bound, known);
            }
            return known;
        }

        private Bound moment(Bound bound) {
            return bound instanceof Bound.Convert convert
                            && convert.value().type().kind() == Kind.TIME
                            && (convert.type().kind() == Kind.DATE
                                    || convert.type().kind() == Kind.DATETIME)
                    ? new Bound.Convert(
                            convert.type(),
                            new CallBinder(statement).call("MOMENT OF TIME", List.of(convert.value())),
                            convert.explicit())
                    : bound;
        }
    }
}
