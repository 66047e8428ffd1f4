package io.tributary.test.crash;

/** Where a round kills the backend. */
enum Point {
    BEFORE_FORCE("before-force", 40),
    AFTER_FORCE("after-force", 40),
    BEFORE_ENGINE_COMMIT("before-engine-commit", 12),
    IN_ENGINE_COMMIT("in-engine-commit", 12),
    IN_RECOVERY("in-recovery", 1);

    private final String failpoint;
    private final int latestPass;

    Point(String failpoint, int latestPass) {
        this.failpoint = failpoint;
        this.latestPass = latestPass;
    }

    /** The backend's name of it. */
    String failpoint() {
        return failpoint;
    }

    /** A round stops at one of the passes up to this one, chosen by its seed. */
    int latestPass() {
        return latestPass;
    }
}
