package io.tributary.bench;

import io.tributary.bench.load.ClientKind;
import io.tributary.bench.load.Credentials;
import io.tributary.bench.load.Scenario;
import io.tributary.bench.process.JavaCommand;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports for tests, made of numbers that are easy to see. */
final class Reports {
    private static final Run.Conditions CONDITIONS = conditions(null, List.of());

    private Reports() {}

    private static Run.Conditions conditions(@Nullable String target, List<String> settings) {
        JavaCommand java = new JavaCommand(Path.of("java"), List.of("-XX:+UseParallelGC"));
        return new Run.Conditions(1, 2, java, new Credentials("root", ""), target, settings, false);
    }

    static CellIdentity identity(int connections, String commit) {
        return identity(connections, commit, CONDITIONS);
    }

    static CellIdentity identityAt(@Nullable String target, List<String> settings) {
        return identity(10, "abc", conditions(target, settings));
    }

    private static CellIdentity identity(int connections, String commit, Run.Conditions conditions) {
        Cell cell = new Cell(Scenario.JDBC_100, ClientKind.REPLAY, connections, 0, 1, null, null, SideLoad.NOTHING);
        return CellIdentity.of(cell, "tributary", conditions, 1, commit);
    }

    static CellReport report(int connections, String commit, RunFigures... runs) {
        return CellReport.of(identity(connections, commit), List.of(runs), "17.0.1", "2 cpu");
    }

    static CellReport report(Cell cell, String server, String commit, RunFigures... runs) {
        CellIdentity identity = CellIdentity.of(cell, server, CONDITIONS, runs.length, commit);
        return CellReport.of(identity, List.of(runs), "17.0.1", "2 cpu");
    }

    static RunFigures run(long rows, double rowsPerSecond, long verified) {
        return new RunFigures(
                rows,
                rows / 100,
                rowsPerSecond,
                rowsPerSecond / 2,
                rowsPerSecond / 100,
                1.5,
                9.5,
                19.5,
                0.25,
                null,
                1.75,
                null,
                null,
                0.05,
                25.0,
                null,
                175.0,
                1_000_000L,
                2_000_000L,
                null,
                null,
                null,
                5e6,
                null,
                0.5,
                verified,
                true,
                null,
                null,
                null,
                null);
    }
}
