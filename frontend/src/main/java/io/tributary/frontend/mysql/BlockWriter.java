package io.tributary.frontend.mysql;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.response.BinaryRow;
import io.tributary.protocol.response.RowWriter;
import io.tributary.protocol.response.TextRow;
import io.tributary.rpc.client.ResultColumn;
import io.tributary.rpc.row.RowBlock;
import java.util.List;

/** Writes the rows of one result set's blocks to a connection. Event loop of the connection. */
final class BlockWriter {
    /** A buffer of rows goes to the channel when it has grown so far. */
    private static final int BUFFER_BYTES = 64 << 10;

    private final ClientConnection client;
    private final RowBlockValues values;
    private final RowWriter row;

    BlockWriter(ClientConnection client, List<ResultColumn> columns, boolean binary, boolean latin1) {
        this.client = client;
        this.values = new RowBlockValues(columns, latin1);
        this.row = binary ? new BinaryRow(WireColumns.typeCodes(columns)) : new TextRow();
    }

    /** Writes the rows {@code [from, to)} of a block. */
    void write(RowBlock block, int from, int to) {
        values.block(block);
        int next = from;
        while (next < to) {
            next = writeBuffer(next, to);
        }
    }

    /** Writes one buffer of rows and says which is next; a buffer that is written belongs to the channel. */
    private int writeBuffer(int first, int to) {
        ByteBuf out = client.buffer(BUFFER_BYTES);
        int next = first;
        try {
            while (next < to && out.readableBytes() < BUFFER_BYTES) {
                client.packets().begin(out);
                row.start(out);
                values.row(next++, row);
                client.packets().end(out);
            }
        } catch (RuntimeException e) {
            out.release();
            throw e;
        }
        client.write(out);
        return next;
    }
}
