package io.tributary.frontend.execution;

import io.tributary.columnar.SpoolDirectory;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.frontend.routing.RemoteCatalog;
import io.tributary.planner.Planner;
import io.tributary.planner.SharedPlanCache;
import io.tributary.session.Authenticator;
import io.tributary.session.Sessions;

/**
 * What the executors of all connections share. Every part may be used by any thread.
 *
 * @param planCacheEntriesPerSession {@code plan_cache_entries_per_session}
 * @param startedNanos for Uptime
 */
public record ExecutionServices(
        Planner planner,
        SharedPlanCache plans,
        int planCacheEntriesPerSession,
        RemoteCatalog catalog,
        BackendRouter router,
        Sessions sessions,
        Authenticator authenticator,
        StagedBudget staged,
        LoadMemory loadMemory,
        DecisionCounters counters,
        IdRanges ids,
        AlterJobs alterJobs,
        SpoolDirectory spool,
        String serverVersion,
        long startedNanos) {}
