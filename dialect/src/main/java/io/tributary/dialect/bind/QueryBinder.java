package io.tributary.dialect.bind;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.dialect.bind.Bound.Column;
import io.tributary.dialect.bind.Bound.SortKey;
import io.tributary.dialect.bind.BoundQuery.Combined;
import io.tributary.dialect.bind.BoundQuery.Named;
import io.tributary.dialect.bind.BoundQuery.Ordering;
import io.tributary.dialect.bind.BoundQuery.Output;
import io.tributary.dialect.bind.BoundQuery.Values;
import io.tributary.dialect.bind.BoundQuery.With;
import io.tributary.dialect.bind.ExpressionBinder.Clause;
import io.tributary.dialect.bind.Scope.NamedQuery;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Literal;
import io.tributary.dialect.tree.Expression.Name;
import io.tributary.dialect.tree.Literals.Kind;
import io.tributary.dialect.tree.Order;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.tree.Query.Combined.Operator;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.Unification;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Binds queries: SELECTs, their unions, and those that have a name. One thread. */
final class QueryBinder {
    private static final int DIGITS_OF_BIGINT = 19;

    private final Statement statement;
    private final @Nullable Scope outer;
    private final List<NamedQuery> named;

    QueryBinder(Statement statement, @Nullable Scope outer) {
        this(statement, outer, outer == null ? List.of() : outer.named());
    }

    private QueryBinder(Statement statement, @Nullable Scope outer, List<NamedQuery> named) {
        this.statement = statement;
        this.outer = outer;
        this.named = named;
    }

    /** Binds the query of a statement, or of a view. */
    static BoundQuery whole(Query query, Statement statement) {
        return new QueryBinder(statement, null).query(query).map(new Today(statement)::of);
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
                            && convert.value().type().kind() == SqlType.Kind.TIME
                            && (convert.type().kind() == SqlType.Kind.DATE
                                    || convert.type().kind() == SqlType.Kind.DATETIME)
                    ? new Bound.Convert(
                            convert.type(),
                            new CallBinder(statement).call("MOMENT OF TIME", List.of(convert.value())),
                            convert.form())
                    : bound;
        }
    }

    QueryBinder within(@Nullable Scope around) {
        return new QueryBinder(statement, around, named);
    }

    /** Returns the same where one more query is known. */
    QueryBinder knowing(NamedQuery query) {
        List<NamedQuery> known = new ArrayList<>(named);
        known.add(query.unbounded());
        return new QueryBinder(statement, outer, known);
    }

    List<NamedQuery> named() {
        return named;
    }

    @Nullable
    NamedQuery named(String name) {
        for (int i = named.size() - 1; i >= 0; i--) {
            if (named.get(i).name().equalsIgnoreCase(name)) {
                return named.get(i);
            }
        }
        return null;
    }

    BoundQuery query(Query query) {
        if (query instanceof Query.Select select) {
            return new SelectBinder(statement, this, outer).select(select);
        } else if (query instanceof Query.Combined combined) {
            return combined(combined);
        } else if (query instanceof Query.With with) {
            return with(with);
        }
        return values((Query.Values) query);
    }

    /** A chain of set operations has one type for each column, by what all of its queries give. */
    private BoundQuery combined(Query.Combined combined) {
        List<Query.Combined> chain = new ArrayList<>(List.of(combined));
        while (chain.get(0).left() instanceof Query.Combined left
                && left.ordering().equals(Query.Ordering.NONE)) {
            chain.add(0, left);
        }
        List<BoundQuery> members = new ArrayList<>(List.of(query(chain.get(0).left())));
        chain.forEach(each -> members.add(query(each.right())));
        List<Output> outputs = unified(members);
        List<SqlType> types = outputs.stream().map(Output::type).toList();
        BoundQuery result = Outputs.as(members.get(0), types, statement);
        for (int i = 0; i < chain.size(); i++) {
            result = new Combined(
                    outputs,
                    chain.get(i).operator(),
                    chain.get(i).all() ? null : distinct(chain.get(i).operator(), outputs),
                    result,
                    Outputs.as(members.get(i + 1), types, statement),
                    ordering(chain.get(i).ordering(), outputs));
        }
        return result;
    }

    private static List<Bound> distinct(Operator operator, List<Output> outputs) {
        List<Bound> columns = new ArrayList<>();
        for (Output output : outputs) {
            columns.add(new Column(output.type(), 0, BoundQuery.column(columns.size())));
        }
        List<Bound> keys = Conversions.distinct(columns);
        if (!keys.isEmpty() && operator != Operator.UNION) {
            throw TributaryException.notSupported(operator + " of texts that are compared without case");
        }
        return keys;
    }

    private static List<Output> unified(List<BoundQuery> members) {
        BoundQuery first = members.get(0);
        members.forEach(each -> requireSameWidth(first, each));
        List<Output> outputs = new ArrayList<>();
        for (int i = 0; i < first.outputs().size(); i++) {
            int column = i;
            List<SqlType> types = members.stream()
                    .map(each -> each.outputs().get(column).type())
                    .toList();
            outputs.add(new Output(
                    first.outputs().get(i).name(), Unification.of(types).carrying(0), ColumnOrigin.COMPUTED));
        }
        return outputs;
    }

    static void requireSameWidth(BoundQuery left, BoundQuery right) {
        if (left.outputs().size() != right.outputs().size()) {
            throw ErrorCode.DIFFERENT_COLUMN_COUNTS.error(
                    "The used SELECT statements have a different number of columns");
        }
    }

    /** ORDER BY of a union or of rows: its keys are columns of the result, relation 0. */
    Ordering ordering(Query.Ordering ordering, List<Output> outputs) {
        List<SortKey> keys = new ArrayList<>();
        for (Order key : ordering.keys()) {
            keys.add(ExpressionBinder.key(key, column(key.value(), outputs)));
        }
        return new Ordering(keys, limit(ordering.limit()), limit(ordering.offset()));
    }

    private Bound column(Expression key, List<Output> outputs) {
        int position = position(key, outputs.size(), "order clause");
        if (position < 0 && key instanceof Name name) {
            for (int i = 0; i < outputs.size() && position < 0; i++) {
                position = outputs.get(i).name().equalsIgnoreCase(name.last()) ? i : -1;
            }
            if (position < 0) {
                throw Scope.unknownColumn(name.parts(), "order clause");
            }
        }
        if (position < 0) {
            throw TributaryException.notSupported("ORDER BY an expression behind UNION");
        }
        return new Column(outputs.get(position).type(), 0, BoundQuery.column(position));
    }

    /** Returns which column a whole number stands for, from 0 on; -1 of anything else. */
    int position(Expression key, int columns, String clause) {
        if (!(key instanceof Literal literal) || statement.literals.kind(literal.index()) != Kind.INTEGER) {
            return -1;
        }
        String digits = statement.literals.read(literal.index()).text();
        int position = digits.length() > 6 ? 0 : Integer.parseInt(digits);
        if (position < 1 || position > columns) {
            throw Scope.unknownColumn(List.of(digits), clause);
        }
        return position - 1;
    }

    @Nullable
    Bound limit(@Nullable Expression limit) {
        if (limit == null) {
            return null;
        }
        Bound bound = new ExpressionBinder(statement, new Scope(null), Clause.of("limit")).bind(limit);
        boolean huge = bound instanceof Bound.Slot && bound.type().precision() > DIGITS_OF_BIGINT;
        return huge ? new Bound.Constant(SqlType.integer(DIGITS_OF_BIGINT), Long.MAX_VALUE) : bound;
    }

    private BoundQuery values(Query.Values values) {
        ExpressionBinder expressions = new ExpressionBinder(statement, new Scope(outer), Clause.of("field list"));
        List<List<Bound>> rows = new ArrayList<>();
        List<SqlType> types = new ArrayList<>();
        for (List<Expression> row : values.rows()) {
            List<Bound> bound = expressions.all(row);
            for (int i = 0; i < bound.size(); i++) {
                SqlType own = bound.get(i).type();
                if (rows.isEmpty()) {
                    types.add(own);
                } else {
                    types.set(i, Unification.of(types.get(i), own));
                }
            }
            rows.add(bound);
        }
        List<List<Bound>> converted = rows.stream()
                .map(row -> IntStream.range(0, types.size())
                        .mapToObj(i -> Conversions.convert(row.get(i), types.get(i)))
                        .toList())
                .toList();
        List<Output> outputs = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            outputs.add(new Output("column_" + i, types.get(i), ColumnOrigin.COMPUTED));
        }
        return new Values(outputs, converted, ordering(values.ordering(), outputs));
    }

    private BoundQuery with(Query.With with) {
        checkNames(with);
        List<NamedQuery> known = new ArrayList<>(named);
        List<Named> bound = new ArrayList<>();
        for (Query.Named each : with.named()) {
            int number = statement.next();
            QueryBinder inner = new QueryBinder(statement, outer, List.copyOf(known));
            boolean recursive = with.recursive() && RecursiveQueries.isRecursive(each);
            BoundQuery query = recursive
                    ? recursive(inner, each, number)
                    : Outputs.materialized(inner.query(each.query()), statement);
            NamedQuery result = new NamedQuery(each.name(), number, query.outputs(), each.columns());
            known.add(recursive ? result.unbounded() : result);
            bound.add(new Named(number, recursive, query));
        }
        return new With(bound, new QueryBinder(statement, outer, known).query(with.body()));
    }

    private BoundQuery recursive(QueryBinder inner, Query.Named named, int number) {
        statement.recursive++;
        BoundQuery query = new RecursiveQueries(statement, inner).bind(named, number);
        statement.recursive--;
        return query;
    }

    private static void checkNames(Query.With with) {
        Set<String> names = new HashSet<>();
        for (Query.Named each : with.named()) {
            if (!names.add(each.name().toLowerCase(Locale.ROOT))) {
                throw ErrorCode.NOT_UNIQUE_TABLE.error("Not unique table/alias: '" + each.name() + "'");
            }
        }
    }
}
