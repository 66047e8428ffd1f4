package io.tributary.engine.port;

/**
 * The commits of an engine that are in no log: private ones, UPDATE, DDL, counters; all that change it but the batches of
 * group commit, which a log holds. The engine counts them in the same transactions. An engine that loses commits loses the
 * last ones, so whoever knows how many were durable sees from a smaller count that it has gone back, and that no log can bring
 * back what is missing.
 */
public interface UnloggedCommits {
    /** The count of an engine that keeps none: nobody notices if it goes back. */
    UnloggedCommits UNCOUNTED = new UnloggedCommits() {
        @Override
        public long count() {
            return 0;
        }

        @Override
        public void countFromNowOn(Runnable witness) {}

        @Override
        public void mark() {}

        @Override
        public void accept(long count) {}
    };

    /**
     * How many are known to be durable: those found when the engine was opened, and since {@link #countFromNowOn} those that
     * have returned. One whose answer was lost counts from the next opening on. Any thread; does not block.
     */
    long count();

    /**
     * Counts them. What a start changes before it knows whether the engine has gone back is not counted, for it would make up
     * for what is lost; {@link #mark} after this covers it.
     *
     * @param witness runs after each of them, on its thread, before it returns to its caller; without transaction or connection.
     *     It may block, for a limited time, and must not throw
     */
    void countFromNowOn(Runnable witness);

    /** A commit that holds nothing but the count: an engine that went back behind it shows. Blocks. */
    void mark();

    /** Makes the count at least this: what is missing is given up. Before anything else uses the engine; blocks. */
    void accept(long count);
}
