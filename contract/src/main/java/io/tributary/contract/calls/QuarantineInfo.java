package io.tributary.contract.calls;

/**
 * An acknowledged row that the engine refused, as SHOW QUARANTINE tells of it.
 *
 * @param database of the table when the row was refused
 * @param label of the batch that it was in
 * @param row as JSON
 * @param reason what the engine said, the last time
 * @param millis since 1970, when it came into the quarantine
 */
public record QuarantineInfo(
        long id, String database, String table, String label, String row, String reason, long millis) {
    /**
     * What became of rows.
     *
     * @param removed from the quarantine: replayed, or discarded
     * @param refused again, which stay
     */
    public record Outcome(long removed, long refused) {}
}
