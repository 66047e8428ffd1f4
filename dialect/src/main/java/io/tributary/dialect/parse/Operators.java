package io.tributary.dialect.parse;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLAllExpr;
import com.alibaba.druid.sql.ast.expr.SQLAnyExpr;
import com.alibaba.druid.sql.ast.expr.SQLBetweenExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLInListExpr;
import com.alibaba.druid.sql.ast.expr.SQLInSubQueryExpr;
import com.alibaba.druid.sql.ast.expr.SQLSomeExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.lex.Mark;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Call;
import io.tributary.dialect.tree.Query;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Operators between two operands. Parentheses are calls here, so that a tree of operators is a row of them; the parser gives
 * most of them MySQL's precedence. Not so predicates (LIKE, IN, BETWEEN), which bind tighter than comparisons in MySQL
 * ({@code a = b IN (c)} is {@code a = (b IN (c))}) and equally to the parser.
 */
final class Operators {
    private static final String SOUNDS = "SOUNDS LIKE";

    static final Set<Class<? extends SQLExpr>> CLASSES =
            Set.of(SQLBinaryOpExpr.class, SQLBetweenExpr.class, SQLInListExpr.class, SQLInSubQueryExpr.class);

    // The parser's names of them.
    private static final Set<String> COMPARISONS = Set.of("= != <> < <= <=> > >=".split(" "));
    private static final Set<String> BELOW_PREDICATES = Set.of("=,!=,<>,<,<=,<=>,>,>=,IS,IS NOT".split(","));
    private static final Set<String> PLAIN = Set.of("XOR ^ & | << >> + - * / % MOD DIV".split(" "));
    private static final Set<String> LISTS = Set.of("AND", "OR");
    private static final Set<String> TRUTHS = Set.of("NULL", "TRUE", "FALSE", "UNKNOWN");

    /** The shape has {@code NOT REGEXP} for REGEXP, and {@code NOT RLIKE} for its opposite. */
    private static final Map<String, String> PREDICATES =
            Map.of("LIKE", "LIKE", "NOT LIKE", "LIKE", "NOT REGEXP", "REGEXP", "NOT RLIKE", "REGEXP", SOUNDS, "=");

    private static final Set<String> NEGATED = Set.of("NOT LIKE", "NOT RLIKE", "IS NOT");

    private final Statement statement;
    private final Expressions expressions;

    Operators(Statement statement, Expressions expressions) {
        this.statement = statement;
        this.expressions = expressions;
    }

    static Expression negated(boolean not, Expression expression) {
        return not ? Call.of("NOT", expression) : expression;
    }

    Expression read(SQLExpr last) {
        if (last instanceof SQLBinaryOpExpr lambda && operator(lambda).equals("->")) {
            return lambda(lambda);
        }
        Row row = new Row(last);
        return statement.chained(row.length, () -> row.next(expressions.read(row.first), false));
    }

    private Expression lambda(SQLBinaryOpExpr lambda) {
        Expression names = expressions.read(lambda.getLeft());
        List<Expression> listed = names instanceof Expression.Row row ? row.values() : List.of(names);
        List<String> parameters = new ArrayList<>();
        for (Expression name : listed) {
            if (!(name instanceof Expression.Name simple) || simple.parts().size() > 1) {
                throw TributaryException.notSupported("-> without a column before it and a path behind it");
            }
            parameters.add(simple.last());
        }
        Expression body = statement.chained(1, () -> expressions.read(lambda.getRight()));
        return new Expression.Lambda(parameters, body);
    }

    /** {@code first op a op b …}: the left sides of a tree. */
    private final class Row {
        private final Deque<SQLExpr> operations = new ArrayDeque<>();
        private final SQLExpr first;
        /** All but AND and OR, which have many operands. */
        private final int length;

        private boolean comparison;
        private boolean xor;

        Row(SQLExpr last) {
            SQLExpr left = last;
            int deep = 0;
            while (CLASSES.contains(left.getClass())) {
                operations.push(left);
                deep += LISTS.contains(operator(left)) ? 0 : 1;
                left = left(left);
            }
            length = deep;
            first = left;
        }

        /** @param predicate whether to stop before the first operator that binds less tightly than a predicate */
        Expression next(Expression value, boolean predicate) {
            Expression left = value;
            while (!operations.isEmpty() && !(predicate && BELOW_PREDICATES.contains(operator(operations.element())))) {
                left = next(left);
            }
            return left;
        }

        private Expression next(Expression left) {
            SQLExpr operation = operations.pop();
            boolean compared = comparison;
            boolean xored = xor;
            String operator = operator(operation);
            comparison = COMPARISONS.contains(operator);
            xor = operator.equals("^");
            if (operation instanceof SQLBetweenExpr between) {
                return between(left, between, compared);
            }
            if (operation instanceof SQLInListExpr in) {
                return ofSecond(left, compared, value -> {
                    List<Expression> arguments = new ArrayList<>(List.of(value));
                    arguments.addAll(expressions.all(in.getTargetList()));
                    return negated(in.isNot(), new Call("IN", arguments));
                });
            }
            if (operation instanceof SQLInSubQueryExpr in) {
                Query query = expressions.query(in.getSubQuery());
                return ofSecond(left, compared, value -> negated(in.isNot(), new Expression.InQuery(value, query)));
            }
            SQLBinaryOpExpr binary = (SQLBinaryOpExpr) operation;
            if (PREDICATES.containsKey(operator)) {
                return ofSecond(left, compared, value -> predicate(value, binary));
            }
            if (comparison) {
                return comparison(left, binary);
            }
            if (LISTS.contains(operator)) {
                return list(left, binary);
            }
            if (xor && Statement.is(binary.getRight(), Mark.CONCAT)) {
                // It binds tighter than another ^ before it.
                xor = false;
                Expression right = expressions.read(((SQLBinaryOpExpr) operations.pop()).getRight());
                return ofSecond(left, xored, value -> Call.of("CONCAT", value, right));
            }
            Expression right = expressions.read(binary.getRight());
            if (operator.startsWith("IS")) {
                String truth = right instanceof Expression.Name name
                        ? name.last().toUpperCase(Locale.ROOT)
                        : String.valueOf(right);
                if (!TRUTHS.contains(truth) || operator.contains("DISTINCT")) {
                    throw TributaryException.notSupported(operator);
                }
                return negated(NEGATED.contains(operator), Call.of("IS " + truth, left));
            }
            if (!PLAIN.contains(operator)) {
                throw TributaryException.notSupported(operator);
            }
            return Call.of(operator.equals("MOD") ? "%" : operator, left, right);
        }

        /** What follows the second AND belongs to BETWEEN's last operand up to the first comparison. */
        private Expression between(Expression left, SQLBetweenExpr between, boolean compared) {
            Expression begin = expressions.read(between.getBeginExpr());
            Row row = new Row(between.getEndExpr());
            Expression end = statement.chained(row.length, () -> row.next(expressions.read(row.first), true));
            while (!row.operations.isEmpty()) {
                operations.push(row.operations.removeLast());
            }
            return ofSecond(left, compared, value -> negated(between.isNot(), Call.of("BETWEEN", value, begin, end)));
        }

        /** AND and OR have as many operands as stand in a row. */
        private Expression list(Expression first, SQLBinaryOpExpr operation) {
            List<Expression> operands = new ArrayList<>(List.of(first, expressions.read(operation.getRight())));
            while (!operations.isEmpty() && operator(operations.element()).equals(operator(operation))) {
                operands.add(expressions.read(((SQLBinaryOpExpr) operations.pop()).getRight()));
            }
            return new Call(operator(operation), operands);
        }

        private Expression predicate(Expression value, SQLBinaryOpExpr operation) {
            String operator = operator(operation);
            Expression right = expressions.read(operation.getRight());
            if (operator.equals(SOUNDS)) {
                return Call.of("=", Call.of("SOUNDEX", value), Call.of("SOUNDEX", right));
            }
            List<Expression> arguments = new ArrayList<>(List.of(value, right));
            if (!operations.isEmpty() && operator(operations.element()).equals("ESCAPE")) {
                arguments.add(expressions.read(((SQLBinaryOpExpr) operations.pop()).getRight()));
            }
            return negated(
                    NEGATED.contains(operator), new Call(PREDICATES.getOrDefault(operator, operator), arguments));
        }

        private Expression comparison(Expression left, SQLBinaryOpExpr operation) {
            String operator = operator(operation);
            String name = operator.equals("!=") ? "<>" : operator;
            SQLExpr right = operation.getRight();
            SQLSelect any = right instanceof SQLAnyExpr each
                    ? each.getSubQuery()
                    : right instanceof SQLSomeExpr some ? some.getSubQuery() : null;
            SQLSelect all = right instanceof SQLAllExpr every ? every.getSubQuery() : any;
            return all == null
                    ? Call.of(name, left, expressions.read(right))
                    : new Expression.Quantified(left, name, any == null, expressions.query(all));
        }

        /** A predicate of what the parser took for its first operand: of that one's second operand, if it is split. */
        private Expression ofSecond(Expression left, boolean split, UnaryOperator<Expression> predicate) {
            if (!split || !(left instanceof Call call)) {
                return predicate.apply(left);
            }
            List<Expression> operands = call.arguments();
            return Call.of(call.name(), operands.get(0), predicate.apply(operands.get(1)));
        }
    }

    /** Empty of what is no {@link SQLBinaryOpExpr}. */
    private static String operator(SQLExpr operation) {
        return operation instanceof SQLBinaryOpExpr binary ? binary.getOperator().name : "";
    }

    private static SQLExpr left(SQLExpr operation) {
        if (operation instanceof SQLBinaryOpExpr binary) {
            return binary.getLeft();
        }
        if (operation instanceof SQLBetweenExpr between) {
            return between.getTestExpr();
        }
        return operation instanceof SQLInListExpr in ? in.getExpr() : ((SQLInSubQueryExpr) operation).getExpr();
    }
}
