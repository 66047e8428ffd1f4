package io.tributary.engine.duckdb.query;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.memory.ByteBudget;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.ColumnType;
import io.tributary.dialect.tree.PlanForm;
import io.tributary.engine.duckdb.session.DuckDbErrors;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.EngineFailures;
import io.tributary.engine.duckdb.session.EngineText;
import io.tributary.engine.duckdb.session.FailedQueryReasons;
import io.tributary.engine.duckdb.session.Interrupts;
import io.tributary.engine.duckdb.session.ResultMemory;
import io.tributary.engine.port.ResultCursor;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBResultSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A streaming result: the engine computes the next rows when they are asked for, so a parked cursor costs memory only.
 * The query begins when its columns or its first rows are asked for, which makes it cancellable from its first moment on. It is
 * not prepared before: the engine plans a prepared statement anew when it runs, which for a row by its key is half of the time.
 */
public final class DuckDbCursor implements ResultCursor {
    public static final int BLOCK_ROWS_MAX = 2048;

    /**
     * The most rows of a block with texts or bytes, any of which may be large: the engine hands so many over at once,
     * whatever they take.
     */
    private static final int WIDE_BLOCK_ROWS_MAX = 512;

    /** How long the catalog may be behind the engine. */
    private static final long CATALOG_NANOS_MAX = 1_000_000_000;

    private static final Logger log = LoggerFactory.getLogger(DuckDbCursor.class);

    private final Connection connection;
    private Statement statement;
    private final Supplier<EngineText> texts;
    private EngineText text;
    private final String database;
    private final BufferAllocator allocator;
    private final FailedQueryReasons failedQueryReasons;
    private final Interrupts interrupts;
    private final Release release;
    private final ByteBudget.Share memory;
    private final Object lock = new Object();
    private @Nullable Started started;
    /** The batch that the engine gave last; its rows from {@link #nextRow} on come into the next blocks. */
    private @Nullable VectorSchemaRoot batch;

    private long batchBytes;
    /** The number of rows of the last batch; -1 before there was one. */
    private int batchRows = -1;

    private int nextRow;
    private boolean failed;
    private boolean read;

    @GuardedBy("lock")
    private boolean closed;

    private volatile boolean cancelled;

    /** A query that runs, or has run. */
    private record Started(
            ResultSet result, ArrowReader batches, int rowsMax, List<ResultColumn> columns, ResultBlocks blocks) {}

    /** What a closed cursor leaves behind in its session. */
    public enum End {
        /** Nothing. */
        DONE,
        /** A query that was not run to its end; the session's next statement ends it. */
        OPEN,
        /** A query that failed, and with it the transaction that it was part of. */
        FAILED
    }

    /** Told once, when the cursor is closed. */
    public interface Release {
        void released(End end);
    }

    private DuckDbCursor(
            DuckDbSession session,
            BufferAllocator allocator,
            FailedQueryReasons failedQueryReasons,
            Supplier<EngineText> texts,
            String database,
            Release release)
            throws SQLException {
        this.texts = texts;
        this.text = texts.get();
        session.useNoDatabase();
        this.connection = session.connection();
        this.statement = connection.createStatement();
        this.interrupts = session.interrupts();
        this.memory = session.resultMemory().share();
        this.allocator = allocator;
        this.failedQueryReasons = failedQueryReasons;
        this.database = database;
        this.release = release;
    }

    /** @param texts what is run: asked again where the table is another one in the engine */
    public static DuckDbCursor open(
            DuckDbSession session,
            BufferAllocator allocator,
            FailedQueryReasons failedQueryReasons,
            Supplier<EngineText> texts,
            QueryContext context,
            Release release) {
        try {
            return new DuckDbCursor(session, allocator, failedQueryReasons, texts, context.database(), release);
        } catch (SQLException e) {
            throw DuckDbErrors.translate(e);
        }
    }

    /** @param data null: of a statement without columns */
    public static List<ResultColumn> columns(@Nullable ResultSetMetaData data, EngineText text) throws SQLException {
        if (data == null) {
            return List.of();
        }
        if (!text.columns().isEmpty()) {
            return text.columns();
        }
        return engineColumns(data);
    }

    private static List<ResultColumn> engineColumns(ResultSetMetaData data) throws SQLException {
        int count = data.getColumnCount();
        List<ResultColumn> columns = new ArrayList<>(count);
        for (int i = 1; i <= count; i++) {
            ColumnType type = DuckDbTypes.ofResult(data.getColumnTypeName(i), data.getPrecision(i), data.getScale(i));
            columns.add(new ResultColumn(data.getColumnLabel(i), type, true));
        }
        return columns;
    }

    @Override
    public List<ResultColumn> columns() {
        return started().columns();
    }

    @Override
    public int columnCount() {
        Started running = started;
        return running == null
                ? inEngine(this::countPrepared)
                : running.columns().size();
    }

    private int countPrepared() throws SQLException {
        if (text.isCompiled()) {
            return text.columns().size();
        }
        try (PreparedStatement prepared = connection.prepareStatement(text.text())) {
            return columns(prepared.getMetaData(), text).size();
        }
    }

    @Override
    public @Nullable RowBlock next() {
        Started running = started();
        checkCancelled();
        VectorSchemaRoot rows = batch;
        if (rows == null) {
            if (!inEngine(running.batches()::loadNextBatch)) {
                read = true;
                memory.hold(0);
                return null;
            }
            rows = inEngine(running.batches()::getVectorSchemaRoot);
            begin(rows);
        }
        return block(rows, running.blocks());
    }

    private void begin(VectorSchemaRoot rows) {
        batchBytes = 0;
        for (FieldVector vector : rows.getFieldVectors()) {
            batchBytes += vector.getBufferSize();
        }
        batch = rows;
        batchRows = rows.getRowCount();
        nextRow = 0;
    }

    /** The engine fills a batch as long as it has rows. */
    @Override
    public boolean isRead() {
        return read || (started != null && batch == null && batchRows >= 0 && batchRows < started.rowsMax());
    }

    private Started started() {
        Started running = started;
        if (running == null) {
            running = inEngine(this::start);
            started = running;
        }
        return running;
    }

    private interface Step<T> {
        T run() throws IOException, SQLException;
    }

    private <T> T inEngine(Step<T> step) {
        boolean running = false;
        interrupts.begin(statement);
        try {
            // This stands behind begin(): whoever cancels from here on interrupts.
            checkCancelled();
            running = true;
            T value = step.run();
            running = false;
            return value;
        } catch (IOException e) {
            checkInterrupted();
            throw DuckDbErrors.translate(new SQLException(e.getMessage(), e), database, text);
        } catch (SQLException e) {
            checkInterrupted();
            throw DuckDbErrors.translate(failedQueryReasons.find(e, text.text()), database, text);
        } finally {
            failed |= running;
            interrupts.end();
        }
    }

    /** The next rows of this batch. The last of them free it: a client that reads no further keeps nothing of it. */
    private RowBlock block(VectorSchemaRoot rows, ResultBlocks blocks) {
        boolean small = batchBytes <= ResultMemory.FREE_BYTES;
        int count = small ? rows.getRowCount() : blocks.fitting(rows, nextRow);
        long bytes = small ? 0 : blocks.bytes(rows, nextRow, count);
        // Twice: while it is made it is there a second time.
        memory.hold(batchBytes + (bytes > ResultBlocks.BLOCK_BYTES_MAX ? 2 * bytes : 0));
        RowBlock block = blocks.encode(rows, nextRow, count);
        nextRow += count;
        if (nextRow >= rows.getRowCount()) {
            batch = null;
            if (!small) {
                rows.clear();
                memory.hold(bytes);
            }
        }
        return block;
    }

    private Started start() throws SQLException {
        ResultSet result = run();
        List<ResultColumn> columns = columns(result.getMetaData(), text);
        boolean wide = columns.stream().anyMatch(column -> column.type().isVariableWidth());
        int rowsMax = wide ? WIDE_BLOCK_ROWS_MAX : BLOCK_ROWS_MAX;
        Object batches = result.unwrap(DuckDBResultSet.class).arrowExportStream(allocator, rowsMax);
        return new Started(result, (ArrowReader) batches, rowsMax, columns, new ResultBlocks(columns));
    }

    /** What is altered is in the engine a moment before it is in the catalog, by which the text was made. */
    private ResultSet run() throws SQLException {
        long end = System.nanoTime() + CATALOG_NANOS_MAX;
        while (true) {
            SQLException stale = null;
            try {
                ResultSet result = execute();
                if (!text.isCompiled() || fits(result.getMetaData())) {
                    return result;
                }
                result.close();
            } catch (SQLException e) {
                if (!text.isCompiled() || !DuckDbErrors.isStale(e)) {
                    throw e;
                }
                stale = e;
            }
            if (System.nanoTime() - end > 0) {
                throw DuckDbErrors.stale(stale);
            }
            LockSupport.parkNanos(CATALOG_NANOS_MAX / 1_000);
            // One that has failed is closed.
            statement = connection.createStatement();
            interrupts.begin(statement);
            checkCancelled();
            text = texts.get();
        }
    }

    private boolean fits(ResultSetMetaData data) throws SQLException {
        List<ResultColumn> found = engineColumns(data);
        for (int i = 0; i < found.size(); i++) {
            if (!DuckDbTypes.fits(found.get(i).type(), text.columns().get(i).type())) {
                return false;
            }
        }
        return true;
    }

    private ResultSet execute() throws SQLException {
        SystemFunction.BOUND.set(text);
        try {
            return text.plan() == PlanForm.NONE
                    ? failedQueryReasons.open(statement, text.text())
                    : PlanRows.of(statement, text);
        } finally {
            SystemFunction.BOUND.remove();
        }
    }

    /** The driver does not say of what a query failed, and to run it again for that would take as long once more. */
    private void checkInterrupted() {
        if (interrupts.wasInterrupted()) {
            throw interrupted();
        }
        checkCancelled();
    }

    private void checkCancelled() {
        if (cancelled) {
            throw interrupted();
        }
    }

    private static TributaryException interrupted() {
        return new TributaryException(ErrorCode.INTERRUPTED, "Query execution was interrupted");
    }

    /** A parked cursor keeps this in mind for its next step; once closed, its session may run what is not to be cancelled. */
    @Override
    public void cancel() {
        synchronized (lock) {
            if (!closed) {
                cancelled = true;
                interrupts.interrupt();
            }
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
        }
        boolean ended = false;
        try {
            Started running = started;
            if (running != null) {
                running.batches().close();
                running.result().close();
            }
            statement.close();
            ended = true;
        } catch (IOException | SQLException e) {
            log.warn("event=engine_cursor_close error={}", EngineFailures.text(e));
        } finally {
            memory.hold(0);
            release.released(ended && !failed ? left() : End.FAILED);
        }
    }

    private End left() {
        return read || started == null ? End.DONE : End.OPEN;
    }
}
