package io.tributary.frontend.statement;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Tokens;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.ParameterCursor;
import io.tributary.frontend.execution.PreparedParameters;
import io.tributary.frontend.execution.SessionValues;
import io.tributary.planner.plan.SelectVariablesPlan;
import io.tributary.planner.plan.SessionExpression;
import io.tributary.planner.sql.query.ExpressionParser;
import io.tributary.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * SLEEP: waits for the connection's statement, at most as long as one may run. Event loop of the connection.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/miscellaneous-functions.html#function_sleep">SLEEP</a>
 */
final class Sleep {
    private static final SessionValues.Value OVER = new SessionValues.Value("0", true);
    private static final SessionValues.Value INTERRUPTED = new SessionValues.Value("1", true);

    private final Session session;
    private final SessionValues values;
    private final ConnectionLoop loop;
    private final Supplier<SqlMode> sqlMode;
    private @Nullable CompletableFuture<SessionValues.Value> waiting;

    Sleep(Session session, SessionValues values, ConnectionLoop loop, Supplier<SqlMode> sqlMode) {
        this.session = session;
        this.values = values;
        this.loop = loop;
        this.sqlMode = sqlMode;
    }

    /**
     * Waits so many seconds; 0 afterwards, 1 where it was ended before, by KILL QUERY or the time limit of the statement.
     *
     * @throws io.tributary.contract.error.TributaryException 1210 for NULL and for less than nothing
     */
    CompletableFuture<SessionValues.Value> of(SessionExpression.Call call, ParameterCursor parameters) {
        String argument = argument(call.arguments().get(0), parameters.next());
        double wanted = seconds(argument) * TimeUnit.SECONDS.toMillis(1);
        long limit = session.variables().limits().selectTimeMaxMillis();
        boolean tooLong = limit > 0 && wanted > limit;
        CompletableFuture<SessionValues.Value> over = new CompletableFuture<>();
        waiting = over;
        return loop.resume(over.completeOnTimeout(
                tooLong ? INTERRUPTED : OVER, tooLong ? limit : Math.round(wanted), TimeUnit.MILLISECONDS));
    }

    /** Waits as often as the items say, one after another; what that gave stands in the plan then. */
    CompletableFuture<SelectVariablesPlan> before(SelectVariablesPlan plan, PreparedParameters parameters) {
        ParameterCursor cursor = new ParameterCursor(parameters);
        CompletableFuture<SelectVariablesPlan> slept = CompletableFuture.completedFuture(plan);
        for (int i = 0; i < plan.items().size(); i++) {
            if (plan.items().get(i).expression() instanceof SessionExpression.Call call && call.isSleep()) {
                int at = i;
                slept = slept.thenCompose(
                        before -> of(call, cursor).thenApply(value -> with(before, at, String.valueOf(value.text()))));
            }
        }
        return slept;
    }

    private static SelectVariablesPlan with(SelectVariablesPlan plan, int at, String number) {
        List<SelectVariablesPlan.Item> items = new ArrayList<>(plan.items());
        items.set(
                at,
                new SelectVariablesPlan.Item(
                        items.get(at).name(),
                        new SessionExpression.Literal(SessionExpression.LiteralKind.NUMBER, number)));
        return new SelectVariablesPlan(items, plan.rows());
    }

    private @Nullable String argument(SessionExpression argument, ParameterCursor parameters) {
        if (!(argument instanceof SessionExpression.Parameter)) {
            return values.evaluate(argument).text();
        }
        SqlMode mode = sqlMode.get();
        String literal = parameters.literal(0, mode);
        return literal == null
                ? null
                : values.evaluate(new ExpressionParser(Tokens.of(literal, mode)).assigned())
                        .text();
    }

    private static double seconds(@Nullable String text) {
        double seconds;
        try {
            seconds = text == null ? Double.NaN : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            seconds = Double.NaN;
        }
        if (seconds >= 0) {
            return seconds;
        }
        throw ErrorCode.WRONG_ARGUMENTS.error("Incorrect arguments to sleep");
    }

    /** Ends it now, if it waits. */
    void interrupt() {
        if (waiting != null) {
            waiting.complete(INTERRUPTED);
        }
    }
}
