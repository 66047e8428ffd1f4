package io.tributary.backend.batch;

/** Named places on the way from log to engine where a crash test may stop the process; a no-op in production. */
@FunctionalInterface
public interface Failpoint {
    /** The places, in the order in which a load passes them. */
    enum Point {
        BEFORE_FORCE("before-force"),
        AFTER_FORCE("after-force"),
        BEFORE_ENGINE_COMMIT("before-engine-commit"),
        /** The refused rows of a batch are known, and nothing of it is stored. */
        AFTER_TRIALS("after-trials"),
        IN_ENGINE_COMMIT("in-engine-commit"),
        IN_RECOVERY("in-recovery");

        private final String text;

        Point(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** Does nothing at any point. */
    Failpoint NONE = point -> {};

    /** Called when execution arrives at the point; may never return. */
    void pass(Point point);

    /** Called when {@link Point#IN_ENGINE_COMMIT} is over. */
    default void left(Point point) {}
}
