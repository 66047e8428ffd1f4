package io.tributary.cli.bench;

import io.tributary.cli.lineitem.LineItemRow;
import io.tributary.cli.lineitem.LineItemTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** One connection of a run: sends the same prepared rows round and round. One thread. */
final class BenchClient implements AutoCloseable {
    private final Connection connection;
    private final Scenario scenario;
    private final List<LineItemRow> rows;
    private final List<String> texts;
    private final PreparedStatement prepared;
    private final Statement plain;
    private int next;

    /**
     * @param rows for prepared scenarios
     * @param texts whole statements, for text scenarios
     * @param offset where in them this one begins
     */
    BenchClient(Connection connection, Scenario scenario, List<LineItemRow> rows, List<String> texts, int offset)
            throws SQLException {
        this.connection = connection;
        this.scenario = scenario;
        this.rows = rows;
        this.texts = texts;
        this.next = offset;
        this.prepared = connection.prepareStatement(LineItemTable.INSERT);
        this.plain = connection.createStatement();
    }

    /** Sends statements until the time is over; the answer to each is awaited. @return rows acknowledged */
    long run(long untilNanos, LatencyHistogram latencies) throws SQLException {
        long acknowledged = 0;
        long before = System.nanoTime();
        while (before < untilNanos) {
            if (scenario.isText()) {
                plain.executeUpdate(texts.get(next++ % texts.size()));
            } else {
                executePrepared();
            }
            long after = System.nanoTime();
            latencies.record(after - before);
            before = after;
            acknowledged += scenario.rowsPerStatement();
        }
        return acknowledged;
    }

    private void executePrepared() throws SQLException {
        if (scenario.rowsPerStatement() == 1) {
            rows.get(next++ % rows.size()).bind(prepared);
            prepared.executeUpdate();
            return;
        }
        for (int i = 0; i < scenario.rowsPerStatement(); i++) {
            rows.get(next++ % rows.size()).bind(prepared);
            prepared.addBatch();
        }
        prepared.executeBatch();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
