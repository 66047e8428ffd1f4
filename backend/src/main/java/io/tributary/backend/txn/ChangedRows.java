package io.tributary.backend.txn;

import io.tributary.contract.calls.ResultValues;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableSchema;
import java.util.Arrays;

/**
 * Counts rows by whether an ON DUPLICATE KEY UPDATE gave them other values: old ones are encoded like those that replace them, so
 * that what a column rounds or cuts is no change. One thread at a time.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/insert-on-duplicate.html">INSERT ... ON DUPLICATE KEY UPDATE</a>
 */
final class ChangedRows {
    private final TableSchema table;
    private final RowBlockWriter old;
    private final RowBlockReader before;
    private final RowBlockReader after;
    private long differing;
    private long equal;

    ChangedRows(TableSchema table) {
        this.table = table;
        old = new RowBlockWriter(table.columns());
        before = reader(table);
        after = reader(table);
    }

    private static RowBlockReader reader(TableSchema table) {
        return new RowBlockReader(table.columns().stream().map(Column::type).toList());
    }

    /** Takes the old row of the one that was just written; its columns stand behind one another from {@code first} on. */
    void addOld(ResultValues values, int row, int first) {
        old.beginRow();
        for (int i = 0; i < table.columns().size(); i++) {
            values.put(first + i, row, old, i);
        }
        old.endRow();
    }

    /** Whether the old rows are as many bytes as a block has: it is time for {@link #compare}. */
    boolean isFull() {
        return old.encodedBytes() >= RowBlockWriter.BLOCK_BYTES_TARGET;
    }

    /** Compares the rows of a block with the old ones that were added since the last; does nothing where none was. */
    void compare(RowBlock block) {
        if (old.rowCount() == 0) {
            return;
        }
        before.reset(old.finish());
        after.reset(block);
        for (int row = 0; row < before.rowCount(); row++) {
            if (isEqual(row)) {
                equal++;
            } else {
                differing++;
            }
        }
    }

    private boolean isEqual(int row) {
        for (int column = 0; column < table.columns().size(); column++) {
            boolean isNull = before.isNull(column, row);
            if (isNull != after.isNull(column, row) || (!isNull && !isEqual(column, row))) {
                return false;
            }
        }
        return true;
    }

    private boolean isEqual(int column, int row) {
        int width = table.columns().get(column).type().width();
        if (width > 0) {
            return before.getLong(column, row) == after.getLong(column, row)
                    && (width < 16 || before.getLongHigh(column, row) == after.getLongHigh(column, row));
        }
        int from = before.bytesOffset(column, row);
        int to = after.bytesOffset(column, row);
        return Arrays.equals(
                before.array(),
                from,
                from + before.bytesLength(column, row),
                after.array(),
                to,
                to + after.bytesLength(column, row));
    }

    /** Rows that got another value. */
    long differing() {
        return differing;
    }

    /** Rows that stayed as they were. */
    long equal() {
        return equal;
    }
}
