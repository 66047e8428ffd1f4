package io.tributary.planner;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.tributary.planner.plan.InsertPlan;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Plans of all sessions of a frontend, bounded by the bytes they hold. Any thread. */
public final class SharedPlanCache {
    /**
     * Counts since the start, and what is held now.
     *
     * @param hits lookups answered from a session's cache or from this one
     * @param misses statements planned anew, for the first time or because their table changed
     * @param evictions plans dropped here for want of room
     */
    public record Stats(long hits, long misses, long evictions, long entries, long bytes) {}

    private final Cache<PlanKey, InsertPlan> plans;
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder evictions = new LongAdder();

    /** @param bytesMax {@code plan_cache_bytes}: keys and plans together */
    public SharedPlanCache(long bytesMax) {
        // Maintenance is a few list operations: it runs on the thread that made it necessary, not on a pool of its own.
        this.plans = Caffeine.newBuilder()
                .maximumWeight(bytesMax)
                .weigher(SharedPlanCache::weight)
                .executor(Runnable::run)
                .evictionListener(
                        (@Nullable PlanKey key, @Nullable InsertPlan plan, RemovalCause cause) -> evictions.increment())
                .build();
    }

    private static int weight(PlanKey key, InsertPlan plan) {
        return key.weight() + 160 + 4 * plan.columns().count();
    }

    @Nullable
    InsertPlan find(PlanKey key) {
        return plans.getIfPresent(key);
    }

    void put(PlanKey key, InsertPlan plan) {
        plans.put(key, plan);
    }

    void hit() {
        hits.increment();
    }

    void miss() {
        misses.increment();
    }

    /** Returns the numbers of every session's lookups. */
    public Stats stats() {
        plans.cleanUp();
        long bytes = plans.policy()
                .eviction()
                .map(eviction -> eviction.weightedSize().orElse(0))
                .orElse(0L);
        return new Stats(hits.sum(), misses.sum(), evictions.sum(), plans.estimatedSize(), bytes);
    }
}
