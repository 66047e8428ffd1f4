package io.tributary.bench;

import io.tributary.bench.load.PhaseResult;
import io.tributary.bench.measure.LatencyHistogram;
import io.tributary.bench.server.Usage;
import org.jspecify.annotations.Nullable;

/**
 * What one run gave; the names of the components, written with underscores, are those in the JSON file. CPU figures hold
 * all work for the measured rows up to their visibility. Null is what cannot be seen from here.
 *
 * @param rows acknowledged in the measured time
 * @param rowsPerSecondCommitted up to the moment when all of them were visible
 * @param frontendCpuSecondsPerMillionRows of the process that clients talk to, if another one stores
 * @param backendCpuSecondsPerMillionRows of the process that stores; of the whole server, if it is one process
 * @param engineCpuSecondsPerMillionRows of the server that has the tables, if that is another one
 * @param frontendCompilerCpuSecondsPerMillionRows of that, what its JVM's compilers took
 * @param backendCompilerCpuSecondsPerMillionRows of that, what its JVM's compilers took
 * @param backendBytesWritten into pages of its files; too high where the kernel counts whole large folios
 * @param diskBytesWritten to the disk of its data, by everybody
 * @param fsyncs of the log
 * @param batches committed
 * @param rowsVerified found by count(*) afterwards, beyond those that were there before
 * @param checksumVerified whether the rows of warm-up and measured time add up, column by column, to what was acknowledged
 * @param queryAloneP50Ms of the queries before the measured time, without writers
 * @param queryP50Ms of the queries in the measured time
 */
record RunFigures(
        long rows,
        long statements,
        double rowsPerSecond,
        double rowsPerSecondCommitted,
        double statementsPerSecond,
        double p50Ms,
        double p99Ms,
        double p999Ms,
        @Nullable Double clientCpuSecondsPerMillionRows,
        @Nullable Double frontendCpuSecondsPerMillionRows,
        @Nullable Double backendCpuSecondsPerMillionRows,
        @Nullable Double engineCpuSecondsPerMillionRows,
        @Nullable Double frontendCompilerCpuSecondsPerMillionRows,
        @Nullable Double backendCompilerCpuSecondsPerMillionRows,
        @Nullable Double clientCpuSecondsPerMillionStatements,
        @Nullable Double frontendCpuSecondsPerMillionStatements,
        @Nullable Double backendCpuSecondsPerMillionStatements,
        @Nullable Long backendBytesWritten,
        @Nullable Long diskBytesWritten,
        @Nullable Long fsyncs,
        @Nullable Long batches,
        @Nullable Double frontendAllocatedBytesPerSecond,
        @Nullable Double backendAllocatedBytesPerSecond,
        @Nullable Double frontendGcSeconds,
        @Nullable Double backendGcSeconds,
        long rowsVerified,
        boolean checksumVerified,
        @Nullable Double queryAloneP50Ms,
        @Nullable Double queryAloneP99Ms,
        @Nullable Double queryP50Ms,
        @Nullable Double queryP99Ms) {
    /** What queries took, without writers and beside them; null where nobody asked. */
    record Queries(@Nullable LatencyHistogram alone, @Nullable LatencyHistogram beside) {}

    /**
     * @param clientCpuSeconds of the load generator
     * @param used by the servers, up to the visibility of the rows
     * @param usedSeconds in which they used it
     */
    static RunFigures of(
            PhaseResult phase,
            double clientCpuSeconds,
            Usage used,
            double usedSeconds,
            long verified,
            boolean sums,
            Queries queries) {
        long rows = phase.checksum().rows();
        long statements = phase.statements();
        Double frontendCpu = used.frontend().cpuSeconds();
        Double backendCpu = used.backend().cpuSeconds();
        return new RunFigures(
                rows,
                statements,
                rows / phase.elapsedSeconds(),
                rows / usedSeconds,
                statements / phase.elapsedSeconds(),
                phase.latencies().percentileMillis(50),
                phase.latencies().percentileMillis(99),
                phase.latencies().percentileMillis(99.9),
                perMillion(clientCpuSeconds, rows),
                perMillion(frontendCpu, rows),
                perMillion(backendCpu, rows),
                perMillion(used.engineCpuSeconds(), rows),
                perMillion(used.frontend().compilerSeconds(), rows),
                perMillion(used.backend().compilerSeconds(), rows),
                perMillion(clientCpuSeconds, statements),
                perMillion(frontendCpu, statements),
                perMillion(backendCpu, statements),
                whole(used.bytesWritten()),
                whole(used.diskBytesWritten()),
                whole(used.fsyncs()),
                whole(used.batches()),
                perSecond(used.frontend().allocatedBytes(), usedSeconds),
                perSecond(used.backend().allocatedBytes(), usedSeconds),
                used.frontend().gcSeconds(),
                used.backend().gcSeconds(),
                verified,
                sums,
                millis(queries.alone(), 50),
                millis(queries.alone(), 99),
                millis(queries.beside(), 50),
                millis(queries.beside(), 99));
    }

    /** Returns the CPU time of all its processes; NaN where that is not known. */
    double serverCpuSecondsPerMillionRows() {
        Double stores = backendCpuSecondsPerMillionRows;
        Double talks = frontendCpuSecondsPerMillionRows;
        Double tables = engineCpuSecondsPerMillionRows;
        return stores == null ? Double.NaN : stores + (talks == null ? 0 : talks) + (tables == null ? 0 : tables);
    }

    private static @Nullable Double millis(@Nullable LatencyHistogram latencies, int percent) {
        return latencies == null ? null : latencies.percentileMillis(percent);
    }

    private static @Nullable Double perMillion(@Nullable Double seconds, long count) {
        return seconds == null || count == 0 ? null : seconds * 1e6 / count;
    }

    private static @Nullable Long whole(@Nullable Double amount) {
        return amount == null ? null : Math.round(amount);
    }

    private static @Nullable Double perSecond(@Nullable Double amount, double seconds) {
        return amount == null ? null : amount / seconds;
    }
}
