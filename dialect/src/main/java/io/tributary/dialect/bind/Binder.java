package io.tributary.dialect.bind;

import io.tributary.contract.calls.QueryContext;
import io.tributary.dialect.tree.Change;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.type.Collation;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.List;

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
        BoundQuery bound = new QueryBinder(statement, null).query(query).map(each -> today(each, statement));
        return new Result(bound, statement.lookup, statement.isTimed());
    }

    /** A time that becomes a day or a moment is one of today. */
    private static Bound today(Bound bound, Statement statement) {
        Bound made = bound.map(each -> today(each, statement));
        if (made instanceof Bound.Convert convert
                && convert.value().type().kind() == Kind.TIME
                && (convert.type().kind() == Kind.DATE || convert.type().kind() == Kind.DATETIME)) {
            Bound moment = new CallBinder(statement).call("MOMENT OF TIME", List.of(convert.value()));
            return new Bound.Convert(convert.type(), moment, convert.explicit());
        }
        return made;
    }
}
