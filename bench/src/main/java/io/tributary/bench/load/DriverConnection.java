package io.tributary.bench.load;

import io.tributary.bench.lineitem.LineItemTables;
import io.tributary.bench.measure.LatencyHistogram;
import io.tributary.cli.lineitem.LineItemRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/** One connection of Connector/J: sends the same statements round and round, to its tables in turn. One thread. */
final class DriverConnection implements AutoCloseable {
    private final Connection connection;
    private final Writing writing;
    private final List<PreparedStatement> prepared = new ArrayList<>();
    /** The look-ups by table, where the scenario reads what it wrote. */
    private final List<PreparedStatement> lookups = new ArrayList<>();

    private final List<String> beforeRows = new ArrayList<>();
    private final Statement plain;
    private int next;
    private int nextTable;

    /**
     * What all connections of a run share.
     *
     * @param texts of the rows by statement, where the scenario sends literals; else none
     * @param acknowledged by statement, how often it was
     */
    record Writing(Scenario scenario, StatementRows rows, List<String> texts, AtomicLongArray acknowledged) {}

    /**
     * @param tables by index, 1 or more
     * @param first statement, from 0
     */
    DriverConnection(Connection connection, Writing writing, List<Integer> tables, int first) throws SQLException {
        this.connection = connection;
        this.writing = writing;
        this.next = first;
        this.plain = connection.createStatement();
        for (int table : tables) {
            if (isPrepared()) {
                prepared.add(connection.prepareStatement(LineItemTables.insert(table, 1)));
                if (writing.scenario().readsBack()) {
                    lookups.add(connection.prepareStatement(LineItemTables.lookup(table)));
                }
            } else {
                beforeRows.add(InsertText.beforeRows(writing.scenario(), table));
            }
        }
    }

    private boolean isPrepared() {
        return writing.scenario().form() == Scenario.Form.PREPARED;
    }

    /** Sends statements until the time is over; the answer to each is awaited. */
    LatencyHistogram run(long untilNanos) throws SQLException {
        LatencyHistogram latencies = new LatencyHistogram();
        long before = System.nanoTime();
        while (before < untilNanos) {
            if (isPrepared()) {
                execute(prepared.get(nextTable), writing.rows().of(next));
                if (writing.scenario().readsBack()) {
                    requireThere(lookups.get(nextTable), writing.rows().of(next).get(0));
                }
            } else {
                plain.executeUpdate(
                        beforeRows.get(nextTable).concat(writing.texts().get(next)));
            }
            long after = System.nanoTime();
            latencies.record(after - before);
            before = after;
            writing.acknowledged().incrementAndGet(next);
            next = (next + 1) % writing.rows().count();
            nextTable = (nextTable + 1) % Math.max(prepared.size(), beforeRows.size());
        }
        return latencies;
    }

    private static void execute(PreparedStatement insert, List<LineItemRow> rows) throws SQLException {
        if (rows.size() == 1) {
            rows.get(0).bind(insert);
            insert.executeUpdate();
            return;
        }
        for (LineItemRow row : rows) {
            row.bind(insert);
            insert.addBatch();
        }
        insert.executeBatch();
    }

    private static void requireThere(PreparedStatement lookup, LineItemRow row) throws SQLException {
        lookup.setInt(1, row.orderKey());
        lookup.setInt(2, row.lineNumber());
        try (ResultSet found = lookup.executeQuery()) {
            if (!found.next() || found.getLong(1) < 1) {
                throw new SQLException("a row that was acknowledged is not visible: " + row);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
