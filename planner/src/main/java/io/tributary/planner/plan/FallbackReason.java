package io.tributary.planner.plan;

/** Why a load is an ordinary transaction. The names are public: EXPLAIN, SHOW STATUS, metrics and the log print them. */
public enum FallbackReason {
    MODE_OFF,
    IN_TRANSACTION,
    EXPLICIT_LABEL,
    EXPRESSION,
    PARTIAL_UPDATE,
    NO_LIGHT_SCHEMA_CHANGE,
    NOT_VALUES
}
