package io.tributary.planner;

import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.AdoptedTable.Condition;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.planner.plan.FallbackReason;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the table itself has against grouping a load.
 *
 * @param sync the reason against sync_mode, or null
 * @param async the reason against async_mode, whose rows are acknowledged before anybody has looked at what is there; or null
 */
public record TableRules(@Nullable FallbackReason sync, @Nullable FallbackReason async) {
    private static final TableRules NONE = new TableRules(null, null);

    /**
     * @param zone of the session, by which moments are meant
     * @param bringsNumbers whether rows have numbers of their own for an AUTO_INCREMENT column, as far as that is known
     */
    public static TableRules of(TableSchema table, ZoneId zone, boolean bringsNumbers) {
        FallbackReason reason = table.properties().lightSchemaChange() ? null : FallbackReason.NO_LIGHT_SCHEMA_CHANGE;
        if (reason != null || !AdoptedTable.isOne(table)) {
            return reason == null ? NONE : new TableRules(reason, reason);
        }
        Set<Condition> conditions = AdoptedTable.conditions(table);
        if (conditions.contains(Condition.STATEMENTS) || meansOtherMoments(table, zone)) {
            reason = FallbackReason.SERVER_RULES;
        } else if (conditions.contains(Condition.DUPLICATES)
                || (conditions.contains(Condition.NUMBERS) && bringsNumbers)) {
            reason = FallbackReason.UNIQUE_INDEX;
        }
        boolean asyncOnly = reason == null && conditions.contains(Condition.ROWS) && !AdoptedTable.isAsync(table);
        return new TableRules(reason, asyncOnly ? FallbackReason.SERVER_RULES : reason);
    }

    /** Whether a value of some column means another moment in this zone than in the one in which rows are stored, UTC. */
    public static boolean meansOtherMoments(TableSchema table, ZoneId zone) {
        return AdoptedTable.conditions(table).contains(Condition.TIMESTAMPS)
                && !zone.getRules().equals(ZoneOffset.UTC.getRules());
    }

    /** Returns the reason against a mode, or null. */
    @Nullable
    FallbackReason against(GroupCommitMode mode) {
        return mode == GroupCommitMode.ASYNC_MODE ? async : sync;
    }
}
