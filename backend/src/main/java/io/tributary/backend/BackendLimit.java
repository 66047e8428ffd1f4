package io.tributary.backend;

import io.tributary.backend.catalog.clock.DynamicTables;
import io.tributary.backend.ingest.IngestOptions;
import io.tributary.contract.schema.Partitioning;

/** Every number a backend can be configured with: its key, default and allowed range; the unit ends the key. */
public enum BackendLimit {
    /** Threads for what reads; each kind of work has its own, so that none waits for another. */
    ENGINE_QUERY_THREADS("engine_query_threads", 4, 1, 256),
    /** Threads for UPDATE, DELETE, INSERT from a query, ALTER, TRUNCATE and REPLAY QUARANTINE. */
    ENGINE_CHANGE_THREADS("engine_change_threads", 4, 1, 256),
    /** Threads for private inserts, BEGIN, COMMIT and ROLLBACK, and other DDL. */
    ENGINE_WRITE_THREADS("engine_write_threads", 4, 1, 256),
    /** Statements of each of these kinds that wait for a thread; one more is refused as "server busy". */
    ENGINE_QUERY_QUEUE("engine_query_queue", 256, 1, 65_536),
    /**
     * When somebody who stores rows, ends a transaction or changes a definition hears at the latest that nothing was done, or
     * that its outcome is unknown; of UPDATE and DELETE behind {@code query_timeout}.
     */
    ENGINE_ANSWER_TIMEOUT_MS("engine_answer_timeout_ms", 300_000, 1_000, 86_400_000),
    /** Tables whose batches commit side by side. */
    ENGINE_COMMIT_THREADS("engine_commit_threads", 2, 1, 64),
    /** Rows of results under way, in all: large ones wait in the engine; 0: a quarter of the heap, at least 128 MiB. */
    RESULT_BYTES_MAX("result_bytes_max", 0, 0, 1L << 40),
    /** Encoded rows that were taken from the network and not yet written to the log. */
    INGEST_INBOX_BYTES("ingest_inbox_bytes", 64L << 20, 1L << 20, IngestOptions.INBOX_BYTES_MAX),
    /** Encoded rows of uncommitted batches kept in memory; 0: a quarter of the heap. */
    OPEN_BATCHES_BYTES("open_batches_bytes", 0, 0, 1L << 40),
    /** Loads in the log that wait for their commit, 4 bytes of memory each; with more the log takes none. 0: an eighth of the heap. */
    UNCOMMITTED_LOADS_MAX("uncommitted_loads_max", 0, 0, 1L << 40),
    WAL_SEGMENT_BYTES("wal_segment_bytes", 64L << 20, 1L << 20, 1L << 30),
    /** Files of log segments that are kept for their next use; 0: each segment is made when it is needed. */
    WAL_SPARE_SEGMENTS("wal_spare_segments", 2, 0, 64),
    /** Most of the segments that each log keeps, though committed, until a checkpoint of the engine; 0: none is kept. */
    WAL_KEEP_BYTES("wal_keep_bytes", 1L << 30, 0, 1L << 40),
    /** The log takes no load while its disk and its own files have less room together; such loads are committed alone. */
    LOG_FREE_BYTES_MIN("log_free_bytes_min", 256L << 20, 0, 1L << 50),
    /** A load is refused (1021) while there is less room than this. */
    LOG_FREE_BYTES_HARD_MIN("log_free_bytes_hard_min", 32L << 20, 0, 1L << 40),
    /** How long a load may wait for room, and a statement for the lane of its table. */
    GROUP_COMMIT_QUEUE_TIMEOUT_MS("group_commit_queue_timeout_ms", 10_000, 1, 3_600_000),
    /** How long a statement, or who waits for the commit of a load, waits for a table that is being recovered from the log. */
    RECOVERY_WAIT_MS("recovery_wait_ms", 60_000, 1, 3_600_000),
    /** How long a drain at the end may take; what is not committed then is committed at the next start. */
    SHUTDOWN_TIMEOUT_MS("shutdown_timeout_ms", 30_000, 0, 3_600_000),
    TRANSACTIONS_MAX("transactions_max", 1024, 1, 1_048_576),
    /** Encoded rows that one transaction may hold back until its commit. */
    TRANSACTION_BYTES("transaction_bytes", 256L << 20, 1L << 10, 1L << 40),
    /** Encoded rows that all open transactions together may hold back; 0: a quarter of the heap. */
    OPEN_TRANSACTIONS_BYTES("open_transactions_bytes", 0, 0, 1L << 40),
    /** An idle transaction is rolled back after this. */
    TRANSACTION_LEASE_SECONDS("transaction_lease_seconds", 300, 1, 86_400),
    /** A query whose client takes no rows for so long is ended; nearest in MySQL is {@code net_write_timeout}. */
    QUERY_IDLE_SECONDS("query_idle_seconds", 600, 1, 86_400),
    /** Queries whose clients take no rows; of more the oldest are ended. At most half of what may run and wait. */
    PARKED_QUERIES_MAX("parked_queries_max", 128, 1, 65_536),
    /** A table with fewer rows is altered at once, a larger one that must be written anew is copied while it is used. */
    SCHEMA_CHANGE_COPY_ROWS_MIN("schema_change_copy_rows_min", 100_000, 0, Long.MAX_VALUE),
    /** Encoded rows that may be written to tables while they are copied, in all; 0: an eighth of the heap. With more, writers wait. */
    SCHEMA_CHANGE_COPY_BYTES("schema_change_copy_bytes", 0, 0, 1L << 40),
    /** Partitions that a table's {@code dynamic_partition.*} may ask for. */
    MAX_DYNAMIC_PARTITION_NUM(
            "max_dynamic_partition_num", DynamicTables.PARTITIONS_DEFAULT, 0, Partitioning.PARTITIONS_MAX),
    /** How often partitions come and go by the clock; Doris' default is 600. */
    DYNAMIC_PARTITION_CHECK_INTERVAL_SECONDS("dynamic_partition_check_interval_seconds", 10, 1, 86_400),
    /** How often rows are looked for that are older than their table's {@code row_ttl}. */
    ROW_TTL_CHECK_INTERVAL_SECONDS("row_ttl_check_interval_seconds", 60, 1, 86_400),
    /** Loads that wait for the second of two phases; each keeps a file of at most {@code transaction_bytes}. */
    PRECOMMITTED_TRANSACTIONS_MAX("precommitted_transactions_max", 1000, 1, 65_536),
    /** How long such a load waits before it is aborted. */
    STREAM_LOAD_DEFAULT_PRECOMMIT_TIMEOUT_SECOND("stream_load_default_precommit_timeout_second", 3600, 1, 31_536_000),
    LABEL_KEEP_MAX_SECOND("label_keep_max_second", 259_200, 1, 31_536_000),
    /** Labels of users' loads that are kept for so long; 6 bytes of memory each. The default is 100 a second for three days. */
    LABEL_NUM_THRESHOLD("label_num_threshold", 26_000_000, 1, 1_000_000_000),
    /** Idempotency keys of loads, known for {@code label_keep_max_second}; 59 bytes of memory each. */
    IDEMPOTENCY_KEYS_MAX("idempotency_keys_max", 1_000_000, 1, 100_000_000),
    /** Keys deleted by their sign from tables with a sequence column; with more, loads that delete so are refused. */
    TOMBSTONES_MAX("tombstones_max", 10_000_000, 1, 1_000_000_000),
    /** Acknowledged rows that the engine refuses; a batch that brings more stays in the log. */
    QUARANTINE_ROWS_MAX("quarantine_rows_max", 100_000, 0, 100_000_000),
    /** Bytes of those rows as JSON; a batch that brings more stays in the log. */
    QUARANTINE_BYTES_MAX("quarantine_bytes_max", 1L << 30, 0, 1L << 40);

    private final String key;
    private final long defaultValue;
    private final long min;
    private final long max;

    BackendLimit(String key, long defaultValue, long min, long max) {
        this.key = key;
        this.defaultValue = defaultValue;
        this.min = min;
        this.max = max;
    }

    /** Returns the name of the setting in the configuration file. */
    public String key() {
        return key;
    }

    public long defaultValue() {
        return defaultValue;
    }

    public long min() {
        return min;
    }

    public long max() {
        return max;
    }
}
