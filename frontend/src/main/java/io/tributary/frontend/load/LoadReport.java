package io.tributary.frontend.load;

import io.tributary.contract.schema.Durability;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.planner.plan.FallbackReason;
import org.jspecify.annotations.Nullable;

/**
 * How a Stream Load ended.
 *
 * @param error why nothing was stored, or null
 * @param label of the batch, or of the load's own transaction; the user's where nothing was stored
 * @param txnId 0 where there is none
 * @param mode {@code OFF_MODE} exactly when there is a {@code reason}
 * @param reason why the load was no part of a group commit, or null
 * @param durability of what was stored, when it was answered
 * @param repeated whether the load was there already under its idempotency key, and nothing was added
 * @param rejected the rows that were left out, for people; empty if there are none
 */
public record LoadReport(
        @Nullable Throwable error,
        String label,
        long txnId,
        GroupCommitMode mode,
        @Nullable FallbackReason reason,
        Durability durability,
        boolean repeated,
        Rows rows,
        String firstRejection,
        String rejected) {
    /**
     * The numbers of the body's rows.
     *
     * @param total all rows
     * @param loaded good rows that were wanted; of a load that failed for its bad rows those that it would have stored, of
     *     one that failed for anything else 0
     * @param filtered bad ones, which were left out
     * @param unselected that nobody wants
     */
    public record Rows(long total, long loaded, long filtered, long unselected) {
        public static final Rows NONE = new Rows(0, 0, 0, 0);
    }
}
