package io.tributary.planner.sql;

import io.tributary.planner.plan.TargetColumns;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.HiddenColumns;
import io.tributary.rpc.schema.TableSchema;
import java.util.Arrays;
import java.util.BitSet;

/** Collects the columns that an INSERT names: each exists (1054) and is named once (1110). */
final class ColumnNames {
    private final TableSchema table;
    private final BitSet named = new BitSet();
    private int[] positions = new int[16];
    private int count;

    ColumnNames(TableSchema table) {
        this.table = table;
    }

    void add(String name) {
        int position = table.writableIndexOf(name);
        if (position < 0) {
            throw new TributaryException(ErrorCode.UNKNOWN_COLUMN, "Unknown column '" + name + "' in 'field list'");
        }
        if (named.get(position)) {
            throw new TributaryException(
                    ErrorCode.COLUMN_SPECIFIED_TWICE,
                    "Column '"
                            + (position == table.deleteSignPosition()
                                    ? HiddenColumns.DELETE_SIGN
                                    : table.columns().get(position).name())
                            + "' specified twice");
        }
        named.set(position);
        if (count == positions.length) {
            positions = Arrays.copyOf(positions, 2 * count);
        }
        positions[count++] = position;
    }

    TargetColumns targets() {
        return new TargetColumns(Arrays.copyOf(positions, count));
    }
}
