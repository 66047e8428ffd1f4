package io.tributary.bench;

import io.tributary.bench.process.JavaCommand;
import io.tributary.bench.server.ExistingServer;
import io.tributary.bench.server.MeasuredServer;
import io.tributary.bench.server.PeerChoice;
import io.tributary.bench.server.TributaryOnServer;
import io.tributary.bench.server.TributaryServers;
import io.tributary.cli.TemporaryDirectory;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs a plan: starts the servers once, measures cell after cell, and files each report as soon as there is one. What it
 * started ends with it. One thread.
 */
public final class BenchRunner {
    private static final int CONTROL_CONNECTIONS = 10;

    private final BenchPlan plan;
    private final PrintStream out;
    private final List<Cell> cells;

    /**
     * @param out gets a line for each report
     * @throws IllegalArgumentException naming the option and its range, if there is no such cell
     */
    public BenchRunner(BenchPlan plan, PrintStream out) {
        this.plan = plan;
        this.out = out;
        this.cells = plan.cells().all();
    }

    /** @return whether in every run every acknowledged row was found, and no other */
    public boolean run() throws IOException, SQLException, InterruptedException {
        ReportFile file = plan.reports().open();
        Run.Conditions conditions = new Run.Conditions(
                plan.warmupSeconds(),
                plan.seconds(),
                plan.clientJava(),
                plan.credentials(),
                plan.url() == null ? null : plan.url().hostAndPort(),
                plan.settings(),
                plan.tables() != null);
        String ownLabel = plan.url() != null
                ? ExistingServer.LABEL
                : plan.tables() != null ? plan.tables().label() : TributaryServers.LABEL;
        PeerChoice peer = plan.peer();
        List<Cell> missing = new ArrayList<>();
        for (Cell cell : cells) {
            CellIdentity identity = CellIdentity.of(cell, ownLabel, conditions, plan.runs(), plan.commit());
            Optional<CellReport> done = file.find(identity);
            boolean isDone = done.isPresent()
                    && done.get().isVerified()
                    && (peer == null || peer.label().equals(done.get().peer()));
            if (!isDone) {
                missing.add(cell);
            }
        }
        if (missing.size() < cells.size()) {
            out.println((cells.size() - missing.size()) + " of " + cells.size() + " cells were measured before");
        }
        boolean verified = missing.isEmpty() || measure(missing, conditions, file);
        if (plan.reports().markdown() != null) {
            MarkdownTable.write(plan.reports().markdown(), file.reports());
        }
        if (plan.reports().svg() != null) {
            plot(plan.reports().svg(), file.reports());
        }
        return verified;
    }

    private void plot(Path svg, List<CellReport> reports) throws IOException {
        if (reports.isEmpty()) {
            out.println("--svg " + svg + ": there is no report to draw, so nothing is written");
            return;
        }
        PlotFile.write(svg, reports);
    }

    @SuppressWarnings("try") // the signal is only waited for
    private boolean measure(List<Cell> missing, Run.Conditions conditions, ReportFile file)
            throws IOException, SQLException, InterruptedException {
        boolean verified = true;
        try (EndOnSignal ignored = EndOnSignal.ofThisThread();
                TemporaryDirectory directory = TemporaryDirectory.create("tributary-bench-");
                MeasuredServer server = server(directory.path());
                Peer peer = peer(directory.path())) {
            Bench bench = new Bench(new Run(conditions, directory.path()), conditions, plan.runs(), plan.commit());
            for (Cell cell : missing) {
                List<CellReport> reports = bench.measure(cell, server, peer.server());
                for (CellReport report : reports) {
                    out.println(report.line());
                    verified &= report.isVerified();
                }
                file.add(reports);
            }
        }
        return verified;
    }

    private MeasuredServer server(Path directory) throws IOException, InterruptedException {
        if (plan.url() != null) {
            return new ExistingServer(plan.url());
        }
        Path own = Files.createDirectories(directory.resolve("tributary"));
        TributaryOnServer.Kind tables = plan.tables();
        return tables != null
                ? TributaryOnServer.start(JavaCommand.ofThisProcess(), tables, own, settings(plan.settings()))
                : TributaryServers.start(
                        TributaryServers.LABEL, JavaCommand.ofThisProcess(), own, settings(plan.settings()));
    }

    /** Nobody, if no peer was asked for. */
    private record Peer(@Nullable MeasuredServer server) implements AutoCloseable {
        @Override
        public void close() {
            if (server != null) {
                server.close();
            }
        }
    }

    private Peer peer(Path directory) throws IOException, InterruptedException {
        PeerChoice peer = plan.peer();
        return new Peer(
                peer == null
                        ? null
                        : peer.start(
                                Files.createDirectories(directory.resolve("peer")),
                                connectionsMax(),
                                settings(plan.peerSettings())));
    }

    private List<String> settings(List<String> chosen) {
        List<String> settings = new ArrayList<>();
        settings.add("max_connections=" + connectionsMax());
        settings.addAll(chosen);
        return settings;
    }

    private int connectionsMax() {
        int most = cells.stream()
                .mapToInt(cell -> cell.connections() + cell.idleConnections())
                .max()
                .orElse(0);
        return most + CONTROL_CONNECTIONS;
    }
}
