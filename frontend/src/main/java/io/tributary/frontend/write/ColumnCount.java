package io.tributary.frontend.write;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;

/** The refusal of a row that has more or fewer values than the INSERT has columns. */
public final class ColumnCount {
    private ColumnCount() {}

    /** @param row from 1 in the statement */
    public static TributaryException mismatch(long row) {
        return new TributaryException(ErrorCode.COLUMN_COUNT, "Column count doesn't match value count at row " + row);
    }
}
