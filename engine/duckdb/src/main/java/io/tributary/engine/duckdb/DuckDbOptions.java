package io.tributary.engine.duckdb;

import java.nio.file.Path;

/**
 * How the embedded DuckDB is opened.
 *
 * @param file the database file; its directory must exist
 * @param tempDirectory where queries larger than memory spill; made when missing
 * @param threads of the engine's own pool, 1 to 256
 * @param memoryLimitBytes at most this much for buffers and queries, at least 64 MiB; native memory, not heap
 * @param checkpointThresholdBytes size of the engine's own log at which a commit rewrites it into the file, at least
 *     1 MiB
 * @param connectionsMax transactions open at once, and as many cursors of queries beside them, 1 to 10000
 * @param connectionWaitMillis how long one more waits for a place before it is refused, 0 to 600000
 * @param resultBytesMax that results under way may hold in all, native and heap memory, at least 1 MiB
 */
public record DuckDbOptions(
        Path file,
        Path tempDirectory,
        int threads,
        long memoryLimitBytes,
        long checkpointThresholdBytes,
        int connectionsMax,
        long connectionWaitMillis,
        long resultBytesMax) {
    /** What {@link #defaults} gives as {@code connectionsMax}. */
    public static final int CONNECTIONS = 256;

    /** A {@code checkpointThresholdBytes} that no log reaches: who opens the engine makes its checkpoints. */
    public static final long NO_AUTOMATIC_CHECKPOINT = 1L << 60;

    private static final long MIB = 1024L * 1024;

    /** A quarter of the heap for results, or 128 MiB where that is more. */
    public DuckDbOptions(
            Path file,
            Path tempDirectory,
            int threads,
            long memoryLimitBytes,
            long checkpointThresholdBytes,
            int connectionsMax,
            long connectionWaitMillis) {
        this(
                file,
                tempDirectory,
                threads,
                memoryLimitBytes,
                checkpointThresholdBytes,
                connectionsMax,
                connectionWaitMillis,
                Math.max(128 * MIB, Runtime.getRuntime().maxMemory() / 4));
    }

    public DuckDbOptions {
        within("duckdb_threads", threads, 1, 256);
        within("duckdb_memory_limit_bytes", memoryLimitBytes, 64 * MIB, Long.MAX_VALUE);
        within("duckdb_checkpoint_threshold_bytes", checkpointThresholdBytes, MIB, Long.MAX_VALUE);
        within("duckdb_connections", connectionsMax, 1, 10_000);
        within("result_bytes_max", resultBytesMax, MIB, Long.MAX_VALUE);
        within("duckdb_connection_wait_ms", connectionWaitMillis, 0, 600_000);
    }

    /**
     * Sensible for a server on one machine.
     *
     * <p>Threads, half of the processors: a commit does not get faster with a second one, but dearer (CPU of a commit on
     * two processors with 1 and 2 threads: one row 1.9 and 3.3 ms, 1000 rows 5.9 and 13 ms, 122,880 rows 113 and 143
     * ms). Checkpoint at 256 MiB: the engine's own 16 MiB makes a commit of small batches stall for 0.2 to 0.3 s every
     * 130,000 rows and doubles their cost; every further 125 MB cost 0.4 s of replay after a crash and 0.25 s in the
     * commit or checkpoint that writes them back.
     */
    public static DuckDbOptions defaults(Path file, Path tempDirectory) {
        int threads = Math.max(1, Math.min(256, Runtime.getRuntime().availableProcessors() / 2));
        return new DuckDbOptions(file, tempDirectory, threads, 2048 * MIB, 256 * MIB, CONNECTIONS, 10_000);
    }

    private static void within(String key, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(key + " = " + value + ": allowed are " + least + " to " + most);
        }
    }
}
