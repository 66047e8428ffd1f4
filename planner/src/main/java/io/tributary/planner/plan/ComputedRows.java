package io.tributary.planner.plan;

import io.tributary.contract.schema.OnDuplicateKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT that the engine computes.
 *
 * @param queries its new rows
 * @param onDuplicateKey how they meet rows of the same key, or null where they replace them
 */
public record ComputedRows(List<EngineRows> queries, @Nullable OnDuplicateKey onDuplicateKey) {
    public ComputedRows {
        queries = List.copyOf(queries);
    }
}
