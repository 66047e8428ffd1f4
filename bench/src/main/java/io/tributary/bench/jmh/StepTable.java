package io.tributary.bench.jmh;

import java.util.Collection;
import java.util.Locale;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/** Results as a Markdown table, a line for each benchmark: what one row costs. */
final class StepTable {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private StepTable() {}

    static String markdown(Collection<RunResult> results) {
        StringBuilder table = new StringBuilder()
                .append("| benchmark | ns/row | from – to | CPU ns/row | allocated B/row |\n")
                .append("|---|---|---|---|---|\n");
        for (RunResult result : results) {
            Statistics nanos = result.getPrimaryResult().getStatistics();
            table.append(String.format(
                    Locale.ROOT,
                    "| `%s` | %.1f | %.1f – %.1f | %s | %s |%n",
                    name(result.getParams()),
                    nanos.getMean(),
                    nanos.getMin(),
                    nanos.getMax(),
                    secondary(result, CpuTimeProfiler.NAME),
                    secondary(result, ALLOCATED)));
        }
        return table.toString();
    }

    /** Returns the name without the package: {@code LogAppendBenchmark.hundredRowsAlone durable=true}. */
    private static String name(BenchmarkParams benchmark) {
        String full = benchmark.getBenchmark();
        int method = full.lastIndexOf('.');
        StringBuilder name = new StringBuilder(full.substring(full.lastIndexOf('.', method - 1) + 1));
        for (String parameter : benchmark.getParamsKeys()) {
            name.append(' ').append(parameter).append('=').append(benchmark.getParam(parameter));
        }
        return name.toString();
    }

    private static String secondary(RunResult result, String label) {
        Result<?> found = result.getSecondaryResults().get(label);
        return found == null ? "–" : String.format(Locale.ROOT, "%.1f", found.getScore());
    }
}
