package io.tributary.bench;

import io.tributary.bench.load.Credentials;
import io.tributary.bench.load.ServerAddress;
import io.tributary.bench.measure.LatencyHistogram;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who asks the same query at a fixed pace, on a connection and a thread of his own, from {@link #start} to {@link
 * #stop}. A latency begins when its query was due, so that one that is late makes those behind it late, too.
 */
final class QueryPace {
    private static final long SECOND_NANOS = 1_000_000_000L;

    /** The time for the answer of the last query. */
    private static final long ANSWER_MILLIS_MAX = 60_000;

    private final LatencyHistogram latencies = new LatencyHistogram();
    private final Thread thread;
    private volatile boolean over;
    private volatile @Nullable SQLException failure;

    private QueryPace(Connection connection, String query, int perSecond) {
        thread = new Thread(() -> ask(connection, query, SECOND_NANOS / perSecond), "bench-queries");
        thread.setDaemon(true);
    }

    /** @param perSecond 1 or more */
    static QueryPace start(ServerAddress server, Credentials credentials, String query, int perSecond)
            throws SQLException {
        QueryPace pace = new QueryPace(
                DriverManager.getConnection(server.jdbcUrl("", ""), credentials.user(), credentials.password()),
                query,
                perSecond);
        pace.thread.start();
        return pace;
    }

    private void ask(Connection connection, String query, long everyNanos) {
        try (connection;
                Statement statement = connection.createStatement()) {
            for (long due = System.nanoTime(); !over; due += everyNanos) {
                awaitUntil(due);
                try (ResultSet result = statement.executeQuery(query)) {
                    result.next();
                }
                latencies.record(System.nanoTime() - due);
            }
        } catch (SQLException e) {
            failure = e;
        }
    }

    /** Waits until this time of {@link System#nanoTime}. */
    static void awaitUntil(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /**
     * Waits for the query that is under way.
     *
     * @return of all its queries
     * @throws SQLException if one was refused, or the last has no answer within {@link #ANSWER_MILLIS_MAX}
     */
    LatencyHistogram stop() throws SQLException {
        over = true;
        try {
            thread.join(ANSWER_MILLIS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while a query is under way", e);
        }
        if (thread.isAlive()) {
            throw new SQLException("the query beside the writers has no answer after " + ANSWER_MILLIS_MAX + " ms");
        }
        SQLException failed = failure;
        if (failed != null) {
            throw failed;
        }
        return latencies;
    }
}
