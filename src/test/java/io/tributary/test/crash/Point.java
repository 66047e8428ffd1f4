package io.tributary.test.crash;

import java.util.Random;

/** Where a round kills the backend. */
enum Point {
    BEFORE_FORCE("before-force", 10, 50),
    AFTER_FORCE("after-force", 10, 50),
    BEFORE_ENGINE_COMMIT("before-engine-commit", 1, 12),
    IN_ENGINE_COMMIT("in-engine-commit", 1, 12),
    IN_RECOVERY("in-recovery", 1, 1);

    private final String failpoint;
    private final int earliestPass;
    private final int latestPass;

    Point(String failpoint, int earliestPass, int latestPass) {
        this.failpoint = failpoint;
        this.earliestPass = earliestPass;
        this.latestPass = latestPass;
    }

    /** The backend's name of it. */
    String failpoint() {
        return failpoint;
    }

    /** Which time at the point a round stops: past the few forces that the writers' first loads need. */
    int pass(Random random) {
        return earliestPass + random.nextInt(latestPass - earliestPass + 1);
    }
}
