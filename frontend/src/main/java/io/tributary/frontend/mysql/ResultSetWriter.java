package io.tributary.frontend.mysql;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one result set of the engine to the connection, and asks for the next block only while the client reads:
 * a channel that is not writable requests nothing, so the engine's cursor waits.
 */
final class ResultSetWriter extends LoopReceiver {
    private final ResultHead head;
    private final boolean binary;
    private final End end;
    private @Nullable BlockWriter rows;
    /** What writes the columns, until rows or the end come, with which it goes to the event loop. Of the thread that calls back. */
    private @Nullable Runnable begin;

    private final int status;
    private long written;
    private boolean waitsForClient;
    private boolean ended;

    /** How a result set ends, by exactly one call on the event loop. */
    public interface End {
        /** @param rows that were written */
        void finished(long rows);

        void failed(Throwable error);
    }

    /** @param status flags for the EOF between definitions and rows */
    ResultSetWriter(ClientConnection client, ResultHead head, boolean binary, int status, End end) {
        super(client);
        this.head = head;
        this.binary = binary;
        this.status = status;
        this.end = end;
    }

    @Override
    boolean isOver() {
        return ended;
    }

    @Override
    public void columns(List<ResultColumn> columns, Flow source) {
        begin = () -> {
            if (isWantedFrom(source)) {
                head.write(columns, status);
                rows = new BlockWriter(client, columns, binary, head.latin1());
            }
        };
    }

    /** Takes what came to the event loop, the columns before all else: each way there wakes it. */
    private void behindColumns(Runnable action) {
        Runnable first = begin;
        begin = null;
        onLoop(() -> {
            if (first != null) {
                first.run();
            }
            action.run();
        });
    }

    @Override
    public void rows(RowBlock block, int count) {
        behindColumns(() -> {
            if (ended || rows == null) {
                return;
            }
            rows.write(block, 0, count);
            if (written == 0) {
                // Most results have one block, and their end is on its way.
                client.flushSoon();
            } else {
                client.flush();
            }
            written += count;
            if (client.isWritable()) {
                request();
            } else {
                waitsForClient = true;
            }
        });
    }

    @Override
    public void finished() {
        behindColumns(() -> {
            if (!ended) {
                ended = true;
                end.finished(written);
            }
        });
    }

    @Override
    public void failed(TributaryException error) {
        behindColumns(() -> fail(error));
    }

    @Override
    public void kill() {
        cancel();
        fail(new TributaryException(ErrorCode.INTERRUPTED, "Query execution was interrupted"));
    }

    @Override
    public void abandon() {
        ended = true;
        cancel();
    }

    @Override
    public void writabilityChanged() {
        if (waitsForClient && client.isWritable()) {
            waitsForClient = false;
            request();
        }
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

    @Override
    void broken(RuntimeException error) {
        cancel();
        fail(error);
    }
}
