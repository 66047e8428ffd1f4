package io.tributary.frontend.execution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.calls.ReservedIds;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.routing.BackendRouter;
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

    /** The same of a table whose server gives the numbers. */
    static final int SERVER_BLOCK_IDS = 1_000;

    /** The same at most, where clients bring numbers of their own that lie far apart. */
    static final long BLOCK_IDS_MAX = 1L << 44;

    /** A reservation that served fewer statements with numbers of their own is followed by one of twice the size. */
    static final int STATEMENTS_MIN = 1_000;

    /** Tables whose ranges are remembered; the one used longest ago loses the rest of its range. */
    static final int TABLES_MAX = 10_000;

    private final BackendRouter router;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Map<Numbers, Range> ranges = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Numbers, Range> eldest) {
            return size() > TABLES_MAX;
        }
    };

    /** Starts of the backend that were heard of. */
    @GuardedBy("lock")
    private long run;

    /** Those of a table since they began again; a statement that was planned before goes on with those of then, and is refused. */
    private record Numbers(long tableId, String numbering) {
        static Numbers of(TableSchema table) {
            return new Numbers(table.tableId(), AdoptedTable.numbering(table));
        }
    }

    /** The numbers from {@code next} to before {@code end}; guarded by the lock. */
    private static final class Range {
        long next;
        long end;
        /** Rows have numbers up to below this one, so none of those is given, whatever is fetched. */
        long floor;

        long ahead = BLOCK_IDS;
        int statements;

        /** The distance of two numbers. */
        long step = 1;

        /** The number that follows the last reserved one; 0: none was. */
        long reserved;

        @Nullable
        CompletableFuture<Void> fetching;

        boolean has(long count) {
            return end - next >= count * step;
        }

        ReservedIds take(long count) {
            long first = next;
            next += count * step;
            return new ReservedIds(first, step);
        }

        /** Gives none up to this one from here on. */
        void above(long given) {
            if (given >= next) {
                next += (given - next + step) / step * step;
            }
        }
    }

    private static final ReservedIds NONE = new ReservedIds(0, 1);

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
    public CompletableFuture<ReservedIds> take(TableSchema table, long count, long given) {
        CompletableFuture<Void> fetched;
        synchronized (lock) {
            Range range = ranges.computeIfAbsent(Numbers.of(table), numbers -> new Range());
            if (given < range.end || (given == 0 && count == 0)) {
                range.above(given);
                if (range.has(count) || count == 0) {
                    range.statements++;
                    return CompletableFuture.completedFuture(range.take(count));
                }
            }
            fetched = range.fetching;
            if (fetched == null) {
                fetched = fetch(table, range, count, given);
                if (count == 0) {
                    return fetched.thenApply(ignored -> NONE);
                }
            }
        }
        return fetched.thenCompose(ignored -> take(table, count, given));
    }

    /**
     * Rows with numbers of their own, up to this one, were stored without {@link #take}: the backend computed them. It
     * knows of them already.
     */
    public void stored(TableSchema table, long largest) {
        synchronized (lock) {
            Range range = ranges.get(Numbers.of(table));
            if (range != null && largest > 0) {
                range.floor = Math.max(range.floor, Math.min(largest, Long.MAX_VALUE - 1) + 1);
                range.above(range.floor - 1);
            }
        }
    }

    /**
     * The backend was started anew. If that was with an older copy of its data, it does not know of what it reserved since,
     * and gives it again: so nothing more is taken from it here.
     */
    public void newRun() {
        synchronized (lock) {
            run++;
            ranges.values().forEach(range -> range.end = range.next);
        }
    }

    @GuardedBy("lock")
    private CompletableFuture<Void> fetch(TableSchema table, Range range, long count, long given) {
        long tableId = table.tableId();
        long wanted = count + ahead(table, range, count, given);
        long atLeast = Math.min(given, Long.MAX_VALUE - 1) + 1;
        range.statements = 0;
        long asked = run;
        CompletableFuture<Void> fetching = router.ownerOf(tableId)
                .reserveIds(tableId, wanted, atLeast)
                .handle((reserved, error) -> {
                    synchronized (lock) {
                        range.fetching = null;
                        if (error != null) {
                            throw new CompletionException(error);
                        }
                        range.step = reserved.step();
                        range.next = reserved.first();
                        range.above(range.floor - 1);
                        long end = reserved.first() + wanted * range.step;
                        range.end = asked == run ? end : range.next;
                        range.reserved = wanted > 0 ? end : range.reserved;
                    }
                    return null;
                });
        range.fetching = fetching.isDone() ? null : fetching;
        return fetching;
    }

    /**
     * Numbers to fetch beyond those needed. Where clients make the numbers and these lie far apart, each statement would
     * cost the engine a commit: there the reservations grow until one serves many. Generated numbers go on behind the
     * largest given one all the same. At most a thousandth of a type's numbers, since a restart leaves them unused, and an
     * eighth of those that are left: how many that are where a server gives them, and others take some, is known once it gave
     * the first. Under the lock.
     */
    private static long ahead(TableSchema table, Range range, long count, long given) {
        if (AdoptedTable.isOne(table)) {
            long max = AdoptedTable.largestNumber(table);
            // Its server is asked by as many rows.
            return count == 0 || range.reserved == 0
                    ? 0
                    : atMost(SERVER_BLOCK_IDS, max, (max - Math.max(given, range.reserved)) / range.step);
        }
        if (count > 0) {
            range.ahead = BLOCK_IDS;
        } else if (range.end > 0 && range.statements < STATEMENTS_MIN) {
            range.ahead = Math.min(2 * range.ahead, BLOCK_IDS_MAX);
        }
        long largest = table.columns().get(table.autoIncrementPosition()).type().largestWhole();
        return atMost(range.ahead, largest, largest - Math.max(given, range.end));
    }

    private static long atMost(long ahead, long largest, long left) {
        return Math.min(ahead, Math.min(largest >> 10, Math.max(0, left) >> 3));
    }
}
