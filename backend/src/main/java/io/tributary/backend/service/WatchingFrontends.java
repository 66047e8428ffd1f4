package io.tributary.backend.service;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Which frontends watch the catalog, and since when others do not. A frontend watches from its start to its end, and again within
 * moments where its connection breaks. Any thread.
 */
public final class WatchingFrontends {
    /** A frontend that has not watched for so long is gone. */
    static final long GONE_SECONDS = 30;

    private final LongSupplier nanoClock;
    private final long startNanos;
    private final Map<String, Integer> watches = new HashMap<>();
    private final Map<String, Long> sinceNanos = new HashMap<>();

    public WatchingFrontends(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        startNanos = nanoClock.getAsLong();
    }

    synchronized void came(String frontend) {
        watches.merge(frontend, 1, Integer::sum);
        sinceNanos.remove(frontend);
    }

    synchronized void went(String frontend) {
        if (watches.computeIfPresent(frontend, (name, count) -> count == 1 ? null : count - 1) == null) {
            sinceNanos.put(frontend, nanoClock.getAsLong());
            sinceNanos.values().removeIf(since -> isOver(since, 2 * GONE_SECONDS));
        }
    }

    /** One that was never heard of has had its time since the start. */
    synchronized boolean isGone(String frontend) {
        return !watches.containsKey(frontend) && isOver(sinceNanos.getOrDefault(frontend, startNanos), GONE_SECONDS);
    }

    private boolean isOver(long since, long seconds) {
        return nanoClock.getAsLong() - since >= TimeUnit.SECONDS.toNanos(seconds);
    }
}
