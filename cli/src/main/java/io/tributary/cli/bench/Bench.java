package io.tributary.cli.bench;

import io.tributary.cli.lineitem.LineItemRow;
import io.tributary.cli.lineitem.LineItemTable;
import io.tributary.cli.lineitem.LineItems;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One run: warm up, SYNC, measure, SYNC, count. Rows and texts are made beforehand, so that the measured client cost is
 * the driver's.
 */
public final class Bench {
    private static final int PREPARED_ROWS = 10_000;

    private final Target target;
    private final BenchServer server;
    private final Plan plan;
    private final List<LineItemRow> rows = new LineItems(PREPARED_ROWS).next(PREPARED_ROWS);

    /**
     * How much of what.
     *
     * @param connections 1 or more, each with a thread
     * @param warmupSeconds not measured; 0 or more
     * @param seconds measured; 1 or more
     */
    public record Plan(Scenario scenario, int connections, int warmupSeconds, int seconds) {}

    public Bench(Target target, Credentials credentials, Plan plan) {
        this.target = target;
        this.server = new BenchServer(target.url(), credentials);
        this.plan = plan;
    }

    /** @param commit that the report shall name */
    public BenchReport run(String commit) throws SQLException, IOException, InterruptedException {
        server.createTable();
        List<String> texts = plan.scenario().isText() ? texts() : List.of();
        List<BenchClient> clients = new ArrayList<>();
        try (Connection control = server.connect("")) {
            for (int i = 0; i < plan.connections(); i++) {
                clients.add(new BenchClient(
                        server.connect(plan.scenario().groupCommitMode()),
                        plan.scenario(),
                        rows,
                        texts,
                        i * (PREPARED_ROWS / plan.connections())));
            }
            return measured(clients, control, commit);
        } finally {
            for (BenchClient client : clients) {
                client.close();
            }
        }
    }

    private BenchReport measured(List<BenchClient> clients, Connection control, String commit)
            throws SQLException, IOException, InterruptedException {
        phase(clients, plan.warmupSeconds(), new LatencyHistogram());
        server.sync(control);
        long countBefore = LineItemTable.count(control);
        Cpu before = cpu();
        long start = System.nanoTime();
        LatencyHistogram latencies = new LatencyHistogram();
        long acknowledged = phase(clients, plan.seconds(), latencies);
        double elapsedSeconds = (System.nanoTime() - start) / 1e9;
        server.sync(control);
        Cpu after = cpu();
        long verified = LineItemTable.count(control) - countBefore;
        return new BenchReport(
                plan.scenario().label(),
                plan.connections(),
                acknowledged,
                acknowledged / elapsedSeconds,
                latencies.percentileMillis(50),
                latencies.percentileMillis(99),
                perMillion(before.client, after.client, acknowledged),
                perMillion(before.frontend, after.frontend, acknowledged),
                perMillion(before.backend, after.backend, acknowledged),
                verified,
                commit,
                Machine.describe());
    }

    /** All clients side by side for so long. @return rows acknowledged */
    private static long phase(List<BenchClient> clients, int seconds, LatencyHistogram latencies)
            throws SQLException, InterruptedException {
        AtomicInteger number = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(
                clients.size(), task -> new Thread(task, "bench-" + number.getAndIncrement()));
        try {
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            List<LatencyHistogram> histograms = new ArrayList<>();
            List<Future<Long>> running = new ArrayList<>();
            for (BenchClient client : clients) {
                LatencyHistogram own = new LatencyHistogram();
                histograms.add(own);
                running.add(threads.submit(() -> client.run(until, own)));
            }
            long acknowledged = 0;
            for (Future<Long> client : running) {
                acknowledged += client.get();
            }
            histograms.forEach(latencies::add);
            return acknowledged;
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            throw new SQLException(cause == null ? failed.getMessage() : cause.getMessage(), failed);
        } finally {
            threads.shutdownNow();
        }
    }

    private List<String> texts() {
        int perStatement = plan.scenario().rowsPerStatement();
        List<String> texts = new ArrayList<>();
        for (int from = 0; from + perStatement <= rows.size(); from += perStatement) {
            StringBuilder sql = new StringBuilder("INSERT INTO " + LineItemTable.NAME + " VALUES ");
            for (int i = from; i < from + perStatement; i++) {
                rows.get(i).appendLiterals(i == from ? sql : sql.append(','));
            }
            texts.add(sql.toString());
        }
        return texts;
    }

    private record Cpu(@Nullable Double client, @Nullable Double frontend, @Nullable Double backend) {}

    private Cpu cpu() throws IOException {
        return new Cpu(
                seconds(OptionalLong.of(ProcessHandle.current().pid())),
                seconds(target.frontendPid()),
                seconds(target.backendPid()));
    }

    private static @Nullable Double seconds(OptionalLong pid) throws IOException {
        return pid.isPresent() ? CpuClock.seconds(pid.getAsLong()) : null;
    }

    private static @Nullable Double perMillion(@Nullable Double before, @Nullable Double after, long rows) {
        return before == null || after == null || rows == 0 ? null : (after - before) * 1e6 / rows;
    }
}
