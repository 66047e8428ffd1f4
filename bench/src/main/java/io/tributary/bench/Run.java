package io.tributary.bench;

import io.tributary.bench.load.Credentials;
import io.tributary.bench.load.LoadPlan;
import io.tributary.bench.load.LoadProcess;
import io.tributary.bench.load.PhaseResult;
import io.tributary.bench.measure.CpuClock;
import io.tributary.bench.measure.LatencyHistogram;
import io.tributary.bench.measure.RowSums;
import io.tributary.bench.process.JavaCommand;
import io.tributary.bench.server.MeasuredServer;
import io.tributary.bench.server.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One run: new tables, connect, warm up, SYNC, measure, SYNC, compare what the server has with what it acknowledged, drop
 * the tables. One thread.
 */
final class Run {
    private final Conditions conditions;
    private final Path directory;

    /**
     * What all runs of a command have in common.
     *
     * @param warmupSeconds at least, see {@link WarmUp}; 0 or more
     * @param seconds measured; 1 or more
     * @param clientJava of the load generator
     * @param target {@code host:port} of a server that is there already, or null for those that are started
     * @param settings {@code key=value}, for servers that are started
     * @param keyed whether tables of a peer without sort keys have an index in their place, as those that a Tributary makes on a
     *     server do: the same rows in a table that is less would cost it less
     */
    record Conditions(
            int warmupSeconds,
            int seconds,
            JavaCommand clientJava,
            Credentials credentials,
            @Nullable String target,
            List<String> settings,
            boolean keyed) {}

    /**
     * What a run gave.
     *
     * @param clientJavaVersion what the load generator ran on
     */
    record Outcome(RunFigures figures, String clientJavaVersion) {}

    /** @param directory for files of the load generator; exists */
    Run(Conditions conditions, Path directory) {
        this.conditions = conditions;
        this.directory = directory;
    }

    Outcome of(Cell cell, MeasuredServer server) throws SQLException, IOException {
        LoadPlan plan = new LoadPlan(
                cell.scenario(),
                cell.client(),
                cell.connections(),
                cell.idleConnections(),
                cell.tables(),
                server.address(),
                server.httpPort(),
                BenchTables.DATABASE,
                conditions.credentials());
        try (BenchTables tables = BenchTables.create(server, conditions.credentials(), cell, conditions.keyed());
                LoadProcess client = LoadProcess.start(conditions.clientJava(), directory, plan)) {
            RowSums acknowledged = tables.fill(cell.beside().rows());
            acknowledged.add(new WarmUp(conditions.warmupSeconds()).run(client, tables, server), 1);
            LatencyHistogram alone = queriesAlone(cell, server);
            long rowsBefore = acknowledged.rows();
            Usage before = server.usage();
            double clientCpuBefore = CpuClock.seconds(client.pid());
            long start = System.nanoTime();

            QueryPace pace = queries(cell, server);
            PhaseResult phase;
            LatencyHistogram beside = null;
            try {
                phase = client.run(conditions.seconds());
            } finally {
                if (pace != null) {
                    beside = pace.stop();
                }
            }
            tables.sync();

            double usedSeconds = (System.nanoTime() - start) / 1e9;
            double clientCpu = CpuClock.seconds(client.pid()) - clientCpuBefore;
            Usage used = server.usage().since(before);
            acknowledged.add(phase.checksum(), 1);
            RowSums found = tables.checksum();
            RunFigures figures = RunFigures.of(
                    phase,
                    clientCpu,
                    used,
                    usedSeconds,
                    found.rows() - rowsBefore,
                    found.equals(acknowledged),
                    new RunFigures.Queries(alone, beside));
            return new Outcome(figures, client.javaVersion());
        }
    }

    private @Nullable QueryPace queries(Cell cell, MeasuredServer server) throws SQLException {
        int perSecond = cell.beside().queriesPerSecond();
        return perSecond == 0
                ? null
                : QueryPace.start(server.address(), conditions.credentials(), BenchTables.query(cell), perSecond);
    }

    /** Asks the queries alone, as long as the measured time; null if nobody asks any. */
    private @Nullable LatencyHistogram queriesAlone(Cell cell, MeasuredServer server) throws SQLException {
        QueryPace pace = queries(cell, server);
        if (pace == null) {
            return null;
        }
        // A thread that is parked may go on at any time.
        QueryPace.awaitUntil(System.nanoTime() + TimeUnit.SECONDS.toNanos(conditions.seconds()));
        return pace.stop();
    }
}
