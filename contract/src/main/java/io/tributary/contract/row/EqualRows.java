package io.tributary.contract.row;

import io.tributary.contract.schema.ColumnType;
import java.util.Arrays;
import java.util.List;

/** Compares rows by their encoded values. Any thread. */
public final class EqualRows {
    private EqualRows() {}

    /** How many rows of two blocks of as many rows are equal to the one in the same place. */
    public static long count(List<ColumnType> types, RowBlock one, RowBlock other) {
        RowBlockReader left = new RowBlockReader(types);
        RowBlockReader right = new RowBlockReader(types);
        left.reset(one);
        right.reset(other);
        if (left.rowCount() != right.rowCount()) {
            throw new IllegalArgumentException(left.rowCount() + " and " + right.rowCount() + " rows to compare");
        }
        long count = 0;
        for (int row = 0; row < left.rowCount(); row++) {
            count += areEqual(types, left, right, row) ? 1 : 0;
        }
        return count;
    }

    private static boolean areEqual(List<ColumnType> types, RowBlockReader left, RowBlockReader right, int row) {
        for (int column = 0; column < types.size(); column++) {
            boolean isNull = left.isNull(column, row);
            if (isNull != right.isNull(column, row)) {
                return false;
            }
            if (!isNull && !areEqual(types.get(column).width(), left, right, column, row)) {
                return false;
            }
        }
        return true;
    }

    private static boolean areEqual(int width, RowBlockReader left, RowBlockReader right, int column, int row) {
        if (width > 0) {
            return left.getLong(column, row) == right.getLong(column, row)
                    && (width < 16 || left.getLongHigh(column, row) == right.getLongHigh(column, row));
        }
        int from = left.bytesOffset(column, row);
        int to = right.bytesOffset(column, row);
        return Arrays.equals(
                left.array(),
                from,
                from + left.bytesLength(column, row),
                right.array(),
                to,
                to + right.bytesLength(column, row));
    }
}
