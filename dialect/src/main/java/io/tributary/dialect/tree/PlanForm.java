package io.tributary.dialect.tree;

/** Whether a client is told the plan of a statement instead of its rows, and how. */
public enum PlanForm {
    NONE(""),
    /** A row a line. */
    LINES("EXPLAIN "),
    /** The same of a query that is run, so that times and numbers of rows are told. */
    ANALYZED("EXPLAIN ANALYZE "),
    /** One row with an object. */
    JSON("EXPLAIN FORMAT=JSON ");

    private final String verb;

    PlanForm(String verb) {
        this.verb = verb;
    }

    /** Returns what the statement stands behind then, each option that a client wrote read. */
    public String verb() {
        return verb;
    }
}
