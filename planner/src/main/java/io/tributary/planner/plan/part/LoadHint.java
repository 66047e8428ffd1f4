package io.tributary.planner.plan.part;

import io.tributary.contract.schema.GroupCommitMode;
import java.util.Optional;

/**
 * What the optimizer hint of an INSERT says of its load.
 *
 * @param groupCommit the mode of {@code SET_VAR(group_commit = …)}, or empty
 * @param idempotencyKey of {@code SET_VAR(idempotency_key = '…')}, or empty
 */
public record LoadHint(Optional<GroupCommitMode> groupCommit, String idempotencyKey) {
    public static final LoadHint NONE = new LoadHint(Optional.empty(), "");
}
