package io.tributary.backend.service.wait;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * All that a statement may wait for beside its thread, each with an end.
 *
 * @param log what was acknowledged before it, and the loads of its table
 * @param changes other statements that need its table's barrier; only the first of them asks for a turn and a thread
 * @param turns other statements that write its table
 * @param answers the engine
 * @param recovery rows of its table that the start found in the log
 * @param reads rows that were acknowledged as visible and are not committed
 */
public record StatementWaits(
        LogWaits log,
        TableTurns changes,
        TableTurns turns,
        TimedAnswers answers,
        RecoveryWaits recovery,
        BoundReads reads) {
    /** Completes when a statement may begin that writes these tables and reads that. */
    public CompletableFuture<Void> before(Collection<Long> tableIds, StatementReads read) {
        return both(recovery.of(tableIds, read), () -> reads.of(tableIds, read.texts(), read.visibleMillis()));
    }

    /** Completes like {@link #before}, for a statement in whose snapshot later ones may read anything. */
    public CompletableFuture<Void> beforeSnapshot(Collection<Long> tableIds, StatementReads read) {
        return both(recovery.of(tableIds, read), () -> reads.ofAll(read.visibleMillis()));
    }

    /** Completes like {@link #before}, in a snapshot that was taken: it will not see what is committed from now on. */
    public CompletableFuture<Void> inSnapshot(Collection<Long> tableIds, StatementReads read) {
        return both(recovery.of(tableIds, read), () -> reads.of(tableIds, "", read.visibleMillis()));
    }

    private static CompletableFuture<Void> both(
            CompletableFuture<Void> first, Supplier<CompletableFuture<Void>> second) {
        return first.isDone() && !first.isCompletedExceptionally()
                ? second.get()
                : first.thenCompose(done -> second.get());
    }
}
