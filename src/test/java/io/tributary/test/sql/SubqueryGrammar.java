package io.tributary.test.sql;

import java.util.List;

/** Expressions that are queries: of one value, IN, EXISTS, ANY and ALL. */
final class SubqueryGrammar implements ExpressionGrammar.Subqueries {
    private static final int SUBQUERIES_MAX = 3;

    private final FunctionTable functions;
    private final SourceGrammar sources;
    private final Draw draw;
    private final QueryGrammar queries;

    private int subqueries;

    SubqueryGrammar(FunctionTable functions, SourceGrammar sources, Draw draw, QueryGrammar queries) {
        this.functions = functions;
        this.sources = sources;
        this.draw = draw;
        this.queries = queries;
    }

    @Override
    public boolean mayFollow() {
        return subqueries < SUBQUERIES_MAX;
    }

    @Override
    public Piece scalar(Kind kind, Scope scope) {
        subqueries++;
        Source source = sources.sources(0);
        Scope within = Scope.of(source.columns(), scope.visible());
        Piece where = draw.once(2)
                ? Piece.NOTHING
                : Piece.optional(" WHERE {0}", queries.expressions().expression(Kind.BOOL, 1, within));
        if (draw.once(3) && source.keys().size() == 1) {
            return Piece.expression(
                    kind,
                    "(SELECT {0} FROM {1}{2} ORDER BY " + source.keys().get(0).text() + " LIMIT 1)",
                    queries.expressions().leaf(kind, within),
                    source.piece(),
                    where);
        }
        Piece value = queries.expressions()
                .call(functions.aggregates(), kind, 1, Scope.of(source.columns(), List.of()), true);
        Piece one = value.label().isEmpty() ? Piece.fixed("MAX({0})", value) : value;
        return Piece.expression(kind, "({0})", Piece.query("SELECT {0} FROM {1}{2}", one, source.piece(), where));
    }

    @Override
    public Piece condition(Scope scope) {
        subqueries++;
        Kind kind = draw.of(Kind.PLAIN);
        Source source = sources.sources(0);
        Scope within = Scope.of(source.columns(), scope.visible());
        Piece where = draw.once(3)
                ? Piece.NOTHING
                : Piece.optional(" WHERE {0}", queries.expressions().expression(Kind.BOOL, 1, within));
        Piece leaf = queries.expressions().leaf(kind, within);
        if (draw.once(6)) {
            Kind other = draw.of(Kind.PLAIN);
            return Piece.expression(
                    Kind.BOOL,
                    "(({0}, {1})" + draw.of(" IN ", " NOT IN ") + "(SELECT {2}, {3} FROM {4}{5}))",
                    queries.expressions().leaf(kind, scope),
                    queries.expressions().leaf(other, scope),
                    leaf,
                    queries.expressions().leaf(other, within),
                    source.piece(),
                    where);
        }
        Piece query = Piece.query("SELECT {0} FROM {1}{2}", leaf, source.piece(), where);
        if (draw.once(3)) {
            return Piece.expression(Kind.BOOL, draw.of("EXISTS ({0})", "(NOT EXISTS ({0}))"), query);
        }
        String comparison =
                draw.of(" IN ", " IN ", " NOT IN ", " = ANY ", " > ALL ", " <> ALL ", " < SOME ", " >= ANY ");
        return Piece.expression(
                Kind.BOOL, "({0}" + comparison + "({1}))", queries.expressions().leaf(kind, scope), query);
    }
}
