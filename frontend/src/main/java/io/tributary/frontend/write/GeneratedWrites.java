package io.tributary.frontend.write;

import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.GeneratedRows;
import io.tributary.contract.row.FilterLimits;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.row.encode.RowFilter;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.QueryContexts;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.session.Session;
import java.time.ZoneId;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Generated columns of the rows of one session: the table's backend computes them before the rows are stored in whatever way, so that
 * what is acknowledged is whole. Event loop of the connection.
 */
final class GeneratedWrites {
    private final Session session;
    private final BackendRouter router;
    private final ConnectionLoop loop;

    GeneratedWrites(Session session, BackendRouter router, ConnectionLoop loop) {
        this.session = session;
        this.router = router;
        this.loop = loop;
    }

    /** @param tableId whose backend computes */
    private record Computing(BackendRouter router, long tableId, ConnectionLoop loop) implements GeneratedRows.Engine {
        @Override
        public CompletableFuture<EvaluatedRows> evaluate(Evaluation evaluation) {
            return loop.resume(router.ownerOf(tableId).evaluate(evaluation));
        }

        @Override
        public <T> CompletableFuture<T> run(long bytes, Supplier<T> work) {
            return bytes > ConnectionLoop.BYTES_MAX
                    ? loop.offLoop(work)
                    : CompletableFuture.completedFuture(work.get());
        }
    }

    /** The rows with the values of their generated columns. */
    CompletableFuture<InsertRows> complete(InsertRows rows) {
        if (!rows.plan().table().isCompleted() || rows.blocks().isEmpty()) {
            return CompletableFuture.completedFuture(rows);
        }
        FilterLimits limits = SessionPlanner.filterLimits(session);
        RowBlockWriter into = writer(rows.plan());
        into.filter(
                limits == null
                        ? null
                        : new RowFilter(limits).behind(rows.filtered().count()));
        GeneratedRows generated = rows(rows.plan(), into, GeneratedRows.Watcher.NONE);
        return generated
                .complete(rows.blocks())
                .thenApply(blocks -> rows.completed(blocks, generated.filtered(rows.rows())));
    }

    /** What completes a load. */
    GeneratedRows of(InsertPlan target, RowBlockWriter source, GeneratedRows.Watcher watcher) {
        RowBlockWriter into = writer(target);
        into.filterOf(source);
        return rows(target, into, watcher);
    }

    private RowBlockWriter writer(InsertPlan plan) {
        RowBlockWriter into = TableWriters.whole(plan.table(), deletes(plan));
        into.setTimeZone(session.variables().timeZone());
        into.partitions(plan.partitions());
        return into;
    }

    private GeneratedRows rows(InsertPlan plan, RowBlockWriter into, GeneratedRows.Watcher watcher) {
        TableSchema table = plan.table();
        ZoneId zone = session.variables().timeZone();
        return new GeneratedRows(
                table,
                deletes(plan),
                into,
                new Computing(router, table.tableId(), loop),
                QueryContexts.ofLoad(session, table.database(), zone),
                watcher);
    }

    private static boolean deletes(InsertPlan plan) {
        return plan.columns().contains(plan.table().deleteSignPosition());
    }
}
