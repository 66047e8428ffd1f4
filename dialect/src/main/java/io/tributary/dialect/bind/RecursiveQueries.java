package io.tributary.dialect.bind;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.dialect.bind.BoundQuery.Combined;
import io.tributary.dialect.bind.BoundQuery.Output;
import io.tributary.dialect.bind.Scope.NamedQuery;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.tree.Query.Combined.Operator;
import io.tributary.dialect.tree.Source;
import io.tributary.dialect.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Queries of WITH RECURSIVE: the members that do not name their own query give its first rows and its types, each of the others
 * is asked of the rows of the step before.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/with.html">Recursive Common Table Expressions</a>
 */
final class RecursiveQueries {
    private static final int DIGITS_OF_BIGINT = 19;

    private final Statement statement;
    private final QueryBinder queries;

    /** @param queries in which the query itself is not known */
    RecursiveQueries(Statement statement, QueryBinder queries) {
        this.statement = statement;
        this.queries = queries;
    }

    /** Whether some member of a query names it. */
    static boolean isRecursive(Query.Named named) {
        return named.query() instanceof Query.Combined combined && names(combined, named.name());
    }

    BoundQuery bind(Query.Named named, int number) {
        Query.Combined whole = (Query.Combined) named.query();
        List<Query> members = new ArrayList<>();
        List<Boolean> all = new ArrayList<>();
        members(whole, members, all);
        int first = 0;
        while (first < members.size() && !names(members.get(first), named.name())) {
            first++;
        }
        if (first == 0) {
            throw TributaryException.notSupported("a recursive query whose first SELECT reads it");
        }
        boolean keepsAll = all.get(first - 1);
        if (all.subList(first - 1, all.size()).stream().anyMatch(each -> each != keepsAll)) {
            throw TributaryException.notSupported(
                    "UNION ALL and UNION DISTINCT among the recursive members of a query");
        }
        BoundQuery begin = queries.query(joined(members.subList(0, first), all));
        List<Output> outputs = begin.outputs().stream()
                .map(output -> new Output(output.name(), widened(output.type()).nullable(true), ColumnOrigin.COMPUTED))
                .toList();
        QueryBinder inner = queries.knowing(new NamedQuery(named.name(), number, outputs, named.columns()));
        BoundQuery next = inner.query(joined(members.subList(first, members.size()), all));
        QueryBinder.requireSameWidth(begin, next);
        List<SqlType> types = outputs.stream().map(Output::type).toList();
        return new Combined(
                outputs,
                Operator.UNION,
                keepsAll ? null : List.of(),
                Outputs.as(begin, types, statement),
                Outputs.as(next, types, statement),
                queries.ordering(whole.ordering(), outputs));
    }

    /** A first number says nothing of how many digits those that follow have. */
    private static SqlType widened(SqlType type) {
        boolean whole =
                type.kind().isInteger() && type.kind() != SqlType.Kind.BOOL && type.precision() < DIGITS_OF_BIGINT;
        return whole ? SqlType.integer(DIGITS_OF_BIGINT) : type.carrying(0);
    }

    private static Query joined(List<Query> members, List<Boolean> all) {
        Query joined = members.get(0);
        for (Query member : members.subList(1, members.size())) {
            joined = new Query.Combined(Operator.UNION, all.get(0), joined, member, Query.Ordering.NONE);
        }
        return joined;
    }

    /** Takes a union apart. */
    private static void members(Query query, List<Query> members, List<Boolean> all) {
        if (query instanceof Query.Combined combined
                && combined.operator() == Operator.UNION
                && (members.isEmpty() || combined.ordering().equals(Query.Ordering.NONE))) {
            members(combined.left(), members, all);
            all.add(combined.all());
            members.add(combined.right());
        } else {
            members.add(query);
        }
    }

    private static boolean names(Query query, String name) {
        if (query instanceof Query.Select select) {
            return names(select.from(), name);
        } else if (query instanceof Query.Combined combined) {
            return names(combined.left(), name) || names(combined.right(), name);
        }
        return query instanceof Query.With with && names(with.body(), name);
    }

    private static boolean names(@Nullable Source source, String name) {
        if (source instanceof Source.Table table) {
            return table.name().size() == 1 && table.name().get(0).equalsIgnoreCase(name);
        } else if (source instanceof Source.Derived derived) {
            return names(derived.query(), name);
        } else if (source instanceof Source.Join join) {
            return names(join.left(), name) || names(join.right(), name);
        }
        return source instanceof Source.Exploded exploded && names(exploded.source(), name);
    }
}
