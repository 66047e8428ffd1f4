package io.tributary.planner.plan;

/** Why a load is an ordinary transaction. The names are public: EXPLAIN, SHOW STATUS, metrics and the log print them. */
public enum FallbackReason {
    MODE_OFF,
    IN_TRANSACTION,
    EXPLICIT_LABEL,
    EXPRESSION,
    PARTIAL_UPDATE,
    NO_LIGHT_SCHEMA_CHANGE,
    NOT_VALUES,
    /** The table is a server's, and has a unique index there that may refuse a row because of another. */
    UNIQUE_INDEX,
    /** The table is a server's, which alone can tell whether it takes the row, or can make it. */
    SERVER_RULES,
    /** Stream Load: its rows become visible when somebody says so later. */
    TWO_PHASE_COMMIT,
    /** Stream Load: it names the partitions that take its rows. */
    PARTITIONS,
    /** The load cannot pass through the log: known when it is sent, not when it is planned. */
    TOO_LARGE,
    /** The disk of the log is short; known as late. */
    LOG_SHORT;

    /** Whether EXPLAIN cannot know of it, so that only the answer to the load tells it. */
    public boolean isLate() {
        return this == TOO_LARGE || this == LOG_SHORT;
    }
}
