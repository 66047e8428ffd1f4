package io.tributary.backend.batch;

/** Named places on the way from log to engine where a crash test may stop the process; a no-op in production. */
@FunctionalInterface
public interface Failpoint {
    /** The places, in the order in which a load passes them. */
    enum Point {
        /** A SEAL is logged and not yet forced. */
        AFTER_SEAL("after-seal"),
        BEFORE_FORCE("before-force"),
        /** Records or a segment's header are about to be written into its file. */
        BEFORE_WRITE("before-write"),
        /** Written and not yet forced. */
        AFTER_WRITE("after-write"),
        /** Durable and not yet acknowledged. */
        AFTER_FORCE("after-force"),
        AFTER_ACKNOWLEDGE("after-acknowledge"),
        BEFORE_ENGINE_COMMIT("before-engine-commit"),
        /** The refused rows of a batch are known, and nothing of it is stored. */
        AFTER_TRIALS("after-trials"),
        IN_ENGINE_COMMIT("in-engine-commit"),
        /** Batches are in the engine, and the segments that only they needed still there. */
        BEFORE_TRUNCATE("before-truncate"),
        /** A segment is about to lose its name, for good or to be a spare. */
        BEFORE_SEGMENT_DELETE("before-segment-delete"),
        /** It has lost it, and the directory is not yet synced. */
        AFTER_SEGMENT_DELETE("after-segment-delete"),
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
