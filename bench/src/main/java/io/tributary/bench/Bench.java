package io.tributary.bench;

import io.tributary.bench.measure.Machine;
import io.tributary.bench.server.MeasuredServer;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one cell: A B B A where there are two servers, so that a machine that changes its speed changes it for both.
 * One thread.
 */
final class Bench {
    private final Run run;
    private final Run.Conditions conditions;
    private final int runs;
    private final String commit;

    /**
     * @param runs of each cell and server, 1 or more; reports hold their medians
     * @param commit that reports name
     */
    Bench(Run run, Run.Conditions conditions, int runs, String commit) {
        this.run = run;
        this.conditions = conditions;
        this.runs = runs;
        this.commit = commit;
    }

    /** @return the server's report, and behind it the peer's if there is one */
    List<CellReport> measure(Cell cell, MeasuredServer server, @Nullable MeasuredServer peer)
            throws SQLException, IOException {
        List<Run.Outcome> own = new ArrayList<>();
        List<Run.Outcome> others = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            if (peer != null && i % 2 == 1) {
                others.add(run.of(cell, peer));
            }
            own.add(run.of(cell, server));
            if (peer != null && i % 2 == 0) {
                others.add(run.of(cell, peer));
            }
        }
        List<CellReport> reports = new ArrayList<>();
        CellReport report = report(cell, server, own);
        if (peer != null) {
            reports.add(report.withPeer(
                    peer.label(),
                    ratios(own, others, RunFigures::rowsPerSecond),
                    ratios(own, others, RunFigures::serverCpuSecondsPerMillionRows)));
            reports.add(report(cell, peer, others));
        } else {
            reports.add(report);
        }
        return reports;
    }

    private CellReport report(Cell cell, MeasuredServer server, List<Run.Outcome> outcomes) {
        CellIdentity identity = CellIdentity.of(cell, server.label(), conditions, runs, commit);
        List<RunFigures> figures = outcomes.stream().map(Run.Outcome::figures).toList();
        return CellReport.of(identity, figures, outcomes.get(0).clientJavaVersion(), Machine.describe());
    }

    /** Returns the ratios of a figure, pair by pair. */
    private static List<Double> ratios(
            List<Run.Outcome> own, List<Run.Outcome> others, ToDoubleFunction<RunFigures> figure) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            ratios.add(figure.applyAsDouble(own.get(i).figures())
                    / figure.applyAsDouble(others.get(i).figures()));
        }
        return ratios;
    }
}
