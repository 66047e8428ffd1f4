package io.tributary.frontend.mysql.rows;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.ColumnType;
import io.tributary.protocol.response.RowWriter;

/**
 * Cells of types that are rare or whose length is only known when they are printed: they are written by the protocol's
 * {@link RowWriter}, one by one, when they are measured, and copied from there.
 */
final class RenderedCells extends CellColumn {
    /** What is kept for the next rows. */
    private static final int KEPT_BYTES_MAX = 64 << 10;

    private final RowBlockValues values;
    private final ColumnType type;
    private final RowWriter writer;
    private final int[] starts = new int[RowPackets.ROWS_MAX];
    private final int[] ends = new int[RowPackets.ROWS_MAX];
    private ByteBuf rendered = Unpooled.buffer(256);
    private int renderedFrom;

    /** @param writer of rows of this one column */
    RenderedCells(
            RowBlockReader rows, int column, boolean binary, RowBlockValues values, ColumnType type, RowWriter writer) {
        super(rows, column, binary);
        this.values = values;
        this.type = type;
        this.writer = writer;
    }

    @Override
    void measure(int from, int count, int[] sizes) {
        if (rendered.capacity() > KEPT_BYTES_MAX) {
            rendered = Unpooled.buffer(256);
        }
        rendered.clear();
        renderedFrom = from;
        for (int i = 0; i < count; i++) {
            if (type.kind() == ColumnType.Kind.NULL || rows.isNull(column, from + i)) {
                sizes[i] += nullBytes();
                continue;
            }
            writer.start(rendered);
            starts[i] = rendered.writerIndex();
            values.value(column, from + i, type, writer);
            ends[i] = rendered.writerIndex();
            sizes[i] += ends[i] - starts[i];
        }
    }

    @Override
    void write(int from, int count, byte[] out, int[] places) {
        for (int i = 0; i < count; i++) {
            if (type.kind() == ColumnType.Kind.NULL || rows.isNull(column, from + i)) {
                places[i] = putNull(out, places[i]);
            } else {
                int cell = from + i - renderedFrom;
                int length = ends[cell] - starts[cell];
                rendered.getBytes(starts[cell], out, places[i], length);
                places[i] += length;
            }
        }
    }
}
