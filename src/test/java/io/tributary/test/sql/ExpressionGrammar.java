package io.tributary.test.sql;

import java.util.List;

/** Expressions of a kind, as deep as is asked for. */
final class ExpressionGrammar {
    private static final int OTHER_KIND_ONCE_IN = 8;

    private final FunctionTable functions;
    private final Draw draw;
    private final boolean mixed;
    private final Subqueries subqueries;

    /** What makes expressions that are queries. */
    interface Subqueries {
        /** Whether one more may stand in this query. */
        boolean mayFollow();

        Piece scalar(Kind kind, Scope scope);

        Piece condition(Scope scope);
    }

    /** @param mixed whether an operand may be of another kind than a function is for */
    ExpressionGrammar(FunctionTable functions, Draw draw, boolean mixed, Subqueries subqueries) {
        this.functions = functions;
        this.draw = draw;
        this.mixed = mixed;
        this.subqueries = subqueries;
    }

    Piece expression(Kind kind, int depth, Scope scope) {
        return expression(kind, depth, scope, true);
    }

    private Piece expression(Kind kind, int depth, Scope scope, boolean brackets) {
        if (depth <= 0 || draw.once(8)) {
            return leaf(kind, scope);
        }
        if (draw.once(14) && subqueries.mayFollow()) {
            return kind == Kind.BOOL && draw.once(2) ? subqueries.condition(scope) : subqueries.scalar(kind, scope);
        }
        if (scope.rows() != null && draw.once(2)) {
            return aggregate(kind, depth, scope);
        }
        return call(functions.anywhere(), kind, depth, scope, brackets);
    }

    private Piece aggregate(Kind kind, int depth, Scope scope) {
        Scope rows = scope.rows();
        List<FunctionSpec> either = draw.once(3) ? functions.grouped() : functions.aggregates();
        return rows == null || either.stream().noneMatch(each -> each.gives(kind))
                ? leaf(kind, scope)
                : call(either, kind, depth, rows, true);
    }

    /** A call of one of these functions, whose window or whose groups see the scope. */
    Piece call(List<FunctionSpec> either, Kind kind, int depth, Scope scope, boolean brackets) {
        List<FunctionSpec> possible = either.stream()
                .filter(each -> each.gives(kind))
                .filter(each -> each.columns().stream()
                        .noneMatch(demanded -> scope.of(demanded).isEmpty()))
                .toList();
        if (possible.isEmpty()) {
            return leaf(kind, scope);
        }
        FunctionSpec spec = draw.of(possible);
        Kind same = spec.result().equals("any") ? kind : draw.of(Kind.PLAIN);
        boolean bare = spec.isInfix() && draw.once(3);
        return spec.call(
                kind,
                draw,
                new FunctionSpec.Operands() {
                    @Override
                    public Piece of(String name, boolean column) {
                        Kind drawn = operandKind(name, kind, same, spec);
                        if (column) {
                            return Piece.expression(
                                    drawn, draw.of(scope.of(drawn)).text());
                        }
                        Kind chosen = mixed && mayBeOther(name) && draw.once(OTHER_KIND_ONCE_IN)
                                ? draw.of(Kind.COMPARABLE)
                                : drawn;
                        Piece operand = expression(chosen, draw.once(3) ? 0 : depth - 1, scope, !bare);
                        if (operand.text().equals("NULL") && spec.call().matches("M(?:IN|AX)\\(.*")) {
                            // MariaDB's least of nothing but NULL is a text.
                            return Piece.expression(chosen, draw.of(chosen.literals()));
                        }
                        return name.equals("value") && chosen.isNumber() ? exact(chosen, operand) : operand;
                    }

                    @Override
                    public Piece literal(String pool) {
                        return Piece.fixed(draw.of(functions.pool(pool)));
                    }
                },
                brackets);
    }

    /** What is called may be a DOUBLE, whatever it stands for. */
    private static Piece exact(Kind kind, Piece operand) {
        return operand.labels().findAny().isEmpty()
                ? operand
                : Piece.expression(kind, "CAST({0} AS DECIMAL(30, 8))", operand);
    }

    /** MariaDB takes any value for a document, and writes a DOUBLE into one without its point. */
    private static boolean mayBeOther(String operand) {
        return !operand.equals("json") && !operand.equals("value");
    }

    private Kind operandKind(String name, Kind result, Kind same, FunctionSpec spec) {
        boolean follows = spec.result().equals(name) && !draw.once(4);
        return switch (name) {
            case "any" -> same.isNumber() && draw.once(4) ? draw.of(Kind.NUMBERS) : same;
            case "each" -> draw.of(Kind.PLAIN);
            case "value" -> draw.of(Kind.IN_JSON);
            case "num" -> follows ? result : draw.of(Kind.NUMBERS);
            case "exact" -> draw.of(Kind.EXACT);
            case "day" -> draw.of(Kind.DAYS);
            default -> Kind.named(name);
        };
    }

    Piece leaf(Kind kind, Scope scope) {
        List<Column> columns = scope.of(kind);
        List<Column> outer = scope.outerOf(kind);
        if (!outer.isEmpty() && draw.once(4)) {
            return Piece.expression(kind, draw.of(outer).text());
        }
        if (!columns.isEmpty() && !draw.once(4)) {
            return Piece.expression(kind, draw.of(columns).text());
        }
        return Piece.expression(kind, draw.once(20) ? "NULL" : draw.of(kind.literals()));
    }
}
