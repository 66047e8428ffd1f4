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
        onLoop(() -> {
            if (isWantedFrom(source)) {
                head.write(columns, status);
                rows = new BlockWriter(client, columns, binary, head.latin1());
            }
        });
    }

    @Override
    public void rows(RowBlock block, int count) {
        onLoop(() -> {
            if (ended || rows == null) {
                return;
            }
            rows.write(block, 0, count);
            written += count;
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
                end.finished(written);
            }
        });
    }

    @Override
    public void failed(TributaryException error) {
        onLoop(() -> fail(error));
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
