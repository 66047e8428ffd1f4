package io.tributary.frontend.execution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.rpc.schema.TableSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for AUTO_INCREMENT columns: for each table a range that the backend reserved for this frontend, from which the
 * statements of all its connections take. What is left of a range that is too short, or of a frontend that ends, is never
 * given: gaps are normal. Any thread; never blocks.
 */
public final class IdRanges {
    /** Numbers asked for beyond those that a statement needs. */
    static final int BLOCK_IDS = 10_000;

    /** Tables whose ranges are remembered; the one used longest ago loses the rest of its range. */
    static final int TABLES_MAX = 10_000;

    private final BackendRouter router;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Map<Long, Range> ranges = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Range> eldest) {
            return size() > TABLES_MAX;
        }
    };

    /** From {@code next} to before {@code end}; guarded by the lock. */
    private static final class Range {
        long next;
        long end;

        @Nullable
        CompletableFuture<Void> fetching;
    }

    public IdRanges(BackendRouter router) {
        this.router = router;
    }

    /**
     * The first of consecutive numbers that nobody else gets, above a number that rows bring themselves: none up to that
     * one is given from here on. Completes at once while the range lasts, else on a transport thread.
     *
     * @param table its column's type bounds how many are fetched ahead
     * @param count 0 only makes sure of {@code given}
     * @param given at least 0
     */
    public CompletableFuture<Long> take(TableSchema table, long count, long given) {
        long tableId = table.tableId();
        CompletableFuture<Void> fetched;
        synchronized (lock) {
            Range range = ranges.computeIfAbsent(tableId, id -> new Range());
            if (given < range.end || (given == 0 && count == 0)) {
                range.next = Math.max(range.next, given + 1);
                if (range.end - range.next >= count || count == 0) {
                    long first = range.next;
                    range.next += count;
                    return CompletableFuture.completedFuture(first);
                }
            }
            fetched = range.fetching;
            if (fetched == null) {
                fetched = fetch(table, range, count, given);
                if (count == 0) {
                    return fetched.thenApply(ignored -> 0L);
                }
            }
        }
        return fetched.thenCompose(ignored -> take(table, count, given));
    }

    /** A thousandth of a small type's numbers: what a restart leaves unused must not use them up. */
    private static long ahead(TableSchema table) {
        int bits = 8 * table.columns().get(table.autoIncrementPosition()).type().width();
        return bits >= Long.SIZE ? BLOCK_IDS : Math.min(BLOCK_IDS, 1L << Math.max(0, bits - 1) >> 10);
    }

    @GuardedBy("lock")
    private CompletableFuture<Void> fetch(TableSchema table, Range range, long count, long given) {
        long tableId = table.tableId();
        // Near the end of all numbers only what is needed: the last ones are not to be wasted.
        boolean nearEnd = given >= Long.MAX_VALUE - 2L * BLOCK_IDS - count;
        long wanted = nearEnd ? count : count + ahead(table);
        long atLeast = Math.min(given, Long.MAX_VALUE - 1) + 1;
        CompletableFuture<Void> fetching = router.ownerOf(tableId)
                .reserveIds(tableId, wanted, atLeast)
                .handle((first, error) -> {
                    synchronized (lock) {
                        range.fetching = null;
                        if (error != null) {
                            throw new CompletionException(error);
                        }
                        range.next = first;
                        range.end = first + wanted;
                    }
                    return null;
                });
        range.fetching = fetching.isDone() ? null : fetching;
        return fetching;
    }
}
