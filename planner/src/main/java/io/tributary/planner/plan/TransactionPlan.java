package io.tributary.planner.plan;

/**
 * BEGIN, START TRANSACTION, COMMIT or ROLLBACK.
 *
 * @param label of BEGIN WITH LABEL, or empty
 * @param access of START TRANSACTION
 */
public record TransactionPlan(Kind kind, String label, Access access) implements Plan {
    /** What happens to the session's transaction. */
    public enum Kind {
        BEGIN,
        COMMIT,
        ROLLBACK
    }

    /** Whether the transaction may write. */
    public enum Access {
        /** What SET TRANSACTION said, or the session's {@code transaction_read_only}. */
        UNSPECIFIED,
        READ_ONLY,
        READ_WRITE
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitTransaction(this);
    }
}
