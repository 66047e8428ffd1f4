package io.tributary.frontend.mysql;

import io.netty.buffer.ByteBuf;
import io.tributary.frontend.execution.Reply;
import io.tributary.protocol.response.BinaryRow;
import io.tributary.protocol.response.ColumnCount;
import io.tributary.protocol.response.EofPacket;
import io.tributary.protocol.response.RowWriter;
import io.tributary.protocol.response.TextRow;
import io.tributary.rpc.client.ResultColumn;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.row.RowBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one result set of the engine to the connection, and asks for the next block only while the client reads:
 * a channel that is not writable requests nothing, so the engine's cursor waits.
 *
 * <p>Callbacks come on a transport thread and hop to the connection's event loop, which owns everything else here.
 */
final class ResultSetWriter implements Reply.LimitedReceiver {
    /** A buffer of rows goes to the channel when it has grown so far. */
    private static final int BUFFER_BYTES = 64 << 10;

    private final ClientConnection client;
    private final boolean binary;
    private final boolean latin1;
    private final End end;
    private @Nullable Flow flow;
    private @Nullable RowBlockValues values;
    private RowWriter row = new TextRow();
    private final int status;
    private boolean waitsForClient;
    private boolean ended;

    /** How a result set ends, by exactly one call on the event loop. */
    interface End {
        void finished();

        void failed(Throwable error);
    }

    /** @param status flags for the EOF between definitions and rows */
    ResultSetWriter(ClientConnection client, boolean binary, boolean latin1, int status, End end) {
        this.client = client;
        this.binary = binary;
        this.latin1 = latin1;
        this.status = status;
        this.end = end;
    }

    /** Definitions of the columns of any result set, and what ends them. */
    static void writeColumns(ClientConnection client, List<ResultColumn> columns, boolean latin1, int status) {
        ByteBuf out = client.buffer();
        client.packets().write(out, new ColumnCount(columns.size()));
        writeDefinitions(client, out, columns, latin1, status);
        client.write(out);
    }

    static void writeDefinitions(
            ClientConnection client, ByteBuf out, List<ResultColumn> columns, boolean latin1, int status) {
        for (ResultColumn column : columns) {
            client.packets().write(out, WireColumns.definition(column, latin1));
        }
        if (!client.deprecatesEof()) {
            client.packets().write(out, new EofPacket(status, 0));
        }
    }

    @Override
    public void columns(List<ResultColumn> columns, Flow source) {
        onLoop(() -> {
            flow = source;
            if (ended) {
                source.cancel();
                return;
            }
            writeColumns(client, columns, latin1, status);
            values = new RowBlockValues(columns, latin1);
            if (binary) {
                row = new BinaryRow(WireColumns.typeCodes(columns));
            }
            source.request(1);
        });
    }

    @Override
    public void rows(RowBlock block) {
        rows(block, block.rowCount());
    }

    @Override
    public void rows(RowBlock block, int count) {
        onLoop(() -> {
            if (ended || values == null) {
                return;
            }
            writeRows(values, block, count);
            client.flush();
            if (client.isWritable()) {
                request();
            } else {
                waitsForClient = true;
            }
        });
    }

    @Override
    public void finished() {
        onLoop(() -> {
            if (!ended) {
                ended = true;
                end.finished();
            }
        });
    }

    @Override
    public void failed(TributaryException error) {
        onLoop(() -> fail(error));
    }

    /** KILL QUERY: the client hears 1317 at once, the source is told to stop. Event loop. */
    void kill() {
        cancel();
        fail(new TributaryException(ErrorCode.INTERRUPTED, "Query execution was interrupted"));
    }

    /** The client is gone. Event loop. */
    void abandon() {
        ended = true;
        cancel();
    }

    /** The channel's writability changed. Event loop. */
    void writabilityChanged() {
        if (waitsForClient && client.isWritable()) {
            waitsForClient = false;
            request();
        }
    }

    private void writeRows(RowBlockValues from, RowBlock block, int count) {
        from.block(block);
        try {
            int next = 0;
            while (next < count) {
                next = writeBuffer(from, next, count);
            }
        } catch (RuntimeException e) {
            cancel();
            throw e;
        }
    }

    /** Writes one buffer of rows and says which is next; a buffer that is written belongs to the channel. */
    private int writeBuffer(RowBlockValues from, int first, int count) {
        ByteBuf out = client.buffer(BUFFER_BYTES);
        int next = first;
        try {
            while (next < count && out.readableBytes() < BUFFER_BYTES) {
                client.packets().begin(out);
                row.start(out);
                from.row(next++, row);
                client.packets().end(out);
            }
        } catch (RuntimeException e) {
            out.release();
            throw e;
        }
        client.write(out);
        return next;
    }

    private void fail(Throwable error) {
        if (!ended) {
            ended = true;
            end.failed(error);
        }
    }

    private void request() {
        if (flow != null) {
            flow.request(1);
        }
    }

    private void cancel() {
        if (flow != null) {
            flow.cancel();
        }
    }

    private void onLoop(Runnable action) {
        if (client.inEventLoop()) {
            guarded(action);
        } else {
            client.eventLoop().execute(() -> guarded(action));
        }
    }

    private void guarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            fail(e);
        }
    }
}
