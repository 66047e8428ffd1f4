package io.tributary.dialect.parse;

import com.alibaba.druid.sql.ast.SQLDataType;
import com.alibaba.druid.sql.ast.SQLDataTypeRefExpr;
import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.expr.SQLAggregateOption;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.lex.Mark;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Call;
import io.tributary.dialect.tree.Expression.Keyword;
import io.tributary.dialect.tree.Order;
import io.tributary.dialect.tree.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Functions, of which some have a syntax of their own. */
final class Calls {
    /** Their first argument is a keyword. */
    private static final Set<String> OF_UNITS = Set.of("TIMESTAMPDIFF", "TIMESTAMPADD", "GET_FORMAT");

    private static final String TIMESTAMP_UNIT = "SQL_TSI_";

    private final Statement statement;
    private final Queries queries;
    private final Expressions expressions;
    private final Windows windows;

    Calls(Statement statement, Queries queries, Expressions expressions, Windows windows) {
        this.statement = statement;
        this.queries = queries;
        this.expressions = expressions;
        this.windows = windows;
    }

    Expression read(SQLMethodInvokeExpr call) {
        List<SQLExpr> arguments = call.getArguments();
        if (Expressions.isCall(call, Mark.GROUP) && arguments.size() == 1) {
            return expressions.read(arguments.get(0));
        }
        if (Expressions.isCall(call, Mark.GROUP) || call.getMethodName().equalsIgnoreCase("ROW")) {
            return new Expression.Row(expressions.all(arguments));
        }
        boolean system = Expressions.isCall(call, Mark.SYSTEM_VARIABLE);
        if (system || Expressions.isCall(call, Mark.USER_VARIABLE)) {
            return new Expression.Variable(statement.name(arguments.get(0)), system);
        }
        if (arguments.size() == 2 && arguments.get(1) instanceof SQLDataTypeRefExpr type) {
            return cast(arguments.get(0), type.getDataType());
        }
        return plain(call);
    }

    Expression cast(SQLExpr value, SQLDataType type) {
        return new Expression.Cast(expressions.read(value), new Types(statement).read(type));
    }

    private Call plain(SQLMethodInvokeExpr call) {
        String name = Statement.unquoted(call.getMethodName()).toUpperCase(Locale.ROOT);
        if (call.getOwner() != null) {
            // No function has such a name, which whoever looks it up says.
            name = String.join(".", statement.parts(call.getOwner())) + "." + Statement.unquoted(call.getMethodName());
        }
        List<Expression> arguments = new ArrayList<>();
        if (name.equals("TRIM") && call.getFrom() != null) {
            String option = call.getTrimOption();
            arguments.add(new Keyword(option == null ? "BOTH" : option.toUpperCase(Locale.ROOT)));
        }
        arguments.addAll(expressions.all(call.getArguments()));
        for (SQLExpr more : new SQLExpr[] {call.getFrom(), call.getFor()}) {
            if (more != null) {
                arguments.add(expressions.read(more));
            }
        }
        if (OF_UNITS.contains(name) && !arguments.isEmpty() && arguments.get(0) instanceof Expression.Name unit) {
            String upper = unit.last().toUpperCase(Locale.ROOT);
            arguments.set(
                    0,
                    new Keyword(upper.startsWith(TIMESTAMP_UNIT) ? upper.substring(TIMESTAMP_UNIT.length()) : upper));
        }
        if (call.getUsing() != null) {
            arguments.add(new Keyword(statement.name(call.getUsing()).toUpperCase(Locale.ROOT)));
            return new Call(name + "_USING", arguments);
        }
        return new Call(name, arguments);
    }

    Expression aggregate(SQLAggregateExpr aggregate) {
        if (aggregate.getFilter() != null || aggregate.isWithinGroup() || aggregate.getKeep() != null) {
            throw TributaryException.notSupported("FILTER, KEEP and WITHIN GROUP");
        }
        List<SQLExpr> arguments = aggregate.getArguments();
        boolean ignoresNulls =
                !arguments.isEmpty() && Statement.is(arguments.get(arguments.size() - 1), Mark.IGNORE_NULLS);
        Call call = plain(aggregate);
        if (ignoresNulls) {
            call = new Call(call.name(), call.arguments().subList(0, arguments.size() - 1));
        }
        List<Order> order = queries.orders(aggregate.getOrderBy());
        Object separator = aggregate.getAttribute("SEPARATOR");
        Window over = aggregate.getOverRef() != null
                ? windows.reference(aggregate.getOverRef())
                : aggregate.getOver() == null ? null : windows.read(aggregate.getOver());
        boolean distinct = aggregate.getOption() == SQLAggregateOption.DISTINCT;
        boolean plain = !distinct && order.isEmpty() && separator == null && !ignoresNulls && over == null;
        return plain
                ? call
                : new Expression.Aggregate(
                        call,
                        distinct,
                        order,
                        separator == null ? null : expressions.read((SQLExpr) separator),
                        ignoresNulls,
                        over);
    }
}
