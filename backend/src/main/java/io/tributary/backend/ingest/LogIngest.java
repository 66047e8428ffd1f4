package io.tributary.backend.ingest;

import io.tributary.backend.record.RecoveryProgress;
import io.tributary.contract.calls.BatchInfo;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The way into the write-ahead logs and their shared batches, as the rest of the backend sees it. Any thread may call;
 * nothing here blocks.
 */
public interface LogIngest {
    /**
     * Queues a load. False when the inbox is full ({@code ingest_inbox_bytes}): the caller must hold back and offer it
     * again when {@link #onSpace} tells; the listener was not called. A load larger than the whole inbox, or than
     * the log has space for, is refused to its listener: {@code LOAD_TOO_LARGE}, {@code LOG_SHORT}.
     */
    boolean offer(LoadTask task);

    /** How many logs there are, each with an inbox of its own. */
    default int logs() {
        return 1;
    }

    /** Which of them loads of this table are offered to, from 0 on. */
    default int logOf(long tableId) {
        return 0;
    }

    /** Calls back once, on the agent's thread, as soon as the inbox for loads of this table has room again. */
    void onSpace(long tableId, Runnable wakeUp);

    /** Seals these tables' open batches and completes when all rows acknowledged before are committed. */
    CompletableFuture<Void> sync(List<Long> tableIds);

    /**
     * The uncommitted batches of all tables, those of one table oldest first. They are listed on the log's own thread, all of
     * them: of a table the open one, those that were full or asked for before their commit, and what the start found. So there
     * are as many as tables with rows under way, and more only while commits fail or a recovery lasts; who asks for a label
     * must find it.
     */
    CompletableFuture<List<BatchInfo>> batches();

    /** Whether the table has rows that reads are bound to see ({@code on_read}) and that are not committed. Any thread. */
    default boolean isBound(long tableId) {
        return false;
    }

    /** The tables of which that is true. Any thread. */
    default Collection<Long> bound() {
        return List.of();
    }

    /** Those of which only a start commits such rows, since their log has failed. Any thread. */
    default Set<Long> stranded() {
        return Set.of();
    }

    /**
     * Completes when all rows of these tables are committed that reads are bound to see by now, and not before the logs that take
     * their loads answer. It asks for a commit as soon as
     * the committer is free. Fails if the log does, or if the commit does not get through for some seconds, which may be waited
     * for again. The caller's own.
     */
    default CompletableFuture<Void> visible(Collection<Long> tableIds) {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * The same at once, and from now on, until the result is closed, no further row of these tables is acknowledged that reads are
     * bound to see. For the moment in which a read of several tables takes its snapshot. Whoever gives up completes the future
     * exceptionally.
     */
    default CompletableFuture<Hold> hold(Collection<Long> tableIds) {
        return CompletableFuture.completedFuture(() -> {});
    }

    /**
     * Seals a table's open batch and completes, when everything acknowledged before is committed, with a barrier that
     * keeps later loads of this table waiting (and counted in the inbox) until it is released.
     */
    CompletableFuture<Barrier> barrier(long tableId);

    /**
     * Forgets a dropped table: what is pending is discarded, its waiting loads are refused with 1146. Completes when
     * nothing of it can reach the engine any more.
     */
    CompletableFuture<Void> dropTable(long tableId);

    /** How far the commits of what the start found in the logs have come. */
    default RecoveryProgress recovery() {
        return RecoveryProgress.NONE;
    }

    /** Tables of which the start found rows in the logs that are not all committed yet. */
    default Set<Long> recovering() {
        return Set.of();
    }

    /**
     * Completes when everything that the start found of this table is committed, or discarded with the table; fails if the log
     * ends before. The caller's own.
     */
    default CompletableFuture<Void> recovered(long tableId) {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Calls {@code flush} on the agent's thread after each cycle that told any listener something, so that its answers
     * can travel together; until the result is closed. It must not block.
     */
    AutoCloseable onAcknowledged(Runnable flush);

    /** Held while a read takes its snapshot. Releasing twice is harmless. */
    interface Hold extends AutoCloseable {
        @Override
        void close();

        /** Nobody holds what was asked for, whether it is had by now or would be later. */
        static void giveUp(CompletableFuture<Hold> holding, Throwable why) {
            if (!holding.completeExceptionally(why)) {
                CompletableFuture<?> unused = holding.thenAccept(Hold::close);
            }
        }
    }

    /** Held while a statement that is no row insert runs on a table. Releasing twice is harmless. */
    interface Barrier extends AutoCloseable {
        @Override
        void close();
    }
}
