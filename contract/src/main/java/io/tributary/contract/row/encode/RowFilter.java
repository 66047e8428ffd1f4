package io.tributary.contract.row.encode;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.FilterLimits;
import io.tributary.contract.row.FilteredRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Non-strict mode for one load: takes the refusals of rows that are left out instead of failing the load, and says at the
 * end whether they were too many. One thread at a time.
 */
public final class RowFilter {
    /** Given to {@link Listener} for a row that was refused before it was indexed. */
    public static final int NOT_INDEXED = -1;

    private final FilterLimits limits;
    private final boolean nullsInstead;
    private final Listener listener;
    private final List<TributaryException> refusals = new ArrayList<>();
    private long count;
    /** Rows of the load that were left out elsewhere. */
    private long before;

    /** Hears of each row that is left out, while its bytes are there. */
    @FunctionalInterface
    public interface Listener {
        /** @param indexedRow its place among those of the {@link CellIndex}, or {@link #NOT_INDEXED} */
        void refused(int indexedRow, TributaryException refusal);
    }

    public RowFilter(FilterLimits limits) {
        this(limits, true, (row, refusal) -> {});
    }

    /** @param nullsInstead whether what is none of the values of a column is taken for NULL where the column takes that */
    public RowFilter(FilterLimits limits, boolean nullsInstead, Listener listener) {
        this.limits = limits;
        this.nullsInstead = nullsInstead;
        this.listener = listener;
    }

    boolean nullsInstead() {
        return nullsInstead;
    }

    /** Goes on with a load of which so many rows were left out already, and are counted no more. */
    public RowFilter behind(long leftOut) {
        before = leftOut;
        return this;
    }

    /** Rows left out so far. */
    public long count() {
        return count;
    }

    void add(int indexedRow, TributaryException refusal) {
        listener.refused(indexedRow, refusal);
        count++;
        if (refusals.size() < limits.warningsMax() || count == 1) {
            refusals.add(refusal);
        }
    }

    void reset() {
        count = 0;
        refusals.clear();
    }

    /**
     * What was left out of a load of so many rows.
     *
     * @throws TributaryException {@code TOO_MANY_FILTERED} naming the first of them, if they were more than may be
     */
    FilteredRows of(long rows) {
        if (count == 0) {
            return FilteredRows.NONE;
        }
        if ((before + count) / (double) (before + rows) > limits.ratioMax()) {
            throw new TributaryException(
                    ErrorCode.TOO_MANY_FILTERED,
                    String.format(
                            Locale.ROOT,
                            "Insert has too many filtered data %d/%d insert_max_filter_ratio is %f, first_error_msg: %s",
                            before + count,
                            before + rows,
                            limits.ratioMax(),
                            refusals.get(0).getMessage()));
        }
        return new FilteredRows(count, limits.warningsMax() == 0 ? List.of() : refusals);
    }
}
