package io.tributary.backend.batch;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import java.util.List;
import java.util.stream.IntStream;

/** Hashes of the keys of rows: equal keys have equal ones, and with 64 bits different keys practically never have. */
final class KeyHashes {
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private KeyHashes() {}

    /** One for each row, in order. */
    static long[] of(TableSchema table, List<RowBlock> blocks) {
        return of(table.columns().stream().map(Column::type).toList(), table.keyPositions(), blocks);
    }

    /** The same for rows of nothing but a key, its columns in table order. */
    static long[] of(List<ColumnType> types, RowBlock keys) {
        return of(types, IntStream.range(0, types.size()).toArray(), List.of(keys));
    }

    private static long[] of(List<ColumnType> types, int[] key, List<RowBlock> blocks) {
        int rows = Math.toIntExact(blocks.stream().mapToLong(RowBlock::rowCount).sum());
        long[] hashes = new long[rows];
        RowBlockReader reader = new RowBlockReader(types);
        int at = 0;
        for (RowBlock block : blocks) {
            reader.reset(block);
            for (int row = 0; row < reader.rowCount(); row++) {
                long hash = key.length;
                for (int column : key) {
                    int width = types.get(column).width();
                    hash = mix(hash, reader.isNull(column, row) ? 0 : 1);
                    if (!reader.isNull(column, row)) {
                        hash = width == 0 ? text(hash, reader, column, row) : number(hash, reader, column, row, width);
                    }
                }
                hashes[at++] = hash;
            }
        }
        return hashes;
    }

    private static long number(long hash, RowBlockReader reader, int column, int row, int width) {
        long mixed = mix(hash, reader.getLong(column, row));
        return width == 16 ? mix(mixed, reader.getLongHigh(column, row)) : mixed;
    }

    private static long text(long hash, RowBlockReader reader, int column, int row) {
        int from = reader.bytesOffset(column, row);
        int length = reader.bytesLength(column, row);
        long mixed = mix(hash, length);
        for (int i = from; i < from + length; i++) {
            mixed = mix(mixed, reader.array()[i]);
        }
        return mixed;
    }

    private static long mix(long hash, long value) {
        long mixed = (hash ^ value) * MULTIPLIER;
        return mixed ^ mixed >>> 32;
    }
}
