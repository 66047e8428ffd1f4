package io.tributary.dialect.parse;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLOver;
import com.alibaba.druid.sql.ast.SQLWindow;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import io.tributary.dialect.lex.Mark;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Window;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands behind OVER and in a WINDOW clause. */
final class Windows {
    private final Statement statement;
    private final Queries queries;

    Windows(Statement statement, Queries queries) {
        this.statement = statement;
        this.queries = queries;
    }

    List<Window.Named> named(@Nullable List<SQLWindow> windows) {
        return windows == null
                ? List.of()
                : windows.stream()
                        .map(window -> new Window.Named(statement.name(window.getName()), read(window.getOver())))
                        .toList();
    }

    /** {@code OVER name}. */
    Window reference(SQLExpr name) {
        return new Window(statement.name(name), List.of(), List.of(), null);
    }

    Window read(SQLOver over) {
        List<SQLExpr> partition = over.getPartitionBy();
        String base = over.getOf() == null ? "" : statement.name(over.getOf());
        if (!partition.isEmpty()
                && partition.get(0) instanceof SQLMethodInvokeExpr call
                && Expressions.isCall(call, Mark.BASE)) {
            base = statement.name(call.getArguments().get(0));
            partition = partition.subList(1, partition.size());
        }
        return new Window(base, queries.expressions().all(partition), queries.orders(over.getOrderBy()), frame(over));
    }

    private Window.@Nullable Frame frame(SQLOver over) {
        if (over.getWindowingType() == null) {
            return null;
        }
        Window.Bound start = bound(over.getWindowingBetweenBeginBound(), over.getWindowingBetweenBegin());
        Window.Bound end = over.getWindowingBetweenEndBound() == null
                ? new Window.Bound(Window.Bound.Kind.CURRENT_ROW, null)
                : bound(over.getWindowingBetweenEndBound(), over.getWindowingBetweenEnd());
        return new Window.Frame(over.getWindowingType() == SQLOver.WindowingType.ROWS, start, end);
    }

    private Window.Bound bound(SQLOver.@Nullable WindowingBound bound, @Nullable SQLExpr offset) {
        if (bound == null) {
            throw statement.refused();
        }
        Expression read = queries.optional(offset);
        return new Window.Bound(Window.Bound.Kind.valueOf(bound.name()), read);
    }
}
