package io.tributary.frontend.execution;

import io.tributary.planner.Planner;
import io.tributary.planner.SharedPlanCache;

/**
 * What plans statements, and what keeps their plans. Any thread.
 *
 * @param entriesPerSession {@code plan_cache_entries_per_session}
 */
public record Planning(Planner planner, SharedPlanCache cache, int entriesPerSession) {}
