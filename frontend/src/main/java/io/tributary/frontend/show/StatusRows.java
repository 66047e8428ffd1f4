package io.tributary.frontend.show;

import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.planner.PlanCache;
import io.tributary.planner.SharedPlanCache;
import io.tributary.session.Session;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * SHOW STATUS: MySQL's names where it has them. What is a session's own differs between SESSION, which is meant where
 * nothing is said, and GLOBAL. Event loop of the connection that asks.
 */
final class StatusRows {
    private final Session session;
    private final ExecutionServices services;
    private final Supplier<PlanCache.Stats> planCache;

    /** @param planCache of the session */
    StatusRows(Session session, ExecutionServices services, Supplier<PlanCache.Stats> planCache) {
        this.session = session;
        this.services = services;
        this.planCache = planCache;
    }

    Answer.LocalRows rows(boolean global) {
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        services.status().counters().values().forEach((name, value) -> all.put(name, Long.toString(value)));
        all.put(
                "Threads_connected",
                Integer.toString(services.clients().sessions().connections()));
        all.put("Threads_running", Long.toString(running()));
        all.put("Questions", Long.toString(services.clients().sessions().questions()));
        all.put("Uptime", Long.toString(services.status().uptimeSeconds()));
        all.put("Prepared_stmt_count", Integer.toString(session.statements().openOfAllSessions()));
        if (global) {
            planCache(all, services.planning().cache().stats());
        } else {
            all.put("Compression", session.isCompressed() ? "ON" : "OFF");
            all.put("Ssl_version", session.tls().version());
            all.put("Ssl_cipher", session.tls().cipher());
            planCache(all, planCache.get());
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        all.forEach((name, value) -> rows.add(Arrays.asList(name, value)));
        return new Answer.LocalRows(Answer.LocalRows.texts("Variable_name", "Value"), rows);
    }

    private static void planCache(Map<String, String> all, PlanCache.Stats stats) {
        all.put("plan_cache_hits", Long.toString(stats.hits()));
        all.put("plan_cache_misses", Long.toString(stats.misses()));
        all.put("plan_cache_entries", Long.toString(stats.entries()));
    }

    private static void planCache(Map<String, String> all, SharedPlanCache.Stats stats) {
        planCache(all, new PlanCache.Stats(stats.hits(), stats.misses(), stats.entries()));
        all.put("plan_cache_evictions", Long.toString(stats.evictions()));
        all.put("plan_cache_bytes", Long.toString(stats.bytes()));
    }

    private long running() {
        return services.clients().sessions().all().stream()
                .filter(one -> !one.activity().command().equals("Sleep"))
                .count();
    }
}
