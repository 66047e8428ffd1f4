package io.tributary.contract.calls;

/**
 * A load as SHOW TRANSACTION tells of it: a shared batch, or a private one.
 *
 * @param txnId 0 where a load has none yet
 * @param database empty where it is not known, as for a text that changes rows outside of a transaction
 * @param table likewise, and for a transaction of several tables
 * @param rows added; 0 where they were not counted
 * @param beganMillis since 1970, or 0 where it is not known
 * @param endedMillis since 1970, 0 while it has not ended
 * @param reason of {@link Status#ABORTED} and {@link Status#UNKNOWN}, or what the engine said of a commit that is tried on; else empty
 */
public record TransactionInfo(
        long txnId,
        String label,
        String database,
        String table,
        boolean groupCommit,
        Status status,
        long rows,
        long beganMillis,
        long endedMillis,
        String reason) {
    /** Doris' names. */
    public enum Status {
        /** Rows are added to it. */
        PREPARE,
        /** Its rows are durable, and become visible if somebody commits them: the first of two phases is over. */
        PRECOMMITTED,
        /** Its rows are durable, and will be visible. */
        COMMITTED,
        VISIBLE,
        /** Nothing of it is stored. */
        ABORTED,
        /** Nobody knows whether it is stored: the answer to its commit was lost. */
        UNKNOWN
    }
}
