package io.tributary.bench;

import io.tributary.bench.load.Credentials;
import io.tributary.bench.load.Dataset;
import io.tributary.bench.measure.RowSums;
import io.tributary.bench.server.MeasuredServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The tables of a run, on servers that know Tributary's statements and on those that do not. One connection, one thread;
 * closing drops the tables, so that no server goes on working for a run that is over.
 */
final class BenchTables implements AutoCloseable {
    static final String DATABASE = "bench";

    private static final String SYNTAX_ERROR_OR_ACCESS_RULE = "42000";

    private static final int SYNC_CONNECTIONS = 8;

    /** The most rows that one statement fills in: a transaction may hold twice as much. */
    private static final long FILLED_ROWS_MAX = 1_000_000;

    private final String url;
    private final Credentials credentials;
    private final Connection connection;
    private final Dataset dataset;
    private final int tables;

    private BenchTables(String url, Credentials credentials, Dataset dataset, int tables) throws SQLException {
        this.url = url;
        this.credentials = credentials;
        this.connection = DriverManager.getConnection(url, credentials.user(), credentials.password());
        this.dataset = dataset;
        this.tables = tables;
    }

    /**
     * Makes the database anew, with empty tables.
     *
     * @param keyed whether a server that has no sort keys gets an index in their place
     */
    static BenchTables create(MeasuredServer server, Credentials credentials, Cell cell, boolean keyed)
            throws SQLException {
        BenchTables tables = new BenchTables(
                server.address().jdbcUrl("", ""), credentials, cell.scenario().dataset(), cell.tables());
        Connection connection = tables.connection;
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + DATABASE);
            statement.execute("CREATE DATABASE " + DATABASE + server.databaseClause());
            statement.execute("USE " + DATABASE);
            boolean plain = false;
            for (int table = 0; table < cell.tables(); table++) {
                plain = plain || !tables.createAsManual(statement, table, cell.properties());
                if (plain) {
                    statement.execute(tables.dataset.createPlain(table, keyed));
                }
            }
            return tables;
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    /** @return whether the server knows the manual's clauses */
    private boolean createAsManual(Statement statement, int table, List<String> properties) throws SQLException {
        try {
            statement.execute(dataset.create(table));
        } catch (SQLException refused) {
            return false;
        }
        if (!properties.isEmpty()) {
            statement.execute("ALTER TABLE " + dataset.table(table) + " SET (" + String.join(", ", properties) + ")");
        }
        return true;
    }

    /**
     * Puts so many rows into each table; the server makes them, each with another key.
     *
     * @return what they add up to
     */
    RowSums fill(long rows) throws SQLException {
        if (rows == 0) {
            return RowSums.none();
        }
        for (int table = 0; table < tables; table++) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(dataset.firstRow(table));
                for (long there = 1, more; there < rows; there += more) {
                    more = Math.min(Math.min(there, rows - there), FILLED_ROWS_MAX);
                    statement.execute(dataset.moreRows(table, there, more));
                }
            }
        }
        return checksum();
    }

    /** Returns a query that reads all rows of the first table. */
    static String query(Cell cell) {
        Dataset dataset = cell.scenario().dataset();
        return "SELECT count(*), max(" + dataset.key() + ") FROM " + DATABASE + "." + dataset.table(0);
    }

    /**
     * Waits until everybody's rows can be read; a server without SYNC has nothing to wait for. Many tables are asked for at once:
     * one after another, each would be a commit alone, which nobody who has many tables asks for.
     */
    void sync() throws SQLException {
        try {
            if (tables <= SYNC_CONNECTIONS) {
                sync(connection, 0, 1);
            } else {
                syncAtOnce();
            }
        } catch (SQLException refused) {
            if (!SYNTAX_ERROR_OR_ACCESS_RULE.equals(refused.getSQLState())) {
                throw refused;
            }
        }
    }

    private void sync(Connection by, int first, int step) throws SQLException {
        try (Statement statement = by.createStatement()) {
            for (int table = first; table < tables; table += step) {
                statement.execute("SYNC " + DATABASE + "." + dataset.table(table));
            }
        }
    }

    private void syncAtOnce() throws SQLException {
        ExecutorService threads = Executors.newFixedThreadPool(SYNC_CONNECTIONS);
        try {
            List<Future<?>> parts = new ArrayList<>();
            for (int i = 0; i < SYNC_CONNECTIONS; i++) {
                int first = i;
                parts.add(threads.submit(() -> {
                    try (Connection by = DriverManager.getConnection(url, credentials.user(), credentials.password())) {
                        sync(by, first, SYNC_CONNECTIONS);
                    }
                    return true;
                }));
            }
            for (Future<?> part : parts) {
                part.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof SQLException refused ? refused : new SQLException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted in SYNC", e);
        } finally {
            threads.shutdownNow();
        }
    }

    /** What all rows that can be read add up to. */
    RowSums checksum() throws SQLException {
        RowSums sum = RowSums.none();
        for (int table = 0; table < tables; table++) {
            sum.add(dataset.sums(connection, table), 1);
        }
        return sum;
    }

    @Override
    public void close() throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + DATABASE);
        }
    }
}
