package io.tributary.contract.calls;

import io.tributary.contract.schema.SqlMode;

/**
 * What a statement's text is run with.
 *
 * @param transactionId of an open transaction on this backend, or 0
 * @param startMicros what NOW() says, in microseconds since 1970 UTC; 0: when the engine gets the statement
 * @param timeMaxMillis for which the statement may run, then it fails with {@code STATEMENT_TIMEOUT}; 0: for ever
 * @param visibleMillis for which it may wait for rows that it is bound to see, {@code insert_visible_timeout_ms}
 */
public record QueryContext(
        Meaning meaning, long transactionId, long startMicros, long timeMaxMillis, long visibleMillis) {
    /** MySQL's. */
    public static final long RECURSION_STEPS_DEFAULT = 1_000;

    /** MariaDB's. */
    public static final long CONCATENATED_BYTES_DEFAULT = 1_048_576;

    /** Doris'. */
    public static final long VISIBLE_MILLIS_DEFAULT = 60_000;

    /**
     * Where a query ends that would go on.
     *
     * @param recursionStepsMax {@code cte_max_recursion_depth}
     * @param concatenatedBytesMax {@code group_concat_max_len}
     */
    public record Limits(long recursionStepsMax, long concatenatedBytesMax) {
        static final Limits DEFAULT = new Limits(RECURSION_STEPS_DEFAULT, CONCATENATED_BYTES_DEFAULT);
    }

    /**
     * What the meaning of a text depends on, besides the text: equal wherever equal texts mean the same.
     *
     * @param database current database, or empty
     * @param sqlMode the session's, read once when it was set
     * @param collation {@code collation_connection}, by which literals are compared; empty: by their codes
     * @param timeZone a zone id or offset Java understands, never "SYSTEM"
     * @param showsHidden {@code show_hidden_columns}: whether hidden columns have names, and are among those of {@code *}
     * @param countsFound {@code CLIENT_FOUND_ROWS}: whether rows count that a statement finds and leaves as they are
     */
    public record Meaning(
            String database,
            SqlMode sqlMode,
            String collation,
            String timeZone,
            Limits limits,
            boolean showsHidden,
            boolean countsFound) {
        public Meaning(String database, SqlMode sqlMode, String timeZone) {
            this(database, sqlMode, "", timeZone, Limits.DEFAULT, false, true);
        }

        public long recursionStepsMax() {
            return limits.recursionStepsMax;
        }

        public long concatenatedBytesMax() {
            return limits.concatenatedBytesMax;
        }
    }

    public QueryContext(String database, SqlMode sqlMode, String timeZone, long transactionId) {
        this(new Meaning(database, sqlMode, timeZone), transactionId);
    }

    public QueryContext(Meaning meaning, long transactionId) {
        this(meaning, transactionId, 0, 0, VISIBLE_MILLIS_DEFAULT);
    }

    public String database() {
        return meaning.database;
    }

    public SqlMode sqlMode() {
        return meaning.sqlMode;
    }

    public String timeZone() {
        return meaning.timeZone;
    }

    /**
     * Returns how long it may wait for its snapshot: it has a thread meanwhile, which its own time limit is to give back.
     */
    public long snapshotMillis() {
        return timeMaxMillis == 0 ? visibleMillis : Math.min(visibleMillis, timeMaxMillis);
    }

    /** The same for the text of a view, of that database and mode. */
    public QueryContext in(String otherDatabase, SqlMode otherMode) {
        return in(otherDatabase, otherMode, false);
    }

    /** The same in no strict mode. */
    public QueryContext lenient() {
        return sqlMode().isStrict() ? in(database(), sqlMode().lenient(), meaning.showsHidden) : this;
    }

    private QueryContext in(String otherDatabase, SqlMode otherMode, boolean showsHidden) {
        Meaning other = new Meaning(
                otherDatabase,
                otherMode,
                meaning.collation,
                meaning.timeZone,
                meaning.limits,
                showsHidden,
                meaning.countsFound);
        return new QueryContext(other, transactionId, startMicros, timeMaxMillis, visibleMillis);
    }

    /** The same for a statement that began then. */
    public QueryContext startedAt(long micros) {
        return new QueryContext(meaning, transactionId, micros, timeMaxMillis, visibleMillis);
    }
}
