package io.tributary.frontend.statement;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.ColumnType;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.FirstRow;
import io.tributary.frontend.execution.ParameterCursor;
import io.tributary.frontend.execution.SessionValues;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.frontend.write.OwnWrites;
import io.tributary.frontend.write.SessionPlanner;
import io.tributary.planner.plan.SessionExpression;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The value of any expression: computed by the session where it can, else asked of the engine as a query of one row.
 * Event loop of the connection.
 */
final class EngineValues {
    private final SessionValues values;
    private final SessionPlanner planner;
    private final Sleep sleep;
    private final BackendRouter router;
    private final OwnWrites ownWrites;
    private final ConnectionLoop loop;
    private final Supplier<QueryContext> context;

    EngineValues(
            SessionPlanner planner,
            Sleep sleep,
            BackendRouter router,
            OwnWrites ownWrites,
            ConnectionLoop loop,
            Supplier<QueryContext> context) {
        this.planner = planner;
        this.values = planner.values();
        this.sleep = sleep;
        this.router = router;
        this.ownWrites = ownWrites;
        this.loop = loop;
        this.context = context;
    }

    CompletableFuture<SessionValues.Value> evaluate(SessionExpression expression, ParameterCursor parameters) {
        if (expression instanceof SessionExpression.Call call && call.isSleep()) {
            return sleep.of(call, parameters);
        }
        if (!(expression instanceof SessionExpression.Text text)) {
            return CompletableFuture.completedFuture(values.evaluate(expression));
        }
        String sql = planner.engineText("SELECT CAST(v AS CHAR), v FROM (SELECT ("
                + values.substitute(text.sql(), planner.sqlMode(), parameters.next()) + ") AS v) AS x");
        FirstRow<SessionValues.Value> receiver = new FirstRow<>(EngineValues::value);
        return ownWrites.beforeReading().thenCompose(visible -> {
            QueryContext of = context.get();
            router.queriesOf(of.transactionId()).query(sql, of, receiver);
            return loop.resume(receiver.value()).thenApply(found -> found.orElse(SessionValues.Value.NULL));
        });
    }

    /** The first column as text; by the second one's type it is a number or not. */
    private static Optional<SessionValues.Value> value(RowBlockReader rows, List<ResultColumn> columns) {
        ColumnType.Kind kind = columns.get(1).type().kind();
        boolean number =
                switch (kind) {
                    case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, LARGEINT, FLOAT, DOUBLE, DECIMAL -> true;
                    default -> false;
                };
        boolean bool = kind == ColumnType.Kind.BOOLEAN;
        return FirstRow.text(rows, 0)
                .map(text -> new SessionValues.Value(bool ? (text.equals("true") ? "1" : "0") : text, number));
    }
}
