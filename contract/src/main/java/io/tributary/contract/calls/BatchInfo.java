package io.tributary.contract.calls;

/**
 * A batch of group commit that is not committed yet, as it stood a moment ago.
 *
 * @param database of the table when the batch was opened
 * @param loads that are in it whole
 * @param bytes encoded
 * @param ageMillis since its first row; of one that a restart found in the log, since that start
 * @param writers that wait for its commit
 * @param failedCommits in a row, of the oldest batch of the table; 0 for those behind it
 * @param lastError what the engine said then, or empty
 */
public record BatchInfo(
        String database,
        String table,
        String label,
        long txnId,
        State state,
        long loads,
        long rows,
        long bytes,
        long ageMillis,
        int writers,
        int failedCommits,
        String lastError) {
    /** How far it is. */
    public enum State {
        /** Takes loads. */
        OPEN,
        /** Takes none, and waits for its turn, or after a failed commit for the next attempt. */
        SEALED,
        COMMITTING
    }
}
