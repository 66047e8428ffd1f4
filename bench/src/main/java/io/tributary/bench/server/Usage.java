package io.tributary.bench.server;

import org.jspecify.annotations.Nullable;

/**
 * What a server has used since it started; null where it cannot be seen from here. A server in one piece counts as a
 * backend.
 *
 * @param engineCpuSeconds of the server that has the tables, if that is another one
 * @param bytesWritten by the backend into pages of its files
 * @param diskBytesWritten to the disk of its data, by everybody
 * @param fsyncs of the backend's log
 * @param batches that the backend committed
 */
public record Usage(
        Jvm frontend,
        Jvm backend,
        @Nullable Double engineCpuSeconds,
        @Nullable Double bytesWritten,
        @Nullable Double diskBytesWritten,
        @Nullable Double fsyncs,
        @Nullable Double batches) {
    /** Nothing can be seen. */
    public static final Usage UNKNOWN = new Usage(Jvm.UNKNOWN, Jvm.UNKNOWN, null, null, null, null, null);

    /**
     * One process.
     *
     * @param compilerSeconds of the CPU time, what the JVM's compilers took
     * @param allocatedBytes up to its last garbage collection
     * @param gcSeconds in which it stood still for them
     */
    public record Jvm(
            @Nullable Double cpuSeconds,
            @Nullable Double compilerSeconds,
            @Nullable Double allocatedBytes,
            @Nullable Double gcSeconds) {
        static final Jvm UNKNOWN = new Jvm(null, null, null, null);

        Jvm since(Jvm before) {
            return new Jvm(
                    difference(cpuSeconds, before.cpuSeconds),
                    difference(compilerSeconds, before.compilerSeconds),
                    difference(allocatedBytes, before.allocatedBytes),
                    difference(gcSeconds, before.gcSeconds));
        }
    }

    /** What was used in between. */
    public Usage since(Usage before) {
        return new Usage(
                frontend.since(before.frontend),
                backend.since(before.backend),
                difference(engineCpuSeconds, before.engineCpuSeconds),
                difference(bytesWritten, before.bytesWritten),
                difference(diskBytesWritten, before.diskBytesWritten),
                difference(fsyncs, before.fsyncs),
                difference(batches, before.batches));
    }

    /** The same, and what the server of its tables has used. */
    Usage with(double engineCpu) {
        return new Usage(frontend, backend, engineCpu, bytesWritten, diskBytesWritten, fsyncs, batches);
    }

    private static @Nullable Double difference(@Nullable Double now, @Nullable Double before) {
        return now == null || before == null ? null : now - before;
    }
}
