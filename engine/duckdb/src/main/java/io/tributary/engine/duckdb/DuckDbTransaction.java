package io.tributary.engine.duckdb;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.EngineText;
import io.tributary.dialect.EngineTypes;
import io.tributary.dialect.MySqlDialect;
import io.tributary.dialect.SqlName;
import io.tributary.engine.duckdb.query.DuckDbCursor;
import io.tributary.engine.duckdb.query.SystemSchemas;
import io.tributary.engine.duckdb.rows.RowAppend;
import io.tributary.engine.duckdb.rows.RowEvaluation;
import io.tributary.engine.duckdb.rows.StagedRows;
import io.tributary.engine.duckdb.rows.TruncateSql;
import io.tributary.engine.duckdb.session.AppliedPositions;
import io.tributary.engine.duckdb.session.DuckDbErrors;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.DuckDbSessions;
import io.tributary.engine.duckdb.session.EngineFailures;
import io.tributary.engine.duckdb.session.LostErrors;
import io.tributary.engine.duckdb.session.PositionClaims;
import io.tributary.engine.duckdb.store.DuckDbSystemStore;
import io.tributary.engine.duckdb.store.IdempotencyKeys;
import io.tributary.engine.duckdb.store.LabelTable;
import io.tributary.engine.duckdb.store.QuarantineTable;
import io.tributary.engine.port.ConditionalPosition;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.KeptKey;
import io.tributary.engine.port.LabelStore;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.QuarantinedRow;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TableRewrite;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;
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
 * </ul>
 */
public final class DuckDbTransaction implements EngineTransaction {
    private static final Logger log = LoggerFactory.getLogger(DuckDbTransaction.class);

    private final DuckDbSessions sessions;
    private final DuckDbSession session;
    private final BufferAllocator allocator;
    private final LostErrors lostErrors;
    private final AppliedPositions positions;
    private final SystemSchemas systemSchemas;
    private final SmallGroups groups;
    private final Object interruption = new Object();
    private boolean open = true;
    private boolean failed;
    /** Positions that it has recorded. */
    private final List<ConditionalPosition> claimed = new ArrayList<>();

    /** Whether its commit has begun, of which nobody knows how it ended if it does not return. */
    private boolean committing;

    /** Whether it has changed anything: such a transaction is a batch, with a position, or it is counted. */
    private boolean changed;

    /** Rows, by table. */
    private final Map<Long, Long> appended = new HashMap<>();
    /** Or replaced, at most. */
    private long removed;

    private @Nullable DuckDbRewrite copied;

    /** False when it commits or ends: soon the session may be another's. */
    @GuardedBy("interruption")
    private boolean interruptible = true;

    public DuckDbTransaction(
            DuckDbSessions sessions,
            BufferAllocator allocator,
            LostErrors lostErrors,
            AppliedPositions positions,
            SystemSchemas systemSchemas,
            SmallGroups groups) {
        this.sessions = sessions;
        this.allocator = allocator;
        this.lostErrors = lostErrors;
        this.positions = positions;
        this.systemSchemas = systemSchemas;
        this.groups = groups;
        session = sessions.lend();
        boolean begun = false;
        try {
            session.begin();
            begun = true;
        } catch (SQLException e) {
            throw DuckDbErrors.translate(e);
        } finally {
            if (!begun) {
                sessions.discard(session);
            }
        }
    }

    @Override
    public void takeSnapshot() {
        run("", () -> {
            session.execute("SELECT 1 FROM " + AppliedPositions.TABLE + " LIMIT 0");
            return true;
        });
    }

    @Override
    public void append(TableSchema table, List<RowBlock> blocks) {
        changed = true;
        run(table.database(), () -> {
            new RowAppend(session, allocator, table).append(blocks);
            long rows = blocks.stream().mapToLong(RowBlock::rowCount).sum();
            appended.merge(table.tableId(), rows, Long::sum);
            removed += table.isKeyed() ? rows : 0;
            return true;
        });
    }

    @Override
    public void stage(TableSchema table, List<RowBlock> blocks) {
        run(table.database(), () -> {
            new StagedRows(session, allocator, table).create(blocks);
            return true;
        });
    }

    @Override
    public void replaceStaged(TableSchema table, List<RowBlock> blocks) {
        run(table.database(), () -> {
            new StagedRows(session, allocator, table).replaceOld(blocks);
            return true;
        });
    }

    @Override
    public ResultCursor queryStaged(String sql, QueryContext context) {
        return run(context.database(), () -> {
            EngineText text = MySqlDialect.query(sql, context, systemSchemas.columnTypes());
            session.useDatabase(context.database());
            session.optimize(true);
            session.refuseDivisionByZero(refusesDivisionByZero(context));
            String kept;
            try {
                // Prepared first: what is wrong with the text is told by its positions.
                session.connection().prepareStatement(text.text()).close();
                kept = StagedRows.keepResult(session, text.text());
            } catch (SQLException e) {
                throw DuckDbErrors.translate(e, context.database(), text);
            }
            return DuckDbCursor.open(
                    session, allocator, LostErrors.NONE, EngineText.own(kept), context, this::released);
        });
    }

    @Override
    public void unstage() {
        run("", () -> {
            StagedRows.drop(session);
            return true;
        });
    }

    @Override
    public void setAppliedPositions(List<ConditionalPosition> batches) {
        run("", () -> {
            positions.claims().claim(this, session, batches);
            claimed.addAll(batches);
            session.recordPositions(
                    batches.stream().map(ConditionalPosition::batch).toList());
            return true;
        });
    }

    @Override
    public long execute(String sql, RowRules rules, QueryContext context) {
        changed = true;
        return run(context.database(), () -> {
            EngineText text = MySqlDialect.change(sql, rules, context, systemSchemas.columnTypes());
            session.useDatabase(context.database());
            session.optimize(true);
            session.refuseDivisionByZero(refusesDivisionByZero(context));
            try {
                long rows = session.interruptibly(statement -> statement.execute(text.text())
                        ? rows(statement.getResultSet())
                        : statement.getLargeUpdateCount());
                removed += Math.max(0, rows);
                return rows;
            } catch (SQLException e) {
                throw DuckDbErrors.translate(e, context.database(), text);
            }
        });
    }

    @Override
    public ResultCursor query(String sql, QueryContext context) {
        return query(sql, context, false);
    }

    @Override
    public ResultCursor queryToStore(String sql, QueryContext context) {
        return query(sql, context, refusesDivisionByZero(context));
    }

    private static boolean refusesDivisionByZero(QueryContext context) {
        SqlMode mode = context.sqlMode();
        return mode.isStrict() && mode.has(SqlMode.Mode.ERROR_FOR_DIVISION_BY_ZERO);
    }

    private ResultCursor query(String sql, QueryContext context, boolean refuseDivisionByZero) {
        return run(context.database(), () -> {
            EngineText text = MySqlDialect.query(sql, context, systemSchemas.columnTypes());
            session.optimize(true);
            session.refuseDivisionByZero(refuseDivisionByZero);
            LostErrors lost = lostErrors.refusingDivisionByZero(refuseDivisionByZero);
            return DuckDbCursor.open(session, allocator, lost, text, context, this::released);
        });
    }

    private static long rows(ResultSet changed) throws SQLException {
        long count = 0;
        try (changed) {
            while (changed.next()) {
                count++;
            }
        }
        return count;
    }

    @Override
    public ResultCursor executeReturning(String sql, RowRules rules, List<String> columns, QueryContext context) {
        changed = true;
        return run(context.database(), () -> {
            String returned = columns.stream().map(SqlName::quote).collect(Collectors.joining(", "));
            EngineText text = MySqlDialect.change(sql, rules, context, systemSchemas.columnTypes())
                    .with(" RETURNING " + returned);
            session.optimize(true);
            session.refuseDivisionByZero(refusesDivisionByZero(context));
            // What the engine returns of a change does not stream, so no error is lost; and a change must not run
            // twice.
            return DuckDbCursor.open(session, allocator, LostErrors.NONE, text, context, this::released);
        });
    }

    @Override
    public EvaluatedRows evaluate(Evaluation evaluation) {
        return run(evaluation.context().database(), () -> new RowEvaluation(session, allocator, evaluation).run());
    }

    private void released(DuckDbCursor.End end) {
        failed |= end == DuckDbCursor.End.FAILED;
    }

    @Override
    public void createDatabase(String database) {
        changed = true;
        define(database, "CREATE SCHEMA " + DuckDbSession.schema(database));
    }

    @Override
    public void dropDatabase(String database) {
        changed = true;
        session.forgetDatabase();
        define(database, "DROP SCHEMA " + DuckDbSession.schema(database) + " CASCADE");
    }

    @Override
    public void createTable(TableSchema table) {
        changed = true;
        String columns = table.columns().stream()
                .map(column -> SqlName.quote(column.name()) + " " + EngineTypes.ddl(column.type()))
                .collect(Collectors.joining(", "));
        define(table.database(), "CREATE TABLE " + DuckDbSession.table(table) + " (" + columns + ")");
    }

    @Override
    public void dropTable(String database, String table) {
        changed = true;
        define(database, "DROP TABLE " + DuckDbSession.table(database, table));
    }

    private void define(String database, String statement) {
        run(database, () -> {
            session.execute(statement);
            return true;
        });
    }

    @Override
    public void alterTable(TableSchema before, TableChange change) {
        changed = true;
        run(before.database(), () -> {
            session.optimize(true);
            new TableAlteration(before, change).run(session);
            return true;
        });
    }

    @Override
    public void takeOver(TableRewrite rewrite) {
        changed = true;
        DuckDbRewrite copy = (DuckDbRewrite) rewrite;
        run(copy.database(), () -> {
            copy.takeOver(session);
            return true;
        });
        copied = copy;
    }

    @Override
    public void truncate(TableSchema table, List<Partition> partitions) {
        changed = true;
        run(table.database(), () -> {
            session.optimize(true);
            for (String sql : new TruncateSql(table).of(partitions)) {
                removed += session.change(sql);
            }
            return true;
        });
    }

    @Override
    public void putSystem(String space, String key, String value) {
        changed = true;
        run("", () -> {
            DuckDbSystemStore.write(session, space, key, value);
            return true;
        });
    }

    @Override
    public void removeSystem(String space, String key) {
        changed = true;
        run("", () -> {
            DuckDbSystemStore.delete(session, space, key);
            return true;
        });
    }

    @Override
    public void putLabel(LabelStore.UsedLabel label) {
        changed = true;
        run("", () -> {
            LabelTable.write(session, label);
            return true;
        });
    }

    @Override
    public void keepKeys(List<KeptKey> keys) {
        changed = true;
        run("", () -> {
            IdempotencyKeys.write(session, keys);
            return true;
        });
    }

    @Override
    public void quarantine(List<QuarantinedRow> rows) {
        changed = true;
        run("", () -> {
            QuarantineTable.write(session, rows);
            return true;
        });
    }

    @Override
    public long removeQuarantined(QuarantineStore.Filter filter) {
        changed = true;
        return run("", () -> QuarantineTable.remove(session, filter));
    }

    @Override
    public void commit() {
        endInterrupts();
        Runnable afterCommit = run("", () -> {
            Runnable told = changed && claimed.isEmpty() ? sessions.commits().record(session) : () -> {};
            committing = true;
            session.commit();
            open = false;
            return told;
        });
        if (!claimed.isEmpty()) {
            positions.claims().ended(this, claimed, PositionClaims.End.COMMITTED);
            positions.committed(session, claimed.size());
        }
        if (copied != null) {
            copied.takenOver();
        }
        groups.committed(appended, removed);
        sessions.giveBack(session);
        afterCommit.run();
    }

    @Override
    public void rollback() {
        if (!open) {
            return;
        }
        open = false;
        endInterrupts();
        try {
            end();
        } finally {
            positions
                    .claims()
                    .ended(this, claimed, committing ? PositionClaims.End.UNKNOWN : PositionClaims.End.ROLLED_BACK);
        }
    }

    private void end() {
        if (failed) {
            // Whether a transaction is still open depends on what failed; ending the connection ends it either way. A
            // ROLLBACK first would let the appender flush what it kept into a transaction of its own.
            sessions.discard(session);
            return;
        }
        try {
            session.execute("ROLLBACK");
        } catch (SQLException e) {
            log.warn("event=engine_rollback error={}", EngineFailures.text(e));
            sessions.discard(session);
            return;
        }
        sessions.giveBack(session);
    }

    @Override
    public void close() {
        rollback();
    }

    @Override
    public boolean isUsable() {
        return open && !failed;
    }

    @Override
    public void interrupt() {
        synchronized (interruption) {
            if (interruptible) {
                session.interrupts().interrupt();
            }
        }
    }

    private void endInterrupts() {
        synchronized (interruption) {
            interruptible = false;
        }
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
            throw DuckDbErrors.translate(e, database);
        } finally {
            failed = !done;
        }
    }
}
