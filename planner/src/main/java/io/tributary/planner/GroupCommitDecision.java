package io.tributary.planner;

import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.planner.plan.FallbackReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How one load is committed, who decided the mode, and why it is not grouped where it is not: the rule table that
 * EXPLAIN, metrics, logs and tests share.
 *
 * @param mode of the load; {@code OFF_MODE} exactly when there is a {@code reason}
 * @param decidedBy who named the requested mode
 * @param reason why the load is an ordinary transaction, or null when it is grouped
 */
public record GroupCommitDecision(GroupCommitMode mode, DecidedBy decidedBy, @Nullable FallbackReason reason) {
    /** Who named the requested mode, in the order of precedence; {@code DEFAULT} is off_mode because nobody asked. */
    public enum DecidedBy {
        HINT,
        SESSION,
        GLOBAL,
        HEADER,
        TABLE,
        DEFAULT
    }

    /**
     * What is known of a load when the decision is made.
     *
     * @param statementReason why the statement's own form can never be grouped, or null
     */
    public record Facts(
            Optional<GroupCommitMode> hint,
            Optional<GroupCommitMode> session,
            Optional<GroupCommitMode> global,
            GroupCommitMode table,
            TableRules rules,
            boolean inTransaction,
            @Nullable FallbackReason statementReason) {}

    /** The same load when it turns out that it cannot be grouped. */
    public GroupCommitDecision fallingBack(FallbackReason because) {
        return new GroupCommitDecision(GroupCommitMode.OFF_MODE, decidedBy, because);
    }

    /** The rule table. A reason of the statement or the table beats MODE_OFF only when a mode was asked for. */
    public static GroupCommitDecision decide(Facts facts) {
        GroupCommitMode requested;
        DecidedBy by;
        if (facts.hint().isPresent()) {
            requested = facts.hint().get();
            by = DecidedBy.HINT;
        } else if (facts.session().isPresent()) {
            requested = facts.session().get();
            by = DecidedBy.SESSION;
        } else if (facts.global().isPresent()) {
            requested = facts.global().get();
            by = DecidedBy.GLOBAL;
        } else {
            requested = facts.table();
            by = requested == GroupCommitMode.OFF_MODE ? DecidedBy.DEFAULT : DecidedBy.TABLE;
        }
        FallbackReason reason = null;
        if (requested == GroupCommitMode.OFF_MODE) {
            reason = FallbackReason.MODE_OFF;
        } else if (facts.inTransaction()) {
            reason = FallbackReason.IN_TRANSACTION;
        } else if (facts.statementReason() != null) {
            reason = facts.statementReason();
        } else {
            reason = facts.rules().against(requested);
        }
        return new GroupCommitDecision(reason == null ? requested : GroupCommitMode.OFF_MODE, by, reason);
    }
}
