package io.tributary.planner.sql.insert;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.TableSchema;
import io.tributary.planner.plan.part.TargetColumns;
import java.util.Arrays;
import java.util.BitSet;

/** Collects the columns that an INSERT names: each exists (1054) and is named once (1110). */
public final class TargetColumnsBuilder {
    private final TableSchema table;
    private final BitSet named = new BitSet();
    private int[] positions = new int[16];
    private int count;

    public TargetColumnsBuilder(TableSchema table) {
        this.table = table;
    }

    public void add(String name) {
        int position = table.writableIndexOf(name);
        if (position < 0) {
            throw ErrorCode.UNKNOWN_COLUMN.error("Unknown column '" + name + "' in 'field list'");
        }
        if (named.get(position)) {
            throw ErrorCode.COLUMN_SPECIFIED_TWICE.error("Column '"
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

    /** Adds one that gets a value of the input: none that is generated (3105). */
    public void addGiven(String name) {
        add(name);
        table.requireGiven(positions[count - 1]);
    }

    public TargetColumns targets() {
        return new TargetColumns(Arrays.copyOf(positions, count));
    }
}
