package io.tributary.backend.txn;

import io.tributary.engine.port.EngineTransaction;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Moments at which a snapshot of the engine holds all that its reader is bound to see, and of several tables nothing without what
 * was acknowledged before it. Blocks for as long as a commit takes; engine threads, which hold no lane meanwhile that a commit
 * of another table needs.
 */
public interface Snapshots {
    /** How long who keeps others waiting, in a lane or behind a barrier, waits for such a moment at most. */
    long LANE_MILLIS_MAX = 5_000;

    /** Where no reader is bound to see anything. */
    Snapshots OF_ANY_MOMENT = new Snapshots() {
        @Override
        public void take(EngineTransaction transaction, String texts, long millis) {
            // The first statement takes it.
        }

        @Override
        public boolean ofAll(long millis, BooleanSupplier taking) {
            return taking.getAsBoolean();
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

    /**
     * Runs what takes a snapshot in which any table may be read, and returns what that does. Writers of tables whose rows are
     * visible at once are not answered meanwhile, so it must not wait for anything.
     *
     * @param millis as above
     */
    boolean ofAll(long millis, BooleanSupplier taking);

    /** Tables of which every snapshot lacks rows that were acknowledged as visible: their log has failed, and a start commits them. */
    default Set<Long> stranded() {
        return Set.of();
    }
}
