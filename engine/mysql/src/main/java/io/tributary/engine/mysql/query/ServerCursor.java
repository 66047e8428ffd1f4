package io.tributary.engine.mysql.query;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.engine.mysql.session.ServerConnections;
import io.tributary.engine.mysql.session.ServerErrors;
import io.tributary.engine.port.ResultCursor;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A result that streams: the server sends rows as they are read, and waits while nobody reads. */
public final class ServerCursor implements ResultCursor {
    private static final Logger log = LoggerFactory.getLogger(ServerCursor.class);

    /** Rows of a block. */
    private static final int BLOCK_ROWS_MAX = 2_048;

    /** The driver's word for a result that is not read into memory. */
    private static final int STREAMED = Integer.MIN_VALUE;

    private final ServerConnections connections;
    private final Connection connection;
    private final Statement statement;
    private final String sql;
    private final Function<SQLException, TributaryException> errors;
    private final Release release;

    private @Nullable ResultSet rows;
    private List<ResultColumn> columns = List.of();
    private BitSet bits = new BitSet();
    private @Nullable RowBlockWriter writer;
    private boolean read;
    private boolean failed;
    private volatile boolean cancelled;
    private volatile boolean running;

    /** Held by who kills, so that nobody does once the connection may have another's statement. */
    private final Object killing = new Object();

    @GuardedBy("killing")
    private boolean killed;

    @GuardedBy("killing")
    private boolean closed;

    /** Told once, when the cursor is closed. */
    public interface Release {
        /** @param failed whether its transaction, if it has one, can only be rolled back */
        void released(boolean failed);
    }

    /**
     * A query that has not run yet.
     *
     * @param connections whose the connection is
     * @param errors translates what it fails with
     */
    public ServerCursor(
            ServerConnections connections,
            Connection connection,
            String sql,
            Function<SQLException, TributaryException> errors,
            Release release) {
        this.connections = connections;
        this.connection = connection;
        try {
            statement = connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
            statement.setFetchSize(STREAMED);
        } catch (SQLException e) {
            throw ServerErrors.translate(e);
        }
        this.sql = sql;
        this.errors = errors;
        this.release = release;
    }

    private interface Step<T> {
        T run() throws SQLException;
    }

    private <T> T onServer(Step<T> step) {
        running = true;
        try {
            checkCancelled();
            T value = step.run();
            checkCancelled();
            return value;
        } catch (SQLException e) {
            TributaryException error = errors.apply(e);
            if (cancelled || !error.isStatements()) {
                failed = true;
            } else {
                // The server has ended the result with it, before the first row or behind some, and no more than that.
                read = true;
            }
            checkCancelled();
            throw error;
        } finally {
            running = false;
        }
    }

    private void checkCancelled() {
        if (cancelled) {
            throw new TributaryException(ErrorCode.INTERRUPTED, "Query execution was interrupted");
        }
    }

    private ResultSet started() {
        ResultSet started = rows;
        if (started == null) {
            started = onServer(() -> statement.executeQuery(sql));
            ResultSet result = started;
            columns = onServer(() -> ResultColumns.of(result.getMetaData()));
            bits = onServer(() -> ResultColumns.bits(result.getMetaData()));
            writer = new RowBlockWriter(columns.stream()
                    .map(column -> Column.of(column.name(), stored(column.type()), true))
                    .toList());
            rows = started;
        }
        return started;
    }

    /** A server may say less than it sends: the EXPLAIN of a MySQL is a VARCHAR(78) of any length. */
    private static ColumnType stored(ColumnType type) {
        return type.isText() || type.kind() == Kind.JSON ? ColumnType.of(Kind.STRING) : type;
    }

    @Override
    public List<ResultColumn> columns() {
        started();
        return columns;
    }

    @Override
    public @Nullable RowBlock next() {
        ResultSet result = started();
        RowBlockWriter block = writer;
        if (read || block == null) {
            return null;
        }
        onServer(() -> {
            while (block.rowCount() < BLOCK_ROWS_MAX && block.encodedBytes() < RowBlockWriter.BLOCK_BYTES_TARGET) {
                if (!result.next()) {
                    read = true;
                    break;
                }
                row(result, block);
            }
            return true;
        });
        return block.rowCount() == 0 ? null : block.finish();
    }

    private void row(ResultSet result, RowBlockWriter block) throws SQLException {
        block.beginRow();
        for (int i = 0; i < columns.size(); i++) {
            byte[] value = result.getBytes(i + 1);
            if (value == null) {
                block.putNull(i);
            } else {
                value(i, value, block);
            }
        }
        block.endRow();
    }

    private void value(int column, byte[] value, RowBlockWriter block) {
        if (bits.get(column)) {
            block.putBits(column, value, 0, value.length);
            return;
        }
        switch (columns.get(column).type().kind()) {
            case TIME -> block.putMoment(column, Kind.TIME, ServerTime.micros(value), 0);
            case VARBINARY -> block.putBytes(column, value, 0, value.length);
            case DATE, DATETIME -> {
                if (ServerTime.isDate(value)) {
                    block.putText(column, value, 0, value.length);
                } else {
                    block.putNull(column);
                }
            }
            default -> block.putText(column, value, 0, value.length);
        }
    }

    @Override
    public boolean isRead() {
        return read;
    }

    @Override
    public void cancel() {
        cancelled = true;
        synchronized (killing) {
            if (running && !closed) {
                try {
                    kill();
                } catch (SQLException e) {
                    throw ServerErrors.translate(e);
                }
            }
        }
    }

    @GuardedBy("killing")
    private void kill() throws SQLException {
        killed = true;
        connections.kill(connection);
    }

    /** What is not read is not sent any more, so that the connection is free for what follows. */
    @Override
    public void close() {
        boolean lost = false;
        try {
            endRows();
            statement.close();
        } catch (SQLException e) {
            lost = ServerErrors.isLost(e);
        } finally {
            release.released(failed || lost || !isFree());
        }
    }

    /** The driver would read all that is left, however much that is. */
    private void endRows() {
        synchronized (killing) {
            closed = true;
            if (rows != null && !read && !failed) {
                try {
                    kill();
                } catch (SQLException | TributaryException e) {
                    log.info("event=result_read_to_its_end reason={}", e.getMessage());
                }
            }
        }
    }

    /** Lets a kill that came after the last row end nothing but a statement of no use. Returns whether the connection is there. */
    private boolean isFree() {
        synchronized (killing) {
            if (!killed) {
                return true;
            }
        }
        try (Statement nothing = connection.createStatement()) {
            nothing.execute("SELECT 1");
            return true;
        } catch (SQLException e) {
            return !ServerErrors.isLost(e);
        }
    }
}
