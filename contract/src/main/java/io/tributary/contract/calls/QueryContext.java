package io.tributary.contract.calls;

import io.tributary.contract.schema.SqlMode;

/**
 * What the meaning of a statement's text depends on, besides the text.
 *
 * @param database current database, or empty
 * @param sqlMode the session's, read once when it was set
 * @param collation {@code collation_connection}, by which literals are compared; empty: by their codes
 * @param timeZone a zone id or offset Java understands, never "SYSTEM"
 * @param transactionId of an open transaction on this backend, or 0
 * @param startMicros what NOW() says, in microseconds since 1970 UTC; 0: when the engine gets the statement
 * @param timeMaxMillis for which the statement may run, then it fails with {@code STATEMENT_TIMEOUT}; 0: for ever
 * @param recursionStepsMax {@code cte_max_recursion_depth}
 * @param concatenatedBytesMax {@code group_concat_max_len}
 * @param visibleMillis for which it may wait for rows that it is bound to see, {@code insert_visible_timeout_ms}
 * @param showsHidden {@code show_hidden_columns}: whether hidden columns have names, and are among those of {@code *}
 */
public record QueryContext(
        String database,
        SqlMode sqlMode,
        String collation,
        String timeZone,
        long transactionId,
        long startMicros,
        long timeMaxMillis,
        long recursionStepsMax,
        long concatenatedBytesMax,
        long visibleMillis,
        boolean showsHidden) {
    /** MySQL's. */
    public static final long RECURSION_STEPS_DEFAULT = 1_000;

    /** MariaDB's. */
    public static final long CONCATENATED_BYTES_DEFAULT = 1_048_576;

    /** Doris'. */
    public static final long VISIBLE_MILLIS_DEFAULT = 60_000;

    public QueryContext(String database, SqlMode sqlMode, String timeZone, long transactionId) {
        this(
                database,
                sqlMode,
                "",
                timeZone,
                transactionId,
                0,
                0,
                RECURSION_STEPS_DEFAULT,
                CONCATENATED_BYTES_DEFAULT,
                VISIBLE_MILLIS_DEFAULT,
                false);
    }

    /**
     * Returns how long it may wait for its snapshot: it has a thread meanwhile, which its own time limit is to give back.
     */
    public long snapshotMillis() {
        return timeMaxMillis == 0 ? visibleMillis : Math.min(visibleMillis, timeMaxMillis);
    }

    /** Returns what is equal wherever equal texts mean the same: nothing of one execution is in it. */
    public QueryContext meaning() {
        return new QueryContext(
                database,
                sqlMode,
                collation,
                timeZone,
                0,
                0,
                0,
                recursionStepsMax,
                concatenatedBytesMax,
                0,
                showsHidden);
    }

    /** The same for a text of that database and mode. */
    public QueryContext in(String otherDatabase, SqlMode otherMode) {
        return new QueryContext(
                otherDatabase,
                otherMode,
                collation,
                timeZone,
                transactionId,
                startMicros,
                timeMaxMillis,
                recursionStepsMax,
                concatenatedBytesMax,
                visibleMillis,
                false);
    }

    /** The same for a statement that began then. */
    public QueryContext startedAt(long micros) {
        return new QueryContext(
                database,
                sqlMode,
                collation,
                timeZone,
                transactionId,
                micros,
                timeMaxMillis,
                recursionStepsMax,
                concatenatedBytesMax,
                visibleMillis,
                showsHidden);
    }
}
