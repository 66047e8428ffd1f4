package io.tributary.rpc.row;

import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Non-strict mode for one load: takes the refusals of rows that are left out instead of failing the load, and says at the
 * end whether they were too many. One thread at a time.
 */
public final class RowFilter {
    private final FilterLimits limits;
    private final List<TributaryException> refusals = new ArrayList<>();
    private long count;

    public RowFilter(FilterLimits limits) {
        this.limits = limits;
    }

    void add(TributaryException refusal) {
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
        if (count / (double) rows > limits.ratioMax()) {
            throw new TributaryException(
                    ErrorCode.TOO_MANY_FILTERED,
                    String.format(
                            Locale.ROOT,
                            "Insert has too many filtered data %d/%d insert_max_filter_ratio is <%f>; the first: %s",
                            count,
                            rows,
                            limits.ratioMax(),
                            refusals.get(0).getMessage()));
        }
        return new FilteredRows(count, limits.warningsMax() == 0 ? List.of() : refusals);
    }
}
