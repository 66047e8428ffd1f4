package io.tributary.planner.plan;

import io.tributary.planner.plan.part.TableName;
import java.util.List;

/**
 * CHECK, ANALYZE, OPTIMIZE, REPAIR and CHECKSUM TABLE: nothing needs doing, and the answer says so table by table.
 *
 * @param tables as named; they need not exist
 */
public record MaintenancePlan(Operation operation, List<TableName> tables) implements Plan {
    public enum Operation {
        ANALYZE,
        CHECK,
        CHECKSUM,
        OPTIMIZE,
        REPAIR
    }

    public MaintenancePlan {
        tables = List.copyOf(tables);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitMaintenance(this);
    }
}
