package io.tributary.backend.ingest;

/**
 * Figures of one log since start, for metrics; each is read without a lock, so they need not fit each other exactly.
 *
 * @param loads acknowledged or committed loads
 * @param rows in those loads
 * @param logBytes written to the log
 * @param forces of the log
 * @param batches committed
 * @param batchRows in those batches
 * @param commitRetries attempts that failed
 * @param commitNanos spent in commits, waiting for the table's lane included
 * @param uncommittedBatches open, sealed and being committed
 * @param batchesOfATable of those, of the table that has most
 * @param inboxBytes waiting to be logged
 * @param memoryBytes of uncommitted batches held in memory
 * @param lastLsn of the log
 * @param lowWatermark below which the log is no longer needed
 * @param logSegments of the log, the current one included
 * @param logSpares files of deleted segments that are kept for new ones
 * @param idempotencyKeys that are known, those of uncommitted loads included
 * @param quarantinedRows that the engine refused, of acknowledged loads of all logs
 * @param refusedLoads that failed as a whole, since the engine refused a row of them at the commit, likewise
 */
public record IngestStats(
        long loads,
        long rows,
        long logBytes,
        long forces,
        long batches,
        long batchRows,
        long commitRetries,
        long commitNanos,
        long uncommittedBatches,
        long batchesOfATable,
        long inboxBytes,
        long memoryBytes,
        long lastLsn,
        long lowWatermark,
        long logSegments,
        long logSpares,
        long idempotencyKeys,
        long quarantinedRows,
        long refusedLoads) {
    /** Adds up two logs; what they share is counted once. */
    IngestStats plus(IngestStats other) {
        return new IngestStats(
                loads + other.loads,
                rows + other.rows,
                logBytes + other.logBytes,
                forces + other.forces,
                batches + other.batches,
                batchRows + other.batchRows,
                commitRetries + other.commitRetries,
                commitNanos + other.commitNanos,
                uncommittedBatches + other.uncommittedBatches,
                Math.max(batchesOfATable, other.batchesOfATable),
                inboxBytes + other.inboxBytes,
                memoryBytes + other.memoryBytes,
                lastLsn + other.lastLsn,
                lowWatermark + other.lowWatermark,
                logSegments + other.logSegments,
                logSpares + other.logSpares,
                Math.max(idempotencyKeys, other.idempotencyKeys),
                Math.max(quarantinedRows, other.quarantinedRows),
                Math.max(refusedLoads, other.refusedLoads));
    }
}
