package io.tributary.engine.mysql;

import com.mysql.cj.jdbc.StatementImpl;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ReservedIds;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.existing.IdReservation;
import io.tributary.engine.mysql.query.ServerCursor;
import io.tributary.engine.mysql.rows.RowAppend;
import io.tributary.engine.mysql.session.ServerConnections;
import io.tributary.engine.mysql.session.ServerErrors;
import io.tributary.engine.mysql.session.ServerFacts;
import io.tributary.engine.mysql.session.SqlName;
import io.tributary.engine.mysql.store.AppliedPositions;
import io.tributary.engine.mysql.store.ServerKeys;
import io.tributary.engine.mysql.store.ServerLabels;
import io.tributary.engine.mysql.store.ServerQuarantine;
import io.tributary.engine.mysql.store.StoredValues;
import io.tributary.engine.mysql.store.Tombstones;
import io.tributary.engine.port.ConditionalPosition;
import io.tributary.engine.port.EngineCapability;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.KeptKey;
import io.tributary.engine.port.LabelStore;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.QuarantinedRow;
import io.tributary.engine.port.ResultCursor;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A transaction of the server, on a connection that it has alone. */
final class MySqlTransaction implements EngineTransaction {
    private final ServerConnections connections;
    private final Connection connection;
    private final ServerFacts facts;
    private final SessionState sessions;
    private final Tombstones tombstones;
    /** What was appended to its tables. */
    private long bytes;

    private long rows;
    private boolean failed;
    private boolean ended;
    private long lastInsertId;
    private volatile @Nullable Statement running;

    MySqlTransaction(ServerConnections connections, ServerFacts facts, SessionState sessions, Tombstones tombstones) {
        this.connections = connections;
        this.connection = connections.open();
        this.facts = facts;
        this.sessions = sessions;
        this.tombstones = tombstones;
        try {
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            close();
            throw ServerErrors.translate(e);
        }
    }

    private interface Step<T> {
        T run() throws SQLException;
    }

    private <T> T run(Step<T> step) {
        return run(step, connections::translated);
    }

    private <T> T run(Step<T> step, Function<SQLException, TributaryException> translation) {
        return run(step, translation, error -> false);
    }

    /** Runs one statement of a client: the server takes back what it has done of one that it refuses, and no more. */
    private <T> T statement(Step<T> step) {
        return run(step, connections::translated, TributaryException::isStatements);
    }

    /** @param harmless whether the transaction is as it was before a step that failed so */
    private <T> T run(
            Step<T> step,
            Function<SQLException, TributaryException> translation,
            Predicate<TributaryException> harmless) {
        if (failed || ended) {
            throw new IllegalStateException("the transaction has " + (ended ? "ended" : "failed"));
        }
        boolean goesOn = false;
        try {
            T value = step.run();
            goesOn = true;
            return value;
        } catch (SQLException e) {
            TributaryException error = translation.apply(e);
            goesOn = harmless.test(error);
            throw error;
        } finally {
            failed |= !goesOn;
        }
    }

    private interface Change {
        void run() throws SQLException;
    }

    private void change(Change change) {
        run(() -> {
            change.run();
            return true;
        });
    }

    @Override
    public void takeSnapshot() {
        change(() -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
            }
        });
    }

    @Override
    public void append(TableSchema table, List<RowBlock> blocks) {
        if (AdoptedTable.conditions(table).contains(AdoptedTable.Condition.STATEMENTS)) {
            throw TributaryException.notSupported(
                    "rows for " + table.database() + "." + table.name() + " that are no INSERT's",
                    ": it has generated columns, defaults that are expressions, or triggers, which only its server can compute");
        }
        for (RowBlock block : blocks) {
            bytes += block.length();
            rows += block.rowCount();
        }
        TributaryException tooLarge = facts.limit().refusal(bytes, rows);
        if (tooLarge != null) {
            failed = true;
            throw tooLarge;
        }
        if (table.sequencePosition() >= 0) {
            tombstones.require(table);
        }
        run(
                () -> {
                    sessions.useOwn(connection);
                    new RowAppend(connection, facts, table, KeyIndex.name(table)).append(blocks);
                    return true;
                },
                error -> connections.translatedOfRows(table, error));
    }

    @Override
    public void stage(TableSchema table, List<RowBlock> blocks) {
        change(() -> {
            sessions.useOwn(connection);
            new StagedRows(connection, facts, table).create(blocks);
        });
    }

    @Override
    public void replaceStaged(TableSchema table, List<RowBlock> blocks) {
        change(() -> {
            sessions.useOwn(connection);
            new StagedRows(connection, facts, table).replaceOld(blocks);
        });
    }

    @Override
    public ResultCursor queryStaged(String sql, QueryContext context) {
        return query(sql, context.in(StagedRows.DATABASE, context.sqlMode()));
    }

    @Override
    public void unstage() {
        change(() -> StagedRows.drop(connection));
    }

    @Override
    public void setAppliedPositions(List<ConditionalPosition> positions) {
        change(() -> {
            for (ConditionalPosition position : positions) {
                AppliedPositions.move(connection, position);
            }
        });
    }

    @Override
    public long execute(String sql, RowRules rules, QueryContext context) {
        return statement(() -> {
            sessions.use(connection, context);
            try (Statement statement = connection.createStatement()) {
                running = statement;
                long changed = statement.executeLargeUpdate(sql);
                lastInsertId = statement.unwrap(StatementImpl.class).getLastInsertID();
                return changed;
            } finally {
                running = null;
            }
        });
    }

    @Override
    public long lastInsertId() {
        return lastInsertId;
    }

    @Override
    public ResultCursor query(String sql, QueryContext context) {
        return statement(() -> {
            sessions.use(connection, context);
            return new ServerCursor(
                    connections,
                    connection,
                    sql,
                    e -> sessions.translate(connections.translated(e), context),
                    lost -> failed |= lost);
        });
    }

    ReservedIds reserveIds(TableSchema table, int count, long atLeast) {
        return run(() -> {
            sessions.useOwn(connection);
            return new IdReservation(connection, table).reserve(count, atLeast);
        });
    }

    @Override
    public void truncate(TableSchema table, List<Partition> partitions) {
        if (!partitions.isEmpty()) {
            throw EngineCapability.PARTITIONS.missing();
        }
        boolean sequenced = table.sequencePosition() >= 0;
        if (sequenced) {
            tombstones.require(table);
        }
        boolean unused = run(
                () -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.executeLargeUpdate("DELETE FROM " + SqlName.of(table));
                        if (sequenced) {
                            statement.executeLargeUpdate("DELETE FROM " + Tombstones.name(table));
                        }
                    }
                    return true;
                },
                error -> ofTruncate(connections.translated(error)));
    }

    /** A row that is referred to has another number where it is a TRUNCATE that removes it. */
    private static TributaryException ofTruncate(TributaryException error) {
        return switch (error.code()) {
            case ROW_IS_REFERENCED, ROW_IS_REFERENCED_HIDDEN ->
                new TributaryException(
                        ErrorCode.TABLE_IS_REFERENCED,
                        "Cannot truncate a table referenced in a foreign key constraint: " + error.getMessage(),
                        error);
            default -> error;
        };
    }

    @Override
    public void putSystem(String space, String key, String value) {
        change(() -> StoredValues.put(connection, space, key, value));
    }

    @Override
    public void removeSystem(String space, String key) {
        change(() -> StoredValues.remove(connection, space, key));
    }

    @Override
    public void putLabel(LabelStore.UsedLabel label) {
        change(() -> ServerLabels.put(connection, label));
    }

    @Override
    public void keepKeys(List<KeptKey> keys) {
        change(() -> ServerKeys.keep(connection, keys));
    }

    @Override
    public void quarantine(List<QuarantinedRow> rows) {
        change(() -> ServerQuarantine.keep(connection, rows));
    }

    @Override
    public long removeQuarantined(QuarantineStore.Filter filter) {
        return run(() -> ServerQuarantine.remove(connection, filter));
    }

    /** An answer that is lost says nothing: the server may have committed, or commit later. */
    @Override
    public void commit() {
        if (failed || ended) {
            throw new IllegalStateException("the transaction has " + (ended ? "ended" : "failed"));
        }
        try {
            connection.commit();
            ended = true;
        } catch (SQLException e) {
            failed = true;
            throw ServerErrors.ofCommit(e);
        }
    }

    @Override
    public void rollback() {
        if (ended) {
            return;
        }
        ended = true;
        try {
            connection.rollback();
        } catch (SQLException e) {
            // The server rolls back what a connection leaves open.
            throw ServerErrors.translate(e);
        }
    }

    @Override
    public boolean isUsable() {
        return !failed && !ended;
    }

    @Override
    public void interrupt() {
        Statement statement = running;
        if (statement == null) {
            return;
        }
        try {
            statement.cancel();
        } catch (SQLException e) {
            throw ServerErrors.translate(e);
        }
    }

    @Override
    public void close() {
        try (Connection last = connection) {
            if (!ended) {
                ended = true;
                last.rollback();
            }
        } catch (SQLException e) {
            // The server rolls back what a connection leaves open, here too.
            failed = true;
        }
    }
}
