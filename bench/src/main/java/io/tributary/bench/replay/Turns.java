package io.tributary.bench.replay;

import org.jspecify.annotations.Nullable;

/**
 * What a connection sends next, each time the one before was answered: the pool's bodies in their order, round and round,
 * and its tables in turn. Counts the answers of a phase. Event loop of the connection.
 */
final class Turns {
    private final int bodies;
    private final int tables;
    private int body;
    private int table;
    private @Nullable Tally tally;
    private long sentNanos;

    /**
     * @param bodies of the pool
     * @param tables of the connection
     * @param firstBody where this connection begins
     */
    Turns(int bodies, int tables, int firstBody) {
        this.bodies = bodies;
        this.tables = tables;
        this.body = firstBody % bodies;
    }

    /** Begins a phase; the one before must have ended. */
    void begin(Tally next) {
        tally = next;
    }

    /** Whether a phase has begun and not ended. */
    boolean isRunning() {
        return tally != null;
    }

    int body() {
        return body;
    }

    int table() {
        return table;
    }

    void sent(long nowNanos) {
        sentNanos = nowNanos;
    }

    /** What was sent is done. @return whether the phase goes on */
    boolean answered(long nowNanos) {
        Tally running = tally;
        boolean goOn = running != null && running.answered(body, sentNanos, nowNanos);
        body = body + 1 == bodies ? 0 : body + 1;
        table = table + 1 == tables ? 0 : table + 1;
        if (!goOn) {
            tally = null;
        }
        return goOn;
    }

    /** Ends the phase of all connections; without one nothing happens. */
    void fail(Throwable cause) {
        Tally running = tally;
        tally = null;
        if (running != null) {
            running.failed(cause);
        }
    }
}
