package io.tributary.frontend.statement;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.SqlText;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.ParameterCursor;
import io.tributary.frontend.execution.SessionValues;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.frontend.write.OwnWrites;
import io.tributary.planner.plan.SessionExpression;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The value of any expression: computed by the session where it can, else asked of the engine as a query of one row.
 * Event loop of the connection.
 */
final class EngineValues {
    private final SessionValues values;
    private final BackendRouter router;
    private final OwnWrites ownWrites;
    private final ConnectionLoop loop;
    private final Supplier<SqlMode> sqlMode;
    private final Supplier<QueryContext> context;

    EngineValues(
            SessionValues values,
            BackendRouter router,
            OwnWrites ownWrites,
            ConnectionLoop loop,
            Supplier<SqlMode> sqlMode,
            Supplier<QueryContext> context) {
        this.values = values;
        this.router = router;
        this.ownWrites = ownWrites;
        this.loop = loop;
        this.sqlMode = sqlMode;
        this.context = context;
    }

    CompletableFuture<SessionValues.Value> evaluate(SessionExpression expression, ParameterCursor parameters) {
        if (!(expression instanceof SessionExpression.Text text)) {
            return CompletableFuture.completedFuture(values.evaluate(expression));
        }
        String sql = values.substitute(text.sql(), sqlMode.get(), parameters.next());
        OneValue receiver = new OneValue();
        return ownWrites.beforeReading().thenCompose(visible -> {
            QueryContext of = context.get();
            router.queriesOf(of.transactionId())
                    .query("SELECT CAST(v AS CHAR), v FROM (SELECT (" + sql + ") AS v) AS x", of, receiver);
            return loop.resume(receiver.value);
        });
    }

    /** Takes the first row's first column as text; by the second one's type it is a number or not. */
    private static final class OneValue implements ResultReceiver {
        private final CompletableFuture<SessionValues.Value> value = new CompletableFuture<>();
        private @Nullable RowBlockReader reader;
        private @Nullable Flow source;
        private boolean number;
        private boolean bool;
        private SessionValues.Value found = SessionValues.Value.NULL;

        @Override
        public void columns(List<ResultColumn> columns, Flow flow) {
            ColumnType.Kind kind = columns.get(1).type().kind();
            bool = kind == ColumnType.Kind.BOOLEAN;
            number = switch (kind) {
                case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, LARGEINT, FLOAT, DOUBLE, DECIMAL -> true;
                default -> false;
            };
            reader = new RowBlockReader(columns.stream().map(ResultColumn::type).toList());
            source = flow;
        }

        @Override
        public void rows(RowBlock block) {
            RowBlockReader of = reader;
            Flow flow = source;
            if (of == null || flow == null) {
                throw new IllegalStateException("rows before columns");
            }
            of.reset(block);
            if (of.rowCount() > 0 && !of.isNull(0, 0)) {
                String text = SqlText.strict(of.array(), of.bytesOffset(0, 0), of.bytesLength(0, 0));
                found = new SessionValues.Value(bool ? (text.equals("true") ? "1" : "0") : text, number);
            }
            flow.request(1);
        }

        @Override
        public void finished() {
            value.complete(found);
        }

        @Override
        public void failed(TributaryException error) {
            value.completeExceptionally(error);
        }
    }
}
