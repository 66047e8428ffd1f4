package io.tributary.frontend.execution;

import java.util.concurrent.TimeUnit;

/**
 * What this server tells of itself: who it says it is, since when it runs, and what went through it. Any thread.
 *
 * @param version as it is announced
 * @param counters how loads were committed
 */
public record ServerFacts(String version, long startedNanos, DecisionCounters counters, AlterJobs alterJobs) {
    public long uptimeSeconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startedNanos);
    }
}
