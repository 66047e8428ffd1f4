package io.tributary.contract.calls;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import java.util.List;

/**
 * What came of an {@link Evaluation}. Of each row by itself: one that is neither in the blocks nor refused does not meet the
 * condition. Of all rows together: what the query gives, and none is refused.
 *
 * @param columns the first a row's number among those sent, from 1 on; then one a value. Of a query its own
 * @param blocks in the order of the rows
 * @param refused rows that make an expression fail, in their order
 */
public record EvaluatedRows(List<ResultColumn> columns, List<RowBlock> blocks, List<Refused> refused) {
    /** Encoded values that one call may give. */
    public static final long BYTES_MAX = 64L << 20;

    /**
     * A row without values.
     *
     * @param row its number, from 1 on
     */
    public record Refused(long row, TributaryException reason) {}

    public EvaluatedRows {
        columns = List.copyOf(columns);
        blocks = List.copyOf(blocks);
        refused = List.copyOf(refused);
    }
}
