package io.tributary.cli.bench;

import io.tributary.cli.bench.process.TemporaryDirectory;
import io.tributary.cli.bench.target.ExistingServer;
import io.tributary.cli.bench.target.MeasuredServer;
import io.tributary.cli.bench.target.TributaryServers;
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

    /** @throws IllegalArgumentException naming the option and its range, if there is no such cell */
    public BenchRunner(BenchPlan plan, PrintStream out) {
        this.plan = plan;
        this.out = out;
        this.cells = plan.cells().all();
    }

    /** @return whether in every cell every acknowledged row was found, and no other */
    public boolean run() throws IOException, SQLException, InterruptedException {
        Path json = plan.reports().json();
        // Without a file for it the reports are kept all the same: they make the table.
        ReportFile file =
                json == null ? null : plan.reports().resume() ? ReportFile.resume(json) : ReportFile.begin(json);
        try (TemporaryDirectory directory = TemporaryDirectory.create("tributary-bench-")) {
            Run.Conditions conditions =
                    new Run.Conditions(plan.warmupSeconds(), plan.seconds(), plan.clientJava(), plan.credentials());
            Bench bench = new Bench(new Run(conditions, directory.path()), conditions, plan.runs(), plan.commit());
            return run(bench, file, directory.path());
        }
    }

    private boolean run(Bench bench, @Nullable ReportFile file, Path directory)
            throws IOException, SQLException, InterruptedException {
        List<CellReport> reports = new ArrayList<>();
        try (MeasuredServer server = server(directory)) {
            for (Cell cell : cells) {
                Optional<CellReport> done =
                        file == null ? Optional.empty() : file.find(bench.identity(cell, server.label()));
                List<CellReport> measured = done.isPresent() ? List.of() : bench.measure(cell, server, null);
                for (CellReport report : measured) {
                    out.println(report.line());
                }
                reports.addAll(measured);
                if (file != null) {
                    file.add(measured);
                }
            }
        }
        return reports.stream().allMatch(CellReport::isVerified);
    }

    private MeasuredServer server(Path directory) throws IOException, InterruptedException {
        if (plan.url() != null) {
            return new ExistingServer(plan.url());
        }
        List<String> settings = new ArrayList<>();
        int connections = cells.stream()
                .mapToInt(cell -> cell.connections() + cell.idleConnections())
                .max()
                .orElse(0);
        settings.add("max_connections=" + (connections + CONTROL_CONNECTIONS));
        settings.addAll(plan.settings());
        return TributaryServers.start(Files.createDirectories(directory.resolve("tributary")), settings);
    }
}
