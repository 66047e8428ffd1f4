package io.tributary.backend.catalog.clock;

import io.tributary.contract.schema.GroupCommitPolicy;

/**
 * What tables get that is not written down.
 *
 * @param policy of a table that names no {@code group_commit_policy}: the engine's liking
 * @param dynamic its partitions, where they come by the clock
 */
public record TableDefaults(GroupCommitPolicy policy, DynamicTables dynamic) {
    /** Defaults by the clock of this machine, with as many partitions as Doris allows. */
    public static TableDefaults of(GroupCommitPolicy policy) {
        return new TableDefaults(policy, DynamicTables.system());
    }
}
