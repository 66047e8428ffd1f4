package io.tributary.contract.row;

import io.tributary.contract.error.TributaryException;
import java.util.List;

/**
 * The rows of a load that were left out because of a bad value.
 *
 * @param count of all of them
 * @param refusals why, in the order of the rows; as many as the session wants to be told
 */
public record FilteredRows(long count, List<TributaryException> refusals) {
    public static final FilteredRows NONE = new FilteredRows(0, List.of());

    public FilteredRows {
        refusals = List.copyOf(refusals);
    }
}
