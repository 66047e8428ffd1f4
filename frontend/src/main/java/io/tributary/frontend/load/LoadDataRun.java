package io.tributary.frontend.load;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.memory.ByteBudget;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ClientFile;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.LoadRoom;
import io.tributary.frontend.execution.StagedBudget;
import io.tributary.frontend.load.format.LoadDataRows;
import io.tributary.frontend.load.format.RejectedRows;
import io.tributary.frontend.write.InsertExecutor;
import io.tributary.frontend.write.InsertRows;
import io.tributary.frontend.write.KeyedLoads;
import io.tributary.frontend.write.PartialUpdates;
import io.tributary.frontend.write.SessionTransaction;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.LoadDataPlan;
import io.tributary.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One LOAD DATA LOCAL from its first byte to its answer. The rows are one load, which is grouped, staged or committed
 * alone like those of an INSERT, while they find room in the {@link StagedBudget}: of one load, and of all. Beyond that
 * they move to a transaction of the backend: one of their own, or the session's.
 *
 * <p>A client cannot be stopped: after an error what it still sends is dropped, and the error is the answer at the end.
 * Nothing of the file is stored then; where rows had gone to the session's transaction, that is aborted.
 *
 * <p>Event loop of the connection. The next piece may come when the future of the one before is complete.
 */
public final class LoadDataRun implements ClientFile {
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private final InsertPlan target;
    private final LoadInput rows;
    private final Session session;
    private final SessionTransaction transaction;
    private final InsertExecutor inserts;
    private final StagedBudget budget;
    /** The share of blocks that are on their way to the backend. */
    private final ByteBudget.Share sent;

    private final Commit commit;

    private final List<RowBlock> kept = new ArrayList<>();
    private long reserved;
    /** Whether rows went to the backend before the end of the file. */
    private boolean moved;

    private boolean ownTransaction;
    /** Whether those rows were taken back. */
    private boolean undone;

    /** The first number generated for an AUTO_INCREMENT column of the rows that moved, or 0. */
    private long firstId;

    private @Nullable Throwable failed;
    /** Whether the last step has begun, which cannot be taken back. */
    private boolean storing;

    /**
     * How a load is stored.
     *
     * @param idempotencyKey the key of the load, or empty
     * @param twoPhases whether the backend keeps the rows until somebody commits them
     */
    public record Commit(String idempotencyKey, boolean twoPhases) {}

    public LoadDataRun(
            InsertPlan target,
            LoadInput rows,
            Session session,
            SessionTransaction transaction,
            InsertExecutor inserts,
            LoadRoom room,
            Commit commit) {
        this.target = target;
        this.rows = rows;
        this.session = session;
        this.transaction = transaction;
        this.inserts = inserts;
        this.budget = room.staged();
        this.sent = room.memory().share();
        this.commit = commit;
    }

    /** A LOAD DATA whose rows this writer encodes. */
    public static LoadDataRun of(
            LoadDataPlan plan,
            RowBlockWriter writer,
            Session session,
            SessionTransaction transaction,
            InsertExecutor inserts,
            LoadRoom room,
            ConnectionLoop loop,
            String idempotencyKey) {
        LoadInput rows = new EncodedInput(new LoadDataRows(plan, writer), room.memory(), loop);
        return new LoadDataRun(
                plan.target(),
                GeneratedInput.of(rows, plan.target(), writer, inserts, room.memory(), new RejectedRows()),
                session,
                transaction,
                inserts,
                room,
                new Commit(idempotencyKey, false));
    }

    /**
     * Takes a piece of the file; never fails, what is wrong is told at the end.
     *
     * @param piece owned from now on
     */
    @Override
    public CompletableFuture<Void> add(byte[] piece) {
        if (failed != null) {
            return DONE;
        }
        return rows.add(piece).thenCompose(this::keep).exceptionallyCompose(this::noted);
    }

    /** KILL QUERY: the rest of the file is dropped, and the answer is 1317. */
    @Override
    public void interrupt() {
        // What went to the backend is undone at the end: until then rows may be on their way.
        if (failed == null) {
            kept.clear();
            release();
            failed = new TributaryException(ErrorCode.INTERRUPTED, "Query execution was interrupted");
        }
    }

    /** Whether the rest of the input is of no use. */
    boolean hasFailed() {
        return failed != null;
    }

    /** Whether the rows outgrew the memory of a load, and went to a transaction of the backend. */
    boolean hasMoved() {
        return moved;
    }

    /** The connection is gone. */
    @Override
    public void abandon() {
        interrupt();
        rows.close();
    }

    /** The file has ended. */
    @Override
    public CompletableFuture<Answer.Done> finish() {
        return (failed != null ? DONE : last()).thenCompose(ignored -> {
            rows.close();
            Throwable error = failed;
            return error == null ? end() : failedWith(error);
        });
    }

    private CompletableFuture<Answer.Done> failedWith(Throwable error) {
        return undo(error).thenCompose(told -> CompletableFuture.failedFuture(told));
    }

    /** Takes back what went to the backend, and gives the error to tell; the session's own transaction goes with it. */
    private CompletableFuture<Throwable> undo(Throwable error) {
        if (!moved || undone || !transaction.isActive()) {
            return CompletableFuture.completedFuture(error);
        }
        undone = true;
        if (ownTransaction) {
            return transaction.rollback().thenApply(done -> error);
        }
        Throwable told = error instanceof TributaryException refused
                ? new TributaryException(
                        refused.code(),
                        refused.getMessage() + "; rows before it had gone to the transaction, which is aborted:"
                                + " only ROLLBACK is possible",
                        refused)
                : error;
        return transaction.abort(error).thenApply(done -> told);
    }

    private CompletableFuture<Void> last() {
        return rows.finish()
                .thenCompose(this::keep)
                .thenCompose(kept -> failed == null && rows.hasMore() ? last() : DONE)
                .exceptionallyCompose(this::noted);
    }

    private CompletableFuture<Void> keep(List<RowBlock> blocks) {
        if (blocks.isEmpty() || failed != null) {
            return DONE;
        }
        long bytes = blocks.stream().mapToLong(RowBlock::length).sum();
        if (!moved && !commit.twoPhases() && reserved + bytes <= budget.loadBytesMax() && budget.tryReserve(bytes)) {
            reserved += bytes;
            kept.addAll(blocks);
            return DONE;
        }
        return (moved ? DONE : move()).thenCompose(ignored -> append(blocks));
    }

    private CompletableFuture<Void> move() {
        if (!commit.idempotencyKey().isEmpty()) {
            return CompletableFuture.failedFuture(KeyedLoads.unsupported(
                    commit.twoPhases()
                            ? "of a load in two phases"
                            : "of a file of more than " + budget.loadBytesMax()
                                    + " encoded bytes, or one that found no room in the budget of staged bytes"));
        }
        if (PartialUpdates.isOne(session, target)) {
            return CompletableFuture.failedFuture(new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "a partial update has at most " + budget.loadBytesMax()
                            + " encoded bytes, and room in the budget of staged bytes; send it in several loads"));
        }
        moved = true;
        if (transaction.isActive()) {
            return appendKept();
        }
        ownTransaction = session.variables().autocommit();
        return transaction.becomeTransaction(target.label(), target.table()).thenCompose(id -> appendKept());
    }

    private CompletableFuture<Void> appendKept() {
        List<RowBlock> blocks = List.copyOf(kept);
        kept.clear();
        return append(blocks).whenComplete((ignored, error) -> release());
    }

    private CompletableFuture<Void> append(List<RowBlock> blocks) {
        if (blocks.isEmpty() || failed != null) {
            return DONE;
        }
        TableSchema table = target.table();
        return inserts.numbered(table, blocks).thenCompose(numbered -> {
            if (failed != null) {
                return DONE;
            }
            if (firstId == 0) {
                firstId = numbered.firstId();
            }
            return transaction.append(table, numbered.blocks(), 0, "").thenAccept(ignored -> {});
        });
    }

    /** Lets nothing be taken any more, and the end tell this error; the first one stays. */
    CompletableFuture<Void> noted(Throwable error) {
        return failed != null ? DONE : fail(ConnectionLoop.cause(error));
    }

    private CompletableFuture<Void> fail(Throwable error) {
        kept.clear();
        release();
        failed = error;
        return undo(error).thenAccept(told -> failed = told);
    }

    boolean isStoring() {
        return storing;
    }

    private CompletableFuture<Answer.Done> end() {
        storing = true;
        if (commit.twoPhases()) {
            return (moved ? DONE : move())
                    .thenCompose(ignored -> transaction.precommit(target.table()))
                    .exceptionallyCompose(error -> failedWith(ConnectionLoop.cause(error)))
                    .thenApply(done -> answer(done.load()));
        }
        if (moved) {
            return ownTransaction
                    ? transaction
                            .commit()
                            .exceptionallyCompose(error -> failedWith(ConnectionLoop.cause(error)))
                            .thenApply(done -> answer(done.load()))
                    : CompletableFuture.completedFuture(
                            answer(transaction.done(0).load()));
        }
        List<RowBlock> blocks = List.copyOf(kept);
        if (blocks.isEmpty()) {
            return CompletableFuture.completedFuture(answer(null));
        }
        try {
            sent.hold(reserved);
        } catch (TributaryException e) {
            return CompletableFuture.failedFuture(e);
        } finally {
            kept.clear();
            release();
        }
        return sent(blocks).whenComplete((done, error) -> sent.hold(0)).thenApply(done -> answer(done.load())
                .withInsertId(done.insertId()));
    }

    private CompletableFuture<Answer.Done> sent(List<RowBlock> blocks) {
        try {
            return inserts.executeWhole(InsertRows.stored(target, blocks, rows.storedCount()), commit.idempotencyKey());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private Answer.Done answer(Answer.@Nullable Load load) {
        long filtered = rows.filtered().count();
        session.filtered(filtered, rows.filtered().refusals());
        return new Answer.Done(
                rows.storedCount(),
                load,
                "Records: " + rows.rowCount() + "  Deleted: 0  Skipped: " + filtered + "  Warnings: " + filtered,
                firstId);
    }

    private void release() {
        budget.release(reserved);
        reserved = 0;
    }
}
