package io.tributary.frontend.write;

import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.OnDuplicateKey;
import io.tributary.planner.plan.ComputedRows;
import io.tributary.planner.plan.EngineRows;
import io.tributary.planner.plan.FallbackReason;
import io.tributary.planner.plan.InsertPlan;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One INSERT, ready to go: its rows validated and encoded, or the queries by which the engine computes them because a
 * value is more than a literal.
 *
 * @param reason why the statement's form keeps it out of group commit, or null
 * @param blocks empty when there are queries, or all rows were filtered
 * @param rows how many are encoded; how many the engine will compute nobody knows yet
 * @param filtered rows of the statement that are not among them because of a bad value, in non-strict mode
 * @param onDuplicateKey what becomes of rows whose key is there already, or null: they replace the old ones
 */
public record InsertRows(
        InsertPlan plan,
        @Nullable FallbackReason reason,
        List<RowBlock> blocks,
        long rows,
        FilteredRows filtered,
        List<EngineRows> queries,
        @Nullable OnDuplicateKey onDuplicateKey) {
    /**
     * Makes the rows of one statement, again if need be: the statement's bytes are kept until it is answered, so that a
     * change of the schema under it costs a second encoding and nothing else.
     */
    @FunctionalInterface
    public interface Source {
        /** Plans against the newest catalog and encodes; throws what is wrong with statement or rows. */
        InsertRows encode();
    }

    /**
     * Rows that are encoded.
     *
     * @param rows of the statement
     * @param writer that encoded them
     * @throws io.tributary.contract.error.TributaryException {@code TOO_MANY_FILTERED}
     */
    public static InsertRows encoded(InsertPlan plan, List<RowBlock> blocks, long rows, RowBlockWriter writer) {
        FilteredRows filtered = writer.filtered(rows);
        return new InsertRows(plan, plan.reason(), blocks, rows - filtered.count(), filtered, List.of(), null);
    }

    /** Rows that are encoded, of a load that says itself what it left out. */
    public static InsertRows stored(InsertPlan plan, List<RowBlock> blocks, long rows) {
        return new InsertRows(plan, plan.reason(), blocks, rows, FilteredRows.NONE, List.of(), null);
    }

    /** Whether the engine is to compute them. */
    public boolean isComputed() {
        return !queries.isEmpty();
    }

    /** Nothing is left to store. */
    boolean isEmpty() {
        return blocks.isEmpty() && queries.isEmpty();
    }

    /** The same rows, encoded anew. */
    InsertRows with(List<RowBlock> encodedAnew) {
        return new InsertRows(plan, reason, encodedAnew, rows, filtered, queries, onDuplicateKey);
    }

    /** Those that are left when generated columns have their values. */
    InsertRows completed(List<RowBlock> whole, FilteredRows refused) {
        FilteredRows all = new FilteredRows(
                filtered.count() + refused.count(),
                Stream.concat(filtered.refusals().stream(), refused.refusals().stream())
                        .toList());
        return new InsertRows(plan, reason, whole, rows - refused.count(), all, queries, onDuplicateKey);
    }

    /** The same rows, which change those of their keys instead of replacing them. */
    InsertRows merged(OnDuplicateKey rule) {
        return new InsertRows(plan, reason, blocks, rows, filtered, queries, rule);
    }

    static InsertRows computed(InsertPlan plan, FallbackReason reason, ComputedRows rows) {
        return new InsertRows(plan, reason, List.of(), 0, FilteredRows.NONE, rows.queries(), rows.onDuplicateKey());
    }
}
