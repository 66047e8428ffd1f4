package io.tributary.planner.plan;

/**
 * BEGIN, START TRANSACTION, COMMIT or ROLLBACK.
 *
 * @param label of BEGIN WITH LABEL, or empty
 * @param readOnly START TRANSACTION READ ONLY
 */
public record TransactionPlan(Kind kind, String label, boolean readOnly) implements Plan {
    /** What happens to the session's transaction. */
    public enum Kind {
        BEGIN,
        COMMIT,
        ROLLBACK
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitTransaction(this);
    }
}
