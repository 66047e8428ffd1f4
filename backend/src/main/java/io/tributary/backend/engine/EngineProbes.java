package io.tributary.backend.engine;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;

/** What its keeper asks an engine to know how it is, and whether its disk has room for what it writes. Blocks; any thread. */
final class EngineProbes {
    /** Nothing is written with less left on its disk: a checkpoint that finds the disk full costs the engine's instance. */
    static final long FREE_BYTES_MIN = 16L << 20;

    /** What a process is told that was the owner before. */
    static final String TAKEN =
            "another Tributary process has taken the server over; rows that wait in this one's log stay there";

    private final ReopeningEngine engine;
    private final EngineCalls calls;
    private final EngineHealth health;
    private final EngineStores stores;

    EngineProbes(ReopeningEngine engine, EngineCalls calls, EngineHealth health, EngineStores stores) {
        this.stores = stores;
        this.engine = engine;
        this.calls = calls;
        this.health = health;
    }

    /**
     * Asks it for something small that it does not answer from memory alone, whether another process owns it by now, and looks at
     * its disk.
     *
     * @throws TributaryException ENGINE_DOWN where it does not answer, or is another's
     */
    void probe() {
        requireRoom(FREE_BYTES_MIN);
        calls.call(false, open -> {
            // All of it on a connection whose answers are waited for in time: one that hangs would keep the keeper.
            if (stores.isTaken(open)) {
                throw new TributaryException(ErrorCode.ENGINE_DOWN, TAKEN);
            }
            return true;
        });
    }

    /** Commits something, whatever its health says, where a checkpoint would find room. */
    void prove(String what) {
        requireRoomForCheckpoint();
        tryCommit(what);
    }

    /** Commits something, whatever its health says. */
    void tryCommit(String what) {
        calls.call(true, open -> {
            if (!open.keepsLoads()) {
                open.ping();
                return true;
            }
            health.storing(CallsUnderWay.Kind.COMMIT, () -> open.systemStore().put("engine", "proven", what));
            return true;
        });
    }

    /** A checkpoint writes at most about what its log has; the log goes only then. */
    long bytesForCheckpoint() {
        return FREE_BYTES_MIN + engine.logBytes();
    }

    void requireRoomForCheckpoint() {
        requireRoom(bytesForCheckpoint());
    }

    private void requireRoom(long bytes) {
        long usable = engine.usableBytes();
        if (usable < bytes) {
            throw health.full(usable, bytes);
        }
    }
}
