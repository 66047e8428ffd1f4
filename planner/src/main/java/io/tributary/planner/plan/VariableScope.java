package io.tributary.planner.plan;

/** Where a system variable is read or set. */
public enum VariableScope {
    /** No scope was written: the session's, or the global value of a variable that only exists there. */
    UNSPECIFIED,
    SESSION,
    GLOBAL,
    /** {@code SET TRANSACTION …} without SESSION: for the next transaction only. */
    NEXT_TRANSACTION
}
