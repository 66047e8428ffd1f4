package io.tributary.frontend.execution;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.planner.GroupCommitDecision;
import io.tributary.planner.plan.FallbackReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Loads by how they were committed: grouped by mode, or not grouped by reason. What is staged under {@code autocommit = 0}
 * counts when it leaves the session, as one load of its table, and not at all if it is rolled back. Any thread.
 */
public final class DecisionCounters {
    private final Map<GroupCommitMode, Counter> grouped = new EnumMap<>(GroupCommitMode.class);
    private final Map<FallbackReason, Counter> fallbacks = new EnumMap<>(FallbackReason.class);

    public DecisionCounters(MeterRegistry meters) {
        for (GroupCommitMode mode : GroupCommitMode.values()) {
            if (mode != GroupCommitMode.OFF_MODE) {
                grouped.put(
                        mode,
                        Counter.builder("tributary.inserts.grouped")
                                .tag("mode", mode.text())
                                .register(meters));
            }
        }
        for (FallbackReason reason : FallbackReason.values()) {
            fallbacks.put(
                    reason,
                    Counter.builder("tributary.inserts.fallback")
                            .tag("reason", reason.name())
                            .register(meters));
        }
    }

    public void count(GroupCommitDecision decision) {
        Counter counter = decision.reason() == null ? grouped.get(decision.mode()) : fallbacks.get(decision.reason());
        if (counter != null) {
            counter.increment();
        }
    }

    /** Returns the counters for SHOW STATUS, by name. */
    public Map<String, Long> values() {
        Map<String, Long> values = new TreeMap<>();
        grouped.forEach((mode, counter) -> values.put("Group_commit_" + mode.text(), (long) counter.count()));
        fallbacks.forEach((reason, counter) -> values.put("Group_commit_fallback_" + reason, (long) counter.count()));
        return values;
    }
}
