package io.tributary.test.crash;

import java.util.Random;

/** Where a round of {@link KillsIT} kills the backend: at any moment, or when it stands at a point. */
enum Kill {
    ANY_MOMENT("", 0, false),
    AFTER_SEAL("after-seal", 60, false),
    BEFORE_WRITE("before-write", 200, false),
    AFTER_WRITE("after-write", 200, false),
    BEFORE_FORCE("before-force", 200, false),
    AFTER_FORCE("after-force", 200, false),
    AFTER_ACKNOWLEDGE("after-acknowledge", 200, false),
    BEFORE_ENGINE_COMMIT("before-engine-commit", 60, false),
    IN_ENGINE_COMMIT("in-engine-commit", 60, false),
    BEFORE_TRUNCATE("before-truncate", 60, false),
    BEFORE_SEGMENT_DELETE("before-segment-delete", 1, true),
    AFTER_SEGMENT_DELETE("after-segment-delete", 1, true),
    IN_RECOVERY("in-recovery", 1, true);

    /** Past those of a start. */
    private static final int EARLIEST_PASS = 10;

    private final String failpoint;
    private final int latestPass;
    private final boolean whileStarting;

    Kill(String failpoint, int latestPass, boolean whileStarting) {
        this.failpoint = failpoint;
        this.latestPass = latestPass;
        this.whileStarting = whileStarting;
    }

    /** The backend's name of the point. */
    String failpoint() {
        return failpoint;
    }

    int pass(Random random) {
        return EARLIEST_PASS + random.nextInt(latestPass);
    }

    /** Whether a start has committed by then what it found in the log. */
    boolean isAfterCommitsOfAStart() {
        return whileStarting && this != IN_RECOVERY;
    }

    /** Whether it passes while a start recovers the log, before anybody can write. */
    boolean isWhileStarting() {
        return whileStarting;
    }
}
