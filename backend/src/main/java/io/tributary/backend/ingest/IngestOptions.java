package io.tributary.backend.ingest;

import io.tributary.log.WalOptions;

/**
 * The limits of one log and its batches.
 *
 * @param inboxBytesMax {@code ingest_inbox_bytes}: encoded bytes that may wait to be logged; a larger load is refused
 * @param openBatchesBytesMax {@code open_batches_bytes}: encoded bytes of uncommitted batches kept in memory; beyond it
 *     they are only in the log
 * @param log sizes of the log
 * @param logFreeBytesMin {@code log_free_bytes_min}: the log takes no load while it has less than this left to write, its
 *     disk's free space and its own files together
 * @param logFreeBytesHardMin {@code log_free_bytes_hard_min}: with less than this left, loads are refused instead of passing by
 * @param queueTimeoutMillis {@code group_commit_queue_timeout_ms}: how long a load may wait for its place in a batch
 * @param commitReportMillis how long a batch may fail to commit before those who wait for it are told; it is tried on
 * @param shutdownTimeoutMillis {@code shutdown_timeout_ms}: how long {@code close} waits for commits
 * @param recoveryWaitMillis {@code recovery_wait_ms}: how long who waits for the commit of a load may wait behind the recovery of
 *     its table
 * @param uncommittedLoadsMax {@code uncommitted_loads_max}: this log's part: blocks of loads that wait in it for their
 *     commit, from which on it takes no load; a batch counts for some of its own
 * @param commitTasksMax first attempts at commits that may be under way or wait for a thread at once; batches that are due
 *     meanwhile are committed together
 */
public record IngestOptions(
        long inboxBytesMax,
        long openBatchesBytesMax,
        WalOptions log,
        long logFreeBytesMin,
        long logFreeBytesHardMin,
        long queueTimeoutMillis,
        long commitReportMillis,
        long shutdownTimeoutMillis,
        long recoveryWaitMillis,
        long uncommittedLoadsMax,
        int commitTasksMax) {
    /** What is left of the longest log record when its frame is taken off: a load may be a single block. */
    public static final long INBOX_BYTES_MAX = (1L << 30) - 4096;

    private static final long RECOVERY_WAIT_MILLIS = 60_000;

    /** One in so many bytes of the heap is for where the loads are that wait in the log. */
    private static final int UNCOMMITTED_HEAP_PART = 8;

    /** Bytes of memory for a load that has one block; more if it is apart from others in the log. */
    private static final int UNCOMMITTED_LOAD_BYTES = 4;

    /** Sets the usual wait behind a recovery, and as many commits as the committers take. */
    public IngestOptions(
            long inboxBytesMax,
            long openBatchesBytesMax,
            WalOptions log,
            long logFreeBytesMin,
            long logFreeBytesHardMin,
            long queueTimeoutMillis,
            long commitReportMillis,
            long shutdownTimeoutMillis) {
        this(
                inboxBytesMax,
                openBatchesBytesMax,
                log,
                logFreeBytesMin,
                logFreeBytesHardMin,
                queueTimeoutMillis,
                commitReportMillis,
                shutdownTimeoutMillis,
                RECOVERY_WAIT_MILLIS,
                defaultUncommittedLoadsMax(),
                Integer.MAX_VALUE);
    }

    /** The same without a hard limit. */
    public IngestOptions(
            long inboxBytesMax,
            long openBatchesBytesMax,
            WalOptions log,
            long logFreeBytesMin,
            long queueTimeoutMillis,
            long commitReportMillis,
            long shutdownTimeoutMillis) {
        this(
                inboxBytesMax,
                openBatchesBytesMax,
                log,
                logFreeBytesMin,
                0,
                queueTimeoutMillis,
                commitReportMillis,
                shutdownTimeoutMillis);
    }

    public IngestOptions {
        requireWithin("ingest_inbox_bytes", inboxBytesMax, 1, INBOX_BYTES_MAX);
        requireWithin("open_batches_bytes", openBatchesBytesMax, 1, Long.MAX_VALUE);
        requireWithin("log_free_bytes_min", logFreeBytesMin, 0, Long.MAX_VALUE);
        requireWithin("log_free_bytes_hard_min", logFreeBytesHardMin, 0, Long.MAX_VALUE);
        requireWithin("group_commit_queue_timeout_ms", queueTimeoutMillis, 1, Integer.MAX_VALUE);
        requireWithin("commit_report_ms", commitReportMillis, 1, Integer.MAX_VALUE);
        requireWithin("shutdown_timeout_ms", shutdownTimeoutMillis, 0, Integer.MAX_VALUE);
        requireWithin("recovery_wait_ms", recoveryWaitMillis, 1, Integer.MAX_VALUE);
        requireWithin("uncommitted_loads_max", uncommittedLoadsMax, 1, Long.MAX_VALUE);
        requireWithin("commit tasks", commitTasksMax, 1, Integer.MAX_VALUE);
    }

    /** 64 MiB inbox, a quarter of the heap for batches, the log's own defaults, 256 and 32 MiB, 10 s, 10 s, 30 s, 60 s. */
    public static IngestOptions defaults() {
        return new IngestOptions(
                64L << 20,
                Runtime.getRuntime().maxMemory() / 4,
                WalOptions.defaults(),
                256L << 20,
                32L << 20,
                10_000,
                10_000,
                30_000);
    }

    private static long defaultUncommittedLoadsMax() {
        return Runtime.getRuntime().maxMemory() / UNCOMMITTED_HEAP_PART / UNCOMMITTED_LOAD_BYTES;
    }

    private static void requireWithin(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " = " + value + ", must be " + least + " to " + most);
        }
    }
}
