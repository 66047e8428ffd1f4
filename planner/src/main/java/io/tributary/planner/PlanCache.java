package io.tributary.planner;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.planner.plan.InsertPlan;
import org.jspecify.annotations.Nullable;

/**
 * One session's plans of INSERTs, over the plans of all sessions. A plan is answered only while its table has the same id
 * and schema version. A change of properties invalidates nothing, so who goes by them takes the table of the snapshot. Owned by the session: one thread at a time.
 */
public final class PlanCache {
    private final SharedPlanCache shared;
    private final Cache<PlanKey, InsertPlan> plans;
    private long hits;
    private long misses;
    private @Nullable PlanKey lastKey;
    private @Nullable InsertPlan lastPlan;

    /**
     * This session's share.
     *
     * @param hits lookups answered from this cache or the shared one
     * @param misses statements planned anew
     * @param entries plans held here
     */
    public record Stats(long hits, long misses, long entries) {}

    /** @param entriesMax {@code plan_cache_entries_per_session} */
    public PlanCache(SharedPlanCache shared, int entriesMax) {
        this.shared = shared;
        this.plans = Caffeine.newBuilder()
                .maximumSize(entriesMax)
                .executor(Runnable::run)
                .build();
    }

    /**
     * The plan of the statement before, where {@code sql[from, to)} begins with the same shape: the usual case of a writer
     * that repeats itself, without a look at the words of the text.
     */
    @Nullable
    InsertPlan last(byte[] sql, int from, int to, PlanContext context, CatalogSnapshot snapshot) {
        if (lastKey == null || lastPlan == null || !lastKey.begins(sql, from, to, context)) {
            return null;
        }
        if (Planner.current(lastPlan, snapshot).isEmpty()) {
            return null;
        }
        hit();
        return lastPlan;
    }

    @Nullable
    InsertPlan find(PlanKey key, CatalogSnapshot snapshot) {
        InsertPlan plan = plans.getIfPresent(key);
        if (plan == null || Planner.current(plan, snapshot).isEmpty()) {
            plan = shared.find(key);
            if (plan == null || Planner.current(plan, snapshot).isEmpty()) {
                misses++;
                shared.miss();
                return null;
            }
            plans.put(key, plan);
        }
        hit();
        lastKey = key;
        lastPlan = plan;
        return plan;
    }

    public Stats stats() {
        plans.cleanUp();
        return new Stats(hits, misses, plans.estimatedSize());
    }

    private void hit() {
        hits++;
        shared.hit();
    }

    void put(PlanKey key, InsertPlan plan) {
        if (!key.isOfOneSession()) {
            shared.put(key, plan);
        }
        plans.put(key, plan);
        lastKey = key;
        lastPlan = plan;
    }
}
