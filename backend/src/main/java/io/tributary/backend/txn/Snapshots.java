package io.tributary.backend.txn;

import io.tributary.backend.engine.EngineTransaction;
import java.util.function.Supplier;

/**
 * Moments at which a snapshot of the engine holds all that its reader is bound to see, and of several tables nothing without what
 * was acknowledged before it. Blocks for as long as a commit takes; engine threads, which hold no lane meanwhile that a commit
 * of another table needs.
 */
public interface Snapshots {
    /** Where no reader is bound to see anything. */
    Snapshots OF_ANY_MOMENT = new Snapshots() {
        @Override
        public void take(EngineTransaction transaction, String texts, long millis) {
            // The first statement takes it.
        }

        @Override
        public <T> T ofAll(Supplier<T> taking) {
            return taking.get();
        }
    };

    /**
     * Takes the snapshot of a transaction that has none yet, at such a moment; where any moment will do, leaves it to its first
     * statement.
     *
     * @param texts of the statements that read in it, which name their tables
     * @param millis for which it may wait for that moment, {@code insert_visible_timeout_ms}
     */
    void take(EngineTransaction transaction, String texts, long millis);

    /** Runs what takes a snapshot in which any table may be read. */
    <T> T ofAll(Supplier<T> taking);
}
