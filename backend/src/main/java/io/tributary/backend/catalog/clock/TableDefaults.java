package io.tributary.backend.catalog.clock;

import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTraits;

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

    /** The table with this policy, or its engine's where that has not this one, unless it names one itself. */
    public TableSchema withPolicy(TableSchema table, EngineTraits engine) {
        TableProperties properties = table.properties();
        return properties.policyExplicit()
                ? table
                : table.withProperties(new TableProperties(
                        properties.groupCommitMode(),
                        properties.groupCommitIntervalMillis(),
                        properties.groupCommitDataBytes(),
                        engine.policies().contains(policy) ? policy : engine.policyDefault(),
                        false,
                        properties.other()));
    }
}
