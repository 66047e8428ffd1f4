package io.tributary.bench.load;

import io.tributary.bench.measure.LatencyHistogram;
import io.tributary.bench.replay.ReplayClient;
import io.tributary.bench.replay.ReplayException;
import io.tributary.cli.lineitem.JdbcUrl;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/** Connector/J as users run it, a thread a connection. Idle connections are not the driver's: they would need threads. */
final class DriverLoad implements LoadClient {
    private static final int UNKNOWN_VARIABLE = 1193;

    private final DriverConnection.Writing writing;
    private final List<DriverConnection> connections = new ArrayList<>();
    private final ReplayClient idle;
    private final ExecutorService threads;

    DriverLoad(LoadPlan plan, StatementRows rows) throws SQLException, ReplayException, InterruptedException {
        Scenario scenario = plan.scenario();
        List<String> texts = scenario.form() == Scenario.Form.PREPARED
                ? List.of()
                : IntStream.range(0, rows.count())
                        .mapToObj(statement -> InsertText.rows(scenario, rows.of(statement)))
                        .toList();
        this.writing = new DriverConnection.Writing(scenario, rows, texts, new AtomicLongArray(rows.count()));
        AtomicInteger number = new AtomicInteger();
        this.threads = Executors.newFixedThreadPool(
                plan.connections(), task -> new Thread(task, "driver-" + number.getAndIncrement()));
        this.idle = new ReplayClient(ReplayLoad.target(plan), 1);
        try {
            idle.openIdle(plan.idleConnections());
            for (int i = 0; i < plan.connections(); i++) {
                int first = (int) ((long) i * rows.count() / plan.connections());
                connections.add(new DriverConnection(connect(plan), writing, plan.tablesOf(i), first));
            }
        } catch (SQLException | ReplayException | InterruptedException | RuntimeException failed) {
            close();
            throw failed;
        }
    }

    private static Connection connect(LoadPlan plan) throws SQLException {
        Connection connection = DriverManager.getConnection(
                plan.address().jdbcUrl(plan.database(), JdbcUrl.PARAMETERS),
                plan.credentials().user(),
                plan.credentials().password());
        try (Statement statement = connection.createStatement()) {
            statement.execute(plan.sessionStatement());
        } catch (SQLException refused) {
            if (refused.getErrorCode() != UNKNOWN_VARIABLE) {
                connection.close();
                throw refused;
            }
        }
        return connection;
    }

    @Override
    public PhaseResult run(int seconds) throws SQLException, InterruptedException {
        for (int i = 0; i < writing.acknowledged().length(); i++) {
            writing.acknowledged().set(i, 0);
        }
        long start = System.nanoTime();
        long until = start + TimeUnit.SECONDS.toNanos(seconds);
        List<Future<LatencyHistogram>> running = new ArrayList<>();
        for (DriverConnection connection : connections) {
            running.add(threads.submit(() -> connection.run(until)));
        }
        LatencyHistogram latencies = new LatencyHistogram();
        try {
            for (Future<LatencyHistogram> connection : running) {
                latencies.add(connection.get());
            }
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            throw new SQLException(cause == null ? failed.getMessage() : cause.getMessage(), failed);
        }
        double elapsedSeconds = (System.nanoTime() - start) / 1e9;
        long[] acknowledged = IntStream.range(0, writing.acknowledged().length())
                .mapToLong(writing.acknowledged()::get)
                .toArray();
        return new PhaseResult(latencies.total(), writing.rows().checksum(acknowledged), elapsedSeconds, latencies);
    }

    @Override
    public void close() throws SQLException {
        threads.shutdownNow();
        idle.close();
        for (DriverConnection connection : connections) {
            connection.close();
        }
    }
}
