package io.tributary.planner.plan;

import java.util.List;

/**
 * ALTER SYSTEM DECOMMISSION BACKEND, and CANCEL DECOMMISSION BACKEND.
 *
 * @param cancelled whether the backends take writes again
 * @param backends gRPC addresses, {@code host:port}; at least one
 */
public record DecommissionPlan(boolean cancelled, List<String> backends) implements Plan {
    public DecommissionPlan {
        backends = List.copyOf(backends);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitDecommission(this);
    }
}
