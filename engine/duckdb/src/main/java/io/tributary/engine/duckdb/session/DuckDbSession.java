package io.tributary.engine.duckdb.session;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.print.SqlName;
import io.tributary.engine.port.AppliedBatch;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.BitSet;
import java.util.List;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the engine with the state that outlives a statement: where names without a database are looked for,
 * whether the optimizer is on, and what every commit uses: an appender, and the statements that begin, record the position
 * and commit. Used by one thread at a time; closing it rolls back.
 */
public final class DuckDbSession {
    /** Catalog name of the attached file; no database of a user can have it. */
    public static final String STORE = "$store";

    /** The one setting of the engine that a session may change. */
    public static final String OPTIMIZER = "enable_optimizer";

    public static final String DIVISION_BY_ZERO = "error_on_division_by_zero";

    private static final Logger log = LoggerFactory.getLogger(DuckDbSession.class);

    private final DuckDBConnection connection;
    private final @Nullable DurableNames names;
    private final ResultMemory resultMemory;
    private final Interrupts interrupts = new Interrupts();
    private @Nullable PreparedStatement begin;
    private @Nullable PreparedStatement insertPosition;
    private @Nullable PreparedStatement insertCommits;
    private @Nullable PreparedStatement commit;
    private @Nullable RowAppender appender;
    /** The appender of applied positions; what holds for the other one holds for it. */
    private @Nullable DuckDBAppender positions;

    /** No database has such a name. */
    private boolean findsWholeNames;

    private boolean optimizing = true;
    private boolean refusingDivisionByZero;

    /** One that commits nothing that has to be durable, and gives no results to clients. */
    public DuckDbSession(DuckDBConnection connection) {
        this(connection, null, new ResultMemory(Long.MAX_VALUE));
    }

    /**
     * @param names of the files that a commit changes
     * @param resultMemory that its results count for
     */
    public DuckDbSession(DuckDBConnection connection, @Nullable DurableNames names, ResultMemory resultMemory) {
        this.connection = connection;
        this.names = names;
        this.resultMemory = resultMemory;
    }

    public ResultMemory resultMemory() {
        return resultMemory;
    }

    public DuckDBConnection connection() {
        return connection;
    }

    /** Returns what interrupts statements of users, and those of {@link #execute}. */
    public Interrupts interrupts() {
        return interrupts;
    }

    public void execute(String sql) throws SQLException {
        interruptibly(statement -> statement.execute(sql));
    }

    /** Executes like {@link #execute}, and returns how many rows it has changed. */
    public long change(String sql) throws SQLException {
        return interruptibly(statement -> Math.max(0, statement.executeLargeUpdate(sql)));
    }

    /** What a statement is made for. */
    public interface StatementWork<T> {
        T run(Statement statement) throws SQLException;
    }

    /** Does the work by a new statement that {@link #interrupts} may interrupt. */
    public <T> T interruptibly(StatementWork<T> work) throws SQLException {
        // A failed statement is closed by the driver, so none is kept for the next.
        try (Statement statement = connection.createStatement()) {
            interrupts.begin(statement);
            return work.run(statement);
        } finally {
            interrupts.end();
        }
    }

    /** The first column of the only row of a query. */
    public long number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            long number = rows.getLong(1);
            // A result keeps the statement's own transaction open until its end is read.
            rows.next();
            return number;
        }
    }

    /** Finds the engine's own functions alone from now on, and tables by their whole names. */
    public void useNoDatabase() throws SQLException {
        if (!findsWholeNames) {
            execute("SET search_path = '" + schema("main").replace("'", "''") + "'");
            findsWholeNames = true;
        }
    }

    /**
     * Whether statements pass the optimizer from now on. It costs a commit of few rows, whose statements it cannot better,
     * 0.2 ms of CPU time; text that users wrote needs it. May be called inside a transaction, whose end does not change it.
     */
    public void optimize(boolean wanted) throws SQLException {
        if (wanted != optimizing) {
            execute("SET SESSION " + OPTIMIZER + " = " + wanted);
            optimizing = wanted;
        }
    }

    /** Whether a division by zero is an error from now on, or NULL. May be called inside a transaction, as {@link #optimize}. */
    public void refuseDivisionByZero(boolean wanted) throws SQLException {
        if (wanted != refusingDivisionByZero) {
            execute("SET SESSION " + DIVISION_BY_ZERO + " = " + wanted);
            refusingDivisionByZero = wanted;
        }
    }

    public void begin() throws SQLException {
        if (begin == null) {
            begin = connection.prepareStatement("BEGIN TRANSACTION");
        }
        begin.execute();
    }

    public void commit() throws SQLException {
        if (commit == null) {
            commit = connection.prepareStatement("COMMIT");
        }
        try {
            commit.execute();
        } catch (SQLException e) {
            if (!EngineFailures.isCommitted(e)) {
                throw EngineFailures.ofCommit(e);
            }
            // The next one to ask the engine hears that it is down.
            log.warn("event=engine_checkpoint_failed behind a commit that took place error={}", EngineFailures.text(e));
        }
        if (names != null) {
            names.sync();
        }
    }

    /**
     * Appends few rows in the transaction that is open. After a failure the session must be ended, not rolled back.
     *
     * @param kept a bit for each row over all blocks, or null for all of them
     */
    public void append(TableSchema table, List<RowBlock> blocks, @Nullable BitSet kept) throws SQLException {
        RowAppender used = appender;
        if (used == null || !used.isFor(table)) {
            appender = null;
            if (used != null) {
                used.close();
            }
            used = new RowAppender(connection, table);
            appender = used;
        }
        used.append(blocks, kept);
    }

    void recordPosition(AppliedBatch batch) throws SQLException {
        PreparedStatement statement = insertPosition;
        if (statement == null) {
            statement = connection.prepareStatement(AppliedPositions.INSERT);
            insertPosition = statement;
        }
        statement.setLong(1, batch.tableId());
        statement.setLong(2, batch.logEpoch());
        statement.setLong(3, batch.position());
        statement.setLong(4, batch.txnId());
        statement.setLong(5, batch.rows());
        statement.setLong(6, batch.committedMillis());
        statement.executeUpdate();
    }

    /**
     * Records positions like {@link #recordPosition}, in one go: a statement of each would cost more than its rows where
     * they are few.
     */
    public void recordPositions(List<AppliedBatch> batches) throws SQLException {
        if (batches.size() == 1) {
            recordPosition(batches.get(0));
            return;
        }
        DuckDBAppender used = positions;
        if (used == null) {
            used = AppliedPositions.appender(connection);
            positions = used;
        }
        for (AppliedBatch batch : batches) {
            used.beginRow();
            used.append(batch.tableId());
            used.append(batch.logEpoch());
            used.append(batch.position());
            used.append(batch.txnId());
            used.append(batch.rows());
            used.append(batch.committedMillis());
            used.endRow();
        }
        used.flush();
    }

    /** Counts so many commits that are in no log. */
    void recordCommits(long commits) throws SQLException {
        PreparedStatement statement = insertCommits;
        if (statement == null) {
            statement = connection.prepareStatement(CommitCount.INSERT);
            insertCommits = statement;
        }
        statement.setLong(1, commits);
        statement.executeUpdate();
    }

    public void close() throws SQLException {
        connection.close();
    }

    /** A database as the engine's schema, quoted. */
    public static String schema(String database) {
        return SqlName.quote(STORE) + "." + SqlName.quote(database);
    }

    public static String table(TableSchema table) {
        return table(table.database(), table.name());
    }

    public static String table(String database, String table) {
        return schema(database) + "." + SqlName.quote(table);
    }

    /** A table or view of this session alone, quoted. */
    public static String temporary(String name) {
        return "temp.main." + SqlName.quote(name);
    }
}
