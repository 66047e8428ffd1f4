package io.tributary.frontend.write;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.Rejections;
import io.tributary.frontend.execution.ServerFacts;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.sql.definition.TableDdl;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Words the refusal of an INSERT's rows as programs for Apache Doris read it, with the address of the rows, where the table
 * was made in its form: MySQL's text stands within it, and the number is MySQL's. Any thread.
 *
 * @see <a href="https://doris.apache.org/docs/data-operate/import/import-way/insert-into-manual">INSERT INTO</a>
 */
public final class RefusedRows {
    private final Rejections rejections;
    private final ServerFacts.Address address;

    public RefusedRows(ServerFacts facts) {
        rejections = facts.rejections();
        address = facts.address();
    }

    /** Runs an INSERT as it was planned, and words what refuses its rows, thrown or told later. */
    public <T> CompletableFuture<T> of(InsertPlan plan, Supplier<CompletableFuture<T>> insert) {
        CompletableFuture<T> inserted;
        try {
            inserted = insert.get();
        } catch (TributaryException e) {
            throw worded(plan, e);
        }
        return inserted.exceptionallyCompose(error -> {
            Throwable cause = ConnectionLoop.cause(error);
            return CompletableFuture.failedFuture(
                    cause instanceof TributaryException refused ? worded(plan, refused) : cause);
        });
    }

    private TributaryException worded(InsertPlan plan, TributaryException error) {
        boolean filtered = error.code() == ErrorCode.TOO_MANY_FILTERED;
        boolean ofRow = error.code().kind() == ErrorCode.Kind.ROW
                && TableDdl.isInDorisForm(plan.table().layout());
        if (!filtered && !ofRow) {
            return error;
        }
        String why =
                (filtered ? "" : "Insert has filtered data in strict mode, first_error_msg: ") + error.getMessage();
        String server = address.host() + ":" + address.httpPort().getAsInt();
        String url = rejections.url(server, "Reason: " + TemporaryName.shownIn(error.why()) + "\n");
        return new TributaryException(error.code(), why + ". url: " + url);
    }
}
