package io.tributary.dialect.parse;

import com.alibaba.druid.sql.ast.SQLCurrentTimeExpr;
import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.expr.SQLAllColumnExpr;
import com.alibaba.druid.sql.ast.expr.SQLArrayExpr;
import com.alibaba.druid.sql.ast.expr.SQLBooleanExpr;
import com.alibaba.druid.sql.ast.expr.SQLCaseExpr;
import com.alibaba.druid.sql.ast.expr.SQLCastExpr;
import com.alibaba.druid.sql.ast.expr.SQLCharExpr;
import com.alibaba.druid.sql.ast.expr.SQLDateExpr;
import com.alibaba.druid.sql.ast.expr.SQLDefaultExpr;
import com.alibaba.druid.sql.ast.expr.SQLExistsExpr;
import com.alibaba.druid.sql.ast.expr.SQLExtractExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntervalExpr;
import com.alibaba.druid.sql.ast.expr.SQLMatchAgainstExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLNotExpr;
import com.alibaba.druid.sql.ast.expr.SQLNullExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.expr.SQLQueryExpr;
import com.alibaba.druid.sql.ast.expr.SQLTimeExpr;
import com.alibaba.druid.sql.ast.expr.SQLTimestampExpr;
import com.alibaba.druid.sql.ast.expr.SQLUnaryExpr;
import com.alibaba.druid.sql.ast.expr.SQLUnaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLVariantRefExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.lex.Mark;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Call;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.tree.TypeName;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parser's expressions by their classes. */
final class Expressions {
    private static final Map<Class<?>, Reader<?>> READERS = new HashMap<>();

    static {
        on(
                SQLIntegerExpr.class,
                (all, number) -> all.statement.literal(number.getNumber().intValue()));
        on(SQLCharExpr.class, (all, text) -> all.statement.literal(text.getText()));
        on(SQLVariantRefExpr.class, (all, parameter) -> all.statement.parameter(parameter.getIndex()));
        on(SQLNullExpr.class, (all, word) -> Expression.Word.NULL);
        on(SQLDefaultExpr.class, (all, word) -> Expression.Word.DEFAULT);
        on(SQLBooleanExpr.class, (all, word) -> word.getBooleanValue() ? Expression.Word.TRUE : Expression.Word.FALSE);
        on(SQLIdentifierExpr.class, Expressions::name);
        on(SQLPropertyExpr.class, (all, name) -> new Expression.Name(all.statement.parts(name)));
        on(SQLAllColumnExpr.class, Expressions::star);
        on(SQLUnaryExpr.class, Expressions::unary);
        on(SQLNotExpr.class, (all, not) -> Call.of("NOT", all.read(not.getExpr())));
        for (Class<? extends SQLExpr> operator : Operators.CLASSES) {
            on(operator, (all, operation) -> all.operators.read(operation));
        }
        on(SQLExistsExpr.class, Expressions::exists);
        on(SQLQueryExpr.class, (all, query) -> new Expression.Scalar(all.query(query.getSubQuery())));
        on(SQLCaseExpr.class, Expressions::cases);
        on(SQLArrayExpr.class, Expressions::index);
        on(SQLCastExpr.class, (all, cast) -> all.calls.cast(cast.getExpr(), cast.getDataType()));
        on(SQLExtractExpr.class, Expressions::extract);
        on(SQLIntervalExpr.class, Expressions::interval);
        on(SQLDateExpr.class, (all, date) -> all.moment("DATE", date.getValue()));
        on(SQLTimeExpr.class, (all, time) -> all.moment("TIME", time.getValue()));
        on(SQLTimestampExpr.class, (all, timestamp) -> all.moment("TIMESTAMP", timestamp.getValue()));
        on(SQLCurrentTimeExpr.class, (all, now) -> Call.of(now.getType().name));
        on(SQLMethodInvokeExpr.class, (all, call) -> all.calls.read(call));
        on(SQLAggregateExpr.class, (all, call) -> all.calls.aggregate(call));
        on(SQLMatchAgainstExpr.class, (all, match) -> {
            throw TributaryException.notSupported("MATCH … AGAINST");
        });
    }

    private final Statement statement;
    private final Queries queries;
    private final Operators operators;
    private final Calls calls;

    Expressions(Statement statement, Queries queries, Windows windows) {
        this.statement = statement;
        this.queries = queries;
        operators = new Operators(statement, this);
        calls = new Calls(statement, queries, this, windows);
    }

    /** How a class of the parser's is read. */
    private interface Reader<T> {
        Expression read(Expressions all, T expression);
    }

    private static <T extends SQLExpr> void on(Class<T> type, Reader<T> reader) {
        READERS.put(type, reader);
    }

    @SuppressWarnings("unchecked")
    Expression read(SQLExpr expression) {
        Reader<SQLExpr> reader = (Reader<SQLExpr>) READERS.get(expression.getClass());
        if (reader == null) {
            String words =
                    expression.toString().replaceAll("(?s)[^A-Za-z_ ].*", "").strip();
            throw TributaryException.notSupported(words.isEmpty() ? "such an expression" : words);
        }
        return reader.read(this, expression);
    }

    Query query(SQLSelect query) {
        return queries.read(query);
    }

    List<Expression> all(List<SQLExpr> expressions) {
        return expressions.stream().map(this::read).toList();
    }

    static boolean isCall(SQLMethodInvokeExpr call, Mark mark) {
        return call.getMethodName().equals("`" + mark.text() + "`");
    }

    /** Functions without parentheses are written like names. */
    private Expression name(SQLIdentifierExpr name) {
        String upper = name.getName().toUpperCase(Locale.ROOT);
        return upper.startsWith("UTC_") || upper.equals("CURRENT_USER")
                ? Call.of(upper)
                : new Expression.Name(statement.parts(name));
    }

    private Expression star(SQLAllColumnExpr star) {
        List<String> qualifier = star.getOwner() == null ? List.of() : statement.parts(star.getOwner());
        List<SQLExpr> except = star.getExcept() == null ? List.of() : star.getExcept();
        return new Expression.Star(
                qualifier, except.stream().map(statement::name).toList());
    }

    private Expression exists(SQLExistsExpr exists) {
        return Operators.negated(exists.isNot(), new Expression.Exists(query(exists.getSubQuery())));
    }

    private Expression extract(SQLExtractExpr extract) {
        return Call.of("EXTRACT", new Expression.Keyword(extract.getUnit().name()), read(extract.getValue()));
    }

    private Expression interval(SQLIntervalExpr interval) {
        return new Expression.Interval(
                read(interval.getValue()), interval.getUnit().name());
    }

    /** The next operator behind BINARY says what is meant, see {@link Mark#MINUS}. */
    private Expression unary(SQLUnaryExpr unary) {
        if (unary.getOperator() != SQLUnaryOperator.BINARY) {
            String name = unary.getOperator() == SQLUnaryOperator.Not ? "NOT" : unary.getOperator().name;
            return Call.of(name, read(unary.getExpr()));
        }
        SQLUnaryExpr meant = (SQLUnaryExpr) unary.getExpr();
        return switch (meant.getOperator()) {
            case BINARY -> Call.of("-", read(meant.getExpr()));
            case Compl -> new Expression.Cast(read(meant.getExpr()), TypeName.of("BINARY"));
            default -> read(((SQLUnaryExpr) meant.getExpr()).getExpr());
        };
    }

    private Expression cases(SQLCaseExpr cases) {
        Expression subject = optional(cases.getValueExpr());
        List<Expression.When> whens = cases.getItems().stream()
                .map(item -> new Expression.When(read(item.getConditionExpr()), read(item.getValueExpr())))
                .toList();
        return new Expression.Case(subject, whens, optional(cases.getElseExpr()));
    }

    private @Nullable Expression optional(@Nullable SQLExpr expression) {
        return expression == null ? null : read(expression);
    }

    private Expression index(SQLArrayExpr index) {
        List<SQLExpr> values = index.getValues();
        if (index.getExpr() == null) {
            return new Call("ARRAY", all(values));
        }
        Expression value = statement.chained(1, () -> read(index.getExpr()));
        if (Statement.is(values.get(0), Mark.COLLATE)) {
            return new Expression.Collate(value, statement.name(values.get(1)).toLowerCase(Locale.ROOT));
        }
        boolean text = Statement.is(values.get(0), Mark.TEXT_ARROW);
        if (text || Statement.is(values.get(0), Mark.ARROW)) {
            if (!(value instanceof Expression.Name)) {
                throw statement.refused();
            }
            Call extract = Call.of("JSON_EXTRACT", value, read(values.get(1)));
            return text ? Call.of("JSON_UNQUOTE", extract) : extract;
        }
        if (values.size() > 1) {
            throw statement.refused();
        }
        return Call.of("[]", value, read(values.get(0)));
    }

    private Expression moment(String type, String reference) {
        return Call.of(type + "_LITERAL", statement.literal(reference));
    }
}
