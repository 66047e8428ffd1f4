package io.tributary.backend.service.wait;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * The line before a table's lane, in which requests wait without a thread: of those that write a table by themselves one at
 * a time goes on to a thread and into the lane. The lane is what keeps them apart; this only spares threads. Any thread.
 */
public final class TableTurns {
    private final ScheduledExecutorService timer;
    private final Object lock = new Object();

    /** Whose turn it is, and who waits behind him; none is empty. */
    @GuardedBy("lock")
    private final Map<Long, ArrayDeque<CompletableFuture<Turn>>> lines = new HashMap<>();

    public TableTurns(ScheduledExecutorService timer) {
        this.timer = timer;
    }

    /** A turn, which is to be closed once, when the request has ended. */
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Completes when it is the caller's turn in all these tables; in table order, so that two cannot lock each other out.
     *
     * @param late what it fails with after so many milliseconds of waiting for one of them
     */
    CompletableFuture<Turn> take(Collection<Long> tableIds, long timeoutMillis, Supplier<TributaryException> late) {
        Iterator<Long> sorted = new TreeSet<>(tableIds).iterator();
        return takeNext(() -> {}, sorted, timeoutMillis, late);
    }

    private CompletableFuture<Turn> takeNext(
            Turn before, Iterator<Long> tableIds, long timeoutMillis, Supplier<TributaryException> late) {
        if (!tableIds.hasNext()) {
            return CompletableFuture.completedFuture(before);
        }
        long tableId = tableIds.next();
        CompletableFuture<Turn> taken = takeOne(tableId);
        LogWaits.end(
                taken,
                timer,
                () -> {
                    if (taken.completeExceptionally(late.get())) {
                        giveUp(tableId, taken);
                    }
                },
                timeoutMillis);
        return taken.whenComplete((turn, error) -> {
                    if (error != null) {
                        before.close();
                    }
                })
                .thenCompose(turn -> takeNext(
                        () -> {
                            turn.close();
                            before.close();
                        },
                        tableIds,
                        timeoutMillis,
                        late));
    }

    private CompletableFuture<Turn> takeOne(long tableId) {
        CompletableFuture<Turn> mine = new CompletableFuture<>();
        boolean first;
        synchronized (lock) {
            ArrayDeque<CompletableFuture<Turn>> line = lines.computeIfAbsent(tableId, id -> new ArrayDeque<>());
            first = line.isEmpty();
            line.add(mine);
        }
        if (first) {
            mine.complete(() -> leave(tableId));
        }
        return mine;
    }

    private void leave(long tableId) {
        CompletableFuture<Turn> next;
        do {
            synchronized (lock) {
                ArrayDeque<CompletableFuture<Turn>> line = lines.get(tableId);
                if (line == null) {
                    throw new IllegalStateException("a turn of table " + tableId + " was closed twice");
                }
                line.remove();
                next = line.peek();
                if (next == null) {
                    lines.remove(tableId);
                    return;
                }
            }
            // Who has given up meanwhile is passed over.
        } while (!next.complete(() -> leave(tableId)));
    }

    /** Whoever stands in front is passed over by who left before him. */
    private void giveUp(long tableId, CompletableFuture<Turn> late) {
        synchronized (lock) {
            ArrayDeque<CompletableFuture<Turn>> line = lines.get(tableId);
            if (line != null && line.peek() != late) {
                line.removeIf(each -> each == late);
            }
        }
    }

    /** Whose turn it is in this table, and those behind. */
    int inLine(long tableId) {
        synchronized (lock) {
            ArrayDeque<CompletableFuture<Turn>> line = lines.get(tableId);
            return line == null ? 0 : line.size();
        }
    }
}
