package io.tributary.backend.engine;

/** What its keeper asks an engine to know how it is, and whether its disk has room for what it writes. Blocks; any thread. */
final class EngineProbes {
    /** Nothing is written with less left on its disk: a checkpoint that finds the disk full costs the engine's instance. */
    static final long FREE_BYTES_MIN = 16L << 20;

    private final ReopeningEngine engine;
    private final EngineCalls calls;
    private final EngineHealth health;

    EngineProbes(ReopeningEngine engine, EngineCalls calls, EngineHealth health) {
        this.engine = engine;
        this.calls = calls;
        this.health = health;
    }

    /** Asks it for something small that it does not answer from memory alone, and looks at its disk. */
    void probe() {
        requireRoom(FREE_BYTES_MIN);
        calls.call(false, open -> {
            open.ping();
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
