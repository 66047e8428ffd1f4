package io.tributary.test.history;

/** Something that no order of the operations explains. */
public record Violation(Kind kind, String text) {
    /** The kinds of what no order explains. */
    public enum Kind {
        /** A read has missed what was visible, by its writer's answer, before it began; others have seen it. */
        STALE_READ,
        /** The same, and no later read has seen it either. */
        LOST_APPEND,
        /** A read has missed what an earlier one had seen. */
        VANISHED,
        /** Two reads, or a read and the answers, contradict each other about what came first. */
        OUT_OF_ORDER,
        /** A read has seen what nobody wrote, what was refused, or what was sent after it had ended. */
        NEVER_WRITTEN,
        DOUBLED,
        /** One snapshot shows a child and not its parent, which was answered before the child was sent. */
        CHILD_WITHOUT_PARENT,
        /** Two reads of one snapshot differ. */
        SNAPSHOT_MOVED
    }

    @Override
    public String toString() {
        return kind + " " + text;
    }
}
