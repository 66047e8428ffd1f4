package io.tributary.backend.service;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The queries under way. A parked one, whose client takes no rows, keeps its place among the engine's statements and a
 * connection of the engine: it is ended after {@code query_idle_seconds}, and earlier where more than {@code
 * parked_queries_max} are parked, so that the queries of others find a place. Any thread.
 */
public final class OpenQueries {
    /** A query is not taken for parked before: one that is read pauses for moments between two blocks. */
    static final long PARKED_MILLIS_MIN = 1_000;

    private final int parkedMax;
    private final long idleSeconds;
    private final LongSupplier nanoClock;
    private final Set<RunningQuery> open = ConcurrentHashMap.newKeySet();

    public OpenQueries(int parkedMax, long idleSeconds, LongSupplier nanoClock) {
        this.parkedMax = parkedMax;
        this.idleSeconds = idleSeconds;
        this.nanoClock = nanoClock;
    }

    private record Parked(RunningQuery query, long nanos) {}

    void add(RunningQuery query) {
        open.add(query);
    }

    void remove(RunningQuery query) {
        open.remove(query);
    }

    long nanos() {
        return nanoClock.getAsLong();
    }

    /**
     * Ends what is parked for too long, and interrupts what was cancelled and runs on, or has run for too long; called from
     * time to time.
     */
    public void check() {
        long now = nanos();
        List<Parked> parked = new ArrayList<>();
        for (RunningQuery query : open) {
            query.interruptIfCancelled(now);
            query.stopIfOverdue(now);
            long nanos = query.parkedNanos(now);
            if (nanos >= TimeUnit.SECONDS.toNanos(idleSeconds)) {
                query.stopParked(closed("no rows were fetched for query_idle_seconds " + idleSeconds));
            } else if (nanos >= TimeUnit.MILLISECONDS.toNanos(PARKED_MILLIS_MIN)) {
                parked.add(new Parked(query, nanos));
            }
        }
        if (parked.size() > parkedMax) {
            parked.sort(Comparator.comparingLong(Parked::nanos).reversed());
            parked.subList(0, parked.size() - parkedMax).forEach(each -> each.query()
                    .stopParked(closed("more than parked_queries_max " + parkedMax
                            + " results stood open, and nobody has fetched rows of this one for longest")));
        }
    }

    private static TributaryException closed(String reason) {
        return new TributaryException(
                ErrorCode.INTERRUPTED, "Query execution was interrupted: " + reason + "; its result is closed");
    }
}
