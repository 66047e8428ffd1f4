package io.tributary.frontend.mysql;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.protocol.ServerStatus;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one EXECUTE that wait for COM_STMT_FETCH. Between two of those the engine's query is parked, without a
 * thread; at most one block stands here, and within a transaction what {@link #READ_AHEAD_BYTES_MAX} holds: the engine
 * runs one statement of a transaction at a time, so a short result is read to its end before the EXECUTE is answered.
 */
final class Cursor extends LoopReceiver {
    /** Encoded rows that are read before they are fetched, of a query within a transaction. */
    static final long READ_AHEAD_BYTES_MAX = 8L << 20;

    private final boolean latin1;
    private final boolean readsAhead;
    private final Listener listener;
    private final Queue<Rows> waiting = new ArrayDeque<>();
    private List<ResultColumn> columns = List.of();
    private long waitingBytes;
    private @Nullable BlockWriter writer;
    private @Nullable TributaryException failure;
    private boolean opened;
    private boolean finished;
    private boolean closed;
    private boolean fetching;
    private boolean waitsForClient;
    private boolean requested;

    private long rowsToFetch;

    /** Rows of a block that were not fetched yet. */
    private static final class Rows {
        final RowBlock block;
        final int count;
        int next;

        Rows(RowBlock block, int count) {
            this.block = block;
            this.count = count;
        }
    }

    /** Answers the commands that open and fetch: one call for each, on the event loop. */
    interface Listener {
        void opened(Cursor cursor, List<ResultColumn> columns);

        /** @param status {@link ServerStatus#CURSOR_EXISTS} or {@link ServerStatus#LAST_ROW_SENT} */
        void fetched(int status);

        void failed(Throwable error);
    }

    /** @param readsAhead whether the query belongs to a transaction */
    Cursor(ClientConnection client, boolean latin1, boolean readsAhead, Listener listener) {
        super(client);
        this.latin1 = latin1;
        this.readsAhead = readsAhead;
        requested = readsAhead;
        this.listener = listener;
    }

    @Override
    public boolean wantsRows() {
        return readsAhead;
    }

    @Override
    boolean isOver() {
        return closed;
    }

    @Override
    public void columns(List<ResultColumn> ofResult, Flow source) {
        onLoop(() -> {
            if (!isWantedFrom(source)) {
                return;
            }
            columns = ofResult;
            writer = new BlockWriter(client, ofResult, true, latin1);
            if (!readsAhead) {
                open();
            }
        });
    }

    @Override
    public void rows(RowBlock block, int count) {
        onLoop(() -> {
            requested = false;
            if (closed) {
                return;
            }
            waiting.add(new Rows(block, count));
            waitingBytes += block.length();
            if (opened) {
                goOn();
            } else if (waitingBytes < READ_AHEAD_BYTES_MAX) {
                request();
            } else {
                open();
            }
        });
    }

    @Override
    public void finished() {
        onLoop(() -> {
            finished = true;
            if (!opened && !closed) {
                open();
            } else {
                goOn();
            }
        });
    }

    @Override
    public void failed(TributaryException error) {
        onLoop(() -> {
            if (closed || finished) {
                return;
            }
            failure = error;
            if (!opened) {
                end();
                listener.failed(error);
            } else {
                goOn();
            }
        });
    }

    boolean isClosed() {
        return closed;
    }

    /** Writes the next rows; the fetch before must have been answered. */
    void fetch(long rows) {
        fetching = true;
        rowsToFetch = rows;
        guarded(this::goOn);
    }

    /** No fetch may follow. */
    void close() {
        boolean running = !closed && !finished && failure == null;
        end();
        if (running) {
            cancel();
        }
    }

    @Override
    public void kill() {
        close();
        fetching = false;
        listener.failed(new TributaryException(ErrorCode.INTERRUPTED, "Query execution was interrupted"));
    }

    @Override
    public void abandon() {
        close();
    }

    @Override
    public void writabilityChanged() {
        if (waitsForClient && client.isWritable()) {
            waitsForClient = false;
            goOn();
            client.flush();
        }
    }

    private void open() {
        opened = true;
        listener.opened(this, columns);
    }

    private void goOn() {
        while (fetching && !closed) {
            Rows first = waiting.peek();
            if (rowsToFetch == 0) {
                fetched(finished && first == null);
            } else if (first != null) {
                if (!client.isWritable()) {
                    waitsForClient = true;
                    client.flush();
                    return;
                }
                write(first);
            } else if (finished) {
                fetched(true);
            } else if (failure != null) {
                fetching = false;
                TributaryException error = failure;
                end();
                listener.failed(error);
            } else {
                request();
                return;
            }
        }
    }

    private void write(Rows rows) {
        int to = (int) Math.min(rows.count, rows.next + rowsToFetch);
        if (writer != null && to > rows.next) {
            writer.write(rows.block, rows.next, to);
        }
        rowsToFetch -= to - rows.next;
        rows.next = to;
        if (to == rows.count) {
            waiting.remove();
            waitingBytes -= rows.block.length();
        }
    }

    private void fetched(boolean last) {
        fetching = false;
        if (last) {
            end();
        }
        listener.fetched(last ? ServerStatus.LAST_ROW_SENT : ServerStatus.CURSOR_EXISTS);
    }

    private void request() {
        if (flow != null && !requested && !finished) {
            requested = true;
            flow.request(1);
        }
    }

    private void end() {
        closed = true;
        waiting.clear();
        waitingBytes = 0;
    }

    @Override
    void broken(RuntimeException error) {
        boolean waited = fetching || !opened;
        fetching = false;
        close();
        if (waited) {
            listener.failed(error);
        }
    }
}
