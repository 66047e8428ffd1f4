package io.tributary.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reports as a Markdown table, one a line. A column in which nothing is known, or chosen, is left out. */
final class MarkdownTable {
    private static final double MEGABYTE = 1e6;
    private static final List<String> HEADINGS = List.of(
            "scenario",
            "server",
            "client",
            "connections",
            "idle",
            "tables",
            "policy",
            "interval ms",
            "rows before",
            "queries/s",
            "rows/s",
            "until visible",
            "statements/s",
            "p50 / p99 / p99.9 ms",
            "CPU-s per million rows: client",
            "frontend",
            "backend",
            "CPU-s per million statements: client",
            "frontend",
            "backend",
            "MB written: backend",
            "disk",
            "fsyncs",
            "batches",
            "MB/s allocated: frontend",
            "backend",
            "GC s: frontend",
            "backend",
            "query p50 / p99 ms: alone",
            "beside writers",
            "× peer",
            "rows verified");

    private MarkdownTable() {}

    static void write(Path file, List<CellReport> reports) throws IOException {
        Files.writeString(file, of(reports));
    }

    static String of(List<CellReport> reports) throws IOException {
        List<List<String>> lines = new ArrayList<>();
        for (CellReport report : reports) {
            lines.add(line(report));
        }
        List<Integer> columns = IntStream.range(0, HEADINGS.size())
                .filter(column ->
                        lines.stream().anyMatch(line -> !line.get(column).equals("-")))
                .boxed()
                .toList();
        StringBuilder table = new StringBuilder();
        append(table, columns, HEADINGS);
        append(table, columns, HEADINGS.stream().map(heading -> "---").toList());
        lines.forEach(line -> append(table, columns, line));
        return table.toString();
    }

    private static void append(StringBuilder table, List<Integer> columns, List<String> line) {
        table.append(columns.stream().map(line::get).collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    private static List<String> line(CellReport report) throws IOException {
        CellIdentity cell = report.identity();
        RunFigures run = report.figures();
        return List.of(
                "`" + cell.scenario() + "`",
                orDash(cell.server()),
                orDash(cell.client()),
                Integer.toString(cell.connections()),
                cell.idleConnections() == 0 ? "-" : Integer.toString(cell.idleConnections()),
                cell.tables() <= 1 ? "-" : Integer.toString(cell.tables()),
                orDash(cell.policy()),
                orDash(cell.intervalMs()),
                cell.rowsBefore() == 0 ? "-" : Long.toString(cell.rowsBefore()),
                cell.queriesPerSecond() == 0 ? "-" : Integer.toString(cell.queriesPerSecond()),
                Figure.of(run.rowsPerSecond()),
                Figure.of(run.rowsPerSecondCommitted()),
                Figure.of(run.statementsPerSecond()),
                Figure.of(run.p50Ms()) + " / " + Figure.of(run.p99Ms()) + " / " + Figure.of(run.p999Ms()),
                Figure.of(run.clientCpuSecondsPerMillionRows()),
                Figure.of(run.frontendCpuSecondsPerMillionRows()),
                Figure.of(run.backendCpuSecondsPerMillionRows()),
                Figure.of(run.clientCpuSecondsPerMillionStatements()),
                Figure.of(run.frontendCpuSecondsPerMillionStatements()),
                Figure.of(run.backendCpuSecondsPerMillionStatements()),
                megabytes(run.backendBytesWritten()),
                megabytes(run.diskBytesWritten()),
                orDash(run.fsyncs()),
                orDash(run.batches()),
                megabytes(run.frontendAllocatedBytesPerSecond()),
                megabytes(run.backendAllocatedBytesPerSecond()),
                Figure.of(run.frontendGcSeconds()),
                Figure.of(run.backendGcSeconds()),
                percentiles(run.queryAloneP50Ms(), run.queryAloneP99Ms()),
                percentiles(run.queryP50Ms(), run.queryP99Ms()),
                Figure.of(report.peerRatio()),
                report.isVerified() ? "all" : "**WRONG**");
    }

    private static String percentiles(@Nullable Double p50, @Nullable Double p99) {
        return p50 == null ? "-" : Figure.of(p50) + " / " + Figure.of(p99);
    }

    private static String megabytes(@Nullable Number bytes) {
        return Figure.of(bytes == null ? null : bytes.doubleValue() / MEGABYTE);
    }

    private static String orDash(@Nullable Object value) {
        return value == null ? "-" : value.toString();
    }
}
