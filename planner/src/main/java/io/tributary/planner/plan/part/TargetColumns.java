package io.tributary.planner.plan.part;

import io.tributary.contract.schema.TableSchema;
import java.util.Arrays;
import java.util.List;

/**
 * The columns an INSERT names, in the order of its values: positions in the table, or {@link
 * TableSchema#deleteSignPosition}. Immutable.
 */
public final class TargetColumns {
    private final int[] positions;

    public TargetColumns(int... positions) {
        this.positions = positions.clone();
    }

    /** The first columns of a table in its own order. */
    public static TargetColumns all(int columnCount) {
        int[] positions = new int[columnCount];
        Arrays.setAll(positions, i -> i);
        return new TargetColumns(positions);
    }

    /** Every column of a table in its own order but the hidden ones: an INSERT without a column list. */
    public static TargetColumns all(TableSchema table) {
        return new TargetColumns(table.visiblePositions());
    }

    /** Every column that a row brings of a table: {@link #all(TableSchema)} but the generated ones. */
    public static TargetColumns given(TableSchema table) {
        return new TargetColumns(table.givenPositions());
    }

    /** Values that each row must have. */
    public int count() {
        return positions.length;
    }

    /** Position in the table of a row's {@code i}-th value. */
    public int position(int i) {
        return positions[i];
    }

    /** Whether values are given for the column at a position. */
    public boolean contains(int position) {
        for (int each : positions) {
            if (each == position) {
                return true;
            }
        }
        return false;
    }

    public int[] toArray() {
        return positions.clone();
    }

    /** All of them, for who needs them boxed. */
    public List<Integer> positions() {
        return Arrays.stream(positions).boxed().toList();
    }

    @Override
    public String toString() {
        return Arrays.toString(positions);
    }
}
