package io.tributary.contract.row.check;

import io.tributary.contract.schema.ColumnType;

/** The values of one column, as they stand in a block: a number in little-endian bytes, a text in its characters' bytes. */
public interface Cells {
    ColumnType type();

    boolean isNull(int row);

    /** The array that holds the values; another one after a value was put. Not a copy. */
    byte[] bytes();

    /** Where a value begins in {@link #bytes}. */
    int begin(int row);

    /** Where it ends, itself not in it. */
    int end(int row);
}
