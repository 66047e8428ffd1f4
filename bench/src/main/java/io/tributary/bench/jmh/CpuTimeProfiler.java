package io.tributary.bench.jmh;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Reports the CPU time of the whole process for each operation, as {@code cpu}: on a machine that does other things as
 * well it is steadier than the wall clock, and it counts the threads that work for the measured one. Compiler and
 * collector are in it.
 */
public final class CpuTimeProfiler implements InternalProfiler {
    static final String NAME = "cpu";

    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private long cpuNanosBefore;

    @Override
    public String getDescription() {
        return "CPU time of the process";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        cpuNanosBefore = process.getProcessCpuTime();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long nanos = process.getProcessCpuTime() - cpuNanosBefore;
        long operations = result.getMetadata().getAllOps();
        return operations == 0
                ? List.of()
                : List.of(new ScalarResult(NAME, (double) nanos / operations, "ns/op", AggregationPolicy.AVG));
    }
}
