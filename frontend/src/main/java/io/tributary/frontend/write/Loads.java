package io.tributary.frontend.write;

import io.tributary.contract.calls.LoadRequest;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Durability;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.DecisionCounters;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.planner.GroupCommitDecision;
import io.tributary.planner.plan.FallbackReason;
import io.tributary.session.Session;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of loads to the backend, each committed as was decided and counted once when it is. One that the log does not
 * take, which is known only now, is committed as a batch of its own instead of failing.
 *
 * <p>Event loop of the connection. Every future completes there.
 */
final class Loads {
    private static final Logger log = LoggerFactory.getLogger(Loads.class);

    private final Session session;
    private final ConnectionLoop loop;
    private final BackendRouter router;
    private final PrivateLoads privateLoads;
    private final DecisionCounters counters;

    Loads(ExecutionServices services, Session session, ConnectionLoop loop) {
        this.session = session;
        this.loop = loop;
        this.router = services.router();
        this.privateLoads = new PrivateLoads(services.router(), PrivateLoads.MESSAGE_BYTES_MAX);
        this.counters = services.status().counters();
    }

    /**
     * Sends rows of one table.
     *
     * @param label the user's, of a load that is not grouped, or empty
     */
    CompletableFuture<Answer.Load> send(
            TableSchema table, List<RowBlock> blocks, GroupCommitDecision decision, String label) {
        if (decision.mode() == GroupCommitMode.OFF_MODE) {
            return commitAlone(table, blocks, decision, label);
        }
        return append(table, blocks, decision.mode(), null)
                .thenApply(result -> {
                    counters.count(decision);
                    return grouped(result, decision.mode());
                })
                .exceptionallyCompose(error -> {
                    Throwable cause = ConnectionLoop.cause(error);
                    FallbackReason reason = reason(cause);
                    if (reason == null) {
                        return CompletableFuture.failedFuture(cause);
                    }
                    log.debug(
                            "session={} table={} load commits alone: {}",
                            session.id(),
                            table.name(),
                            cause.getMessage());
                    return commitAlone(table, blocks, decision.fallingBack(reason), "");
                });
    }

    /** What a client is told of a load that the log took. */
    Answer.Load grouped(LoadResult result, GroupCommitMode mode) {
        Durability durability =
                mode == GroupCommitMode.ASYNC_MODE ? session.variables().durability() : Durability.FSYNC;
        return new Answer.Load(
                result.label(), Answer.Status.PREPARE, result.txnId(), null, durability, result.isRepeated());
    }

    /** Sends a load that takes place once. It has no way but the log, which knows its key: 1235 where that does not take it. */
    CompletableFuture<LoadResult> sendOnce(
            TableSchema table, List<RowBlock> blocks, GroupCommitDecision decision, IdempotencyKey key) {
        return append(table, blocks, decision.mode(), key).handle((result, error) -> {
            if (error == null) {
                counters.count(decision);
                return result;
            }
            Throwable cause = ConnectionLoop.cause(error);
            FallbackReason reason = reason(cause);
            if (reason != null) {
                throw KeyedLoads.unsupported(
                        "that cannot pass through the log (" + reason + ": " + cause.getMessage() + ")");
            }
            throw ConnectionLoop.unchecked(cause);
        });
    }

    private CompletableFuture<LoadResult> append(
            TableSchema table, List<RowBlock> blocks, GroupCommitMode mode, @Nullable IdempotencyKey key) {
        LoadRequest load = new LoadRequest(
                table.tableId(),
                table.schemaVersion(),
                mode,
                session.variables().durability(),
                blocks,
                key);
        return loop.resume(router.ownerOf(table.tableId()).append(load));
    }

    private CompletableFuture<Answer.Load> commitAlone(
            TableSchema table, List<RowBlock> blocks, GroupCommitDecision decision, String label) {
        return loop.resume(privateLoads.commit(table, blocks, label)).thenApply(result -> {
            counters.count(decision);
            FallbackReason reason = decision.reason();
            FallbackReason late = reason != null && reason.isLate() ? reason : null;
            return new Answer.Load(
                    result.label(), Answer.Status.VISIBLE, result.txnId(), late, Durability.FSYNC, false);
        });
    }

    /** Why the log did not take a load of which nothing is stored, or null if the load failed of something else. */
    private static @Nullable FallbackReason reason(Throwable error) {
        if (!(error instanceof TributaryException refused)) {
            return null;
        }
        return switch (refused.code()) {
            case LOAD_TOO_LARGE -> FallbackReason.TOO_LARGE;
            case LOG_SHORT -> FallbackReason.LOG_SHORT;
            default -> null;
        };
    }
}
