package io.tributary.backend.engine.duckdb;

import io.tributary.backend.engine.EngineTransaction;
import io.tributary.backend.engine.ResultCursor;
import io.tributary.rpc.client.QueryContext;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.schema.TableSchema;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transaction on a session of its own, begun explicitly: the driver's appender would otherwise commit by itself, and
 * rows and position could part. What DuckDB does beyond that, and what follows:
 *
 * <ul>
 *   <li>A failed statement aborts the whole transaction; a failed flush of an appender does not, and COMMIT would still
 *       be accepted, the rows that were not flushed left for the next one. Here every failure makes it unusable and ends
 *       the session, so that neither commits.
 *   <li>The stream of rows is a view of the session while it is read, and is dropped in the same transaction: left
 *       behind, it would point to freed memory.
 * </ul>
 */
final class DuckDbTransaction implements EngineTransaction {
    private static final Logger log = LoggerFactory.getLogger(DuckDbTransaction.class);
    private static final String STREAM = "tributary_rows";

    private final DuckDbSessions sessions;
    private final DuckDbSession session;
    private final BufferAllocator allocator;
    private final LostErrors lostErrors;
    private final AppliedPositions positions;
    private final SystemSchemas systemSchemas;
    private boolean open = true;
    private boolean failed;
    private boolean positioned;

    DuckDbTransaction(
            DuckDbSessions sessions,
            BufferAllocator allocator,
            LostErrors lostErrors,
            AppliedPositions positions,
            SystemSchemas systemSchemas) {
        this.sessions = sessions;
        this.allocator = allocator;
        this.lostErrors = lostErrors;
        this.positions = positions;
        this.systemSchemas = systemSchemas;
        session = sessions.lend();
        try {
            session.begin();
        } catch (SQLException e) {
            sessions.discard(session);
            throw DuckDbErrors.translate(e);
        }
    }

    @Override
    public void append(TableSchema table, List<RowBlock> blocks) {
        long rows = 0;
        for (RowBlock block : blocks) {
            rows += block.rowCount();
        }
        if (rows == 0) {
            return;
        }
        boolean few = rows <= RowAppender.ROWS_MAX;
        run(table.database(), () -> {
            session.optimize(false);
            if (few) {
                session.append(table, blocks);
            } else {
                appendStream(table, blocks);
            }
            return true;
        });
    }

    private void appendStream(TableSchema table, List<RowBlock> blocks) throws SQLException {
        try (RowBlockStream rows = new RowBlockStream(allocator, table, blocks);
                ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
            Data.exportArrayStream(allocator, rows, stream);
            try {
                session.connection().registerArrowStream(STREAM, stream);
                session.execute("INSERT INTO " + DuckDbSession.table(table.database(), table.name())
                        + " SELECT * FROM temp.main." + STREAM);
                session.execute("DROP VIEW temp.main." + STREAM);
            } finally {
                stream.release();
            }
        } catch (java.io.IOException e) {
            throw new SQLException("arrow stream: " + e.getMessage(), e);
        }
    }

    @Override
    public void setAppliedPosition(long tableId, long logEpoch, long position) {
        run("", () -> {
            session.recordPosition(tableId, logEpoch, position);
            positioned = true;
            return true;
        });
    }

    @Override
    public long execute(String sql, QueryContext context) {
        return run(context.database(), () -> {
            systemSchemas.prepare(sql, context);
            String text = MySqlDialect.change(sql, context);
            session.useDatabase(context.database());
            session.optimize(true);
            try (PreparedStatement statement = session.connection().prepareStatement(text)) {
                return statement.executeLargeUpdate();
            } catch (SQLException e) {
                throw DuckDbErrors.translate(e, context.database(), text);
            }
        });
    }

    @Override
    public ResultCursor query(String sql, QueryContext context) {
        return run(context.database(), () -> {
            systemSchemas.prepare(sql, context);
            session.optimize(true);
            return DuckDbCursor.open(session, allocator, lostErrors, sql, context, healthy -> failed |= !healthy);
        });
    }

    @Override
    public void putSystem(String space, String key, String value) {
        run("", () -> {
            DuckDbSystemStore.write(session, space, key, value);
            return true;
        });
    }

    @Override
    public void commit() {
        run("", () -> {
            session.commit();
            open = false;
            return true;
        });
        if (positioned) {
            positions.committed(session);
        }
        sessions.giveBack(session);
    }

    @Override
    public void rollback() {
        if (!open) {
            return;
        }
        open = false;
        if (failed) {
            // Whether a transaction is still open depends on what failed; ending the connection ends it either way. A
            // ROLLBACK first would let the appender flush what it kept into a transaction of its own.
            sessions.discard(session);
            return;
        }
        try {
            session.execute("ROLLBACK");
        } catch (SQLException e) {
            log.warn("event=engine_rollback error={}", e.getMessage());
            sessions.discard(session);
            return;
        }
        sessions.giveBack(session);
    }

    @Override
    public void close() {
        rollback();
    }

    private interface Work<T> {
        T run() throws SQLException;
    }

    private <T> T run(String database, Work<T> work) {
        if (!open || failed) {
            throw new IllegalStateException(
                    "engine transaction is " + (failed ? "failed and can only be rolled back" : "over"));
        }
        boolean done = false;
        try {
            T result = work.run();
            done = true;
            return result;
        } catch (SQLException e) {
            throw DuckDbErrors.translate(e, database, "");
        } finally {
            failed = !done;
        }
    }
}
