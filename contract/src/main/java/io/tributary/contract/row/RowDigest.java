package io.tributary.contract.row;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.value.LittleEndian;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * 64 bits that tell rows of one statement from others: equal for the same values in columns of the same names and types,
 * however the rows are cut into blocks. Columns that the statement leaves out do not count, for their defaults may differ
 * from one time to the next; nor do numbers that are generated after it was taken.
 *
 * <p>It travels between processes and is kept for days, so what it is made of is a format.
 */
public final class RowDigest {
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private RowDigest() {}

    /**
     * Reads every value.
     *
     * @param positions of the columns that the statement gives values for, in any order, {@link
     *     TableSchema#deleteSignPosition} perhaps among them
     */
    public static long of(TableSchema table, int[] positions, List<RowBlock> blocks) {
        List<ColumnType> types = table.columns().stream().map(Column::type).toList();
        int[] sorted = positions.clone();
        Arrays.sort(sorted);
        long digest = sorted.length;
        for (int position : sorted) {
            byte[] name = (position == types.size()
                            ? HiddenColumns.DELETE_SIGN
                            : table.columns().get(position).name())
                    .getBytes(StandardCharsets.UTF_8);
            digest = bytes(digest, name, 0, name.length);
        }
        long rows = 0;
        RowBlockReader reader = new RowBlockReader(types);
        for (RowBlock block : blocks) {
            reader.reset(block);
            rows += reader.rowCount();
            for (int row = 0; row < reader.rowCount(); row++) {
                for (int position : sorted) {
                    digest = position == types.size()
                            ? mix(digest, reader.isDeleted(row) ? 1 : 0)
                            : value(
                                    digest,
                                    reader,
                                    position,
                                    row,
                                    types.get(position).width());
                }
            }
        }
        // Rows without a column that counts are told apart by their number alone.
        return mix(digest, rows);
    }

    private static long value(long digest, RowBlockReader reader, int column, int row, int width) {
        if (reader.isNull(column, row)) {
            return mix(digest, 0);
        }
        long present = mix(digest, 1);
        if (width == 0) {
            return bytes(present, reader.array(), reader.bytesOffset(column, row), reader.bytesLength(column, row));
        }
        long mixed = mix(present, reader.getLong(column, row));
        return width == 16 ? mix(mixed, reader.getLongHigh(column, row)) : mixed;
    }

    private static long bytes(long digest, byte[] array, int offset, int length) {
        long mixed = mix(digest, length);
        int end = offset + length;
        int at = offset;
        for (; end - at >= Long.BYTES; at += Long.BYTES) {
            mixed = mix(mixed, LittleEndian.getLong(array, at));
        }
        for (; at < end; at++) {
            mixed = mix(mixed, array[at]);
        }
        return mixed;
    }

    private static long mix(long digest, long value) {
        long mixed = (digest ^ value) * MULTIPLIER;
        return mixed ^ mixed >>> 32;
    }
}
