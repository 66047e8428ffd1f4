package io.tributary.contract.calls;

/**
 * What the write-ahead log of a backend holds that is not committed.
 *
 * @param address of the backend, {@code host:port}; port 0 if it listens on none
 * @param batches that are not committed
 * @param batchBytes encoded rows of those
 * @param oldestMillis age of the oldest of them, or 0
 * @param segments files of the log
 * @param batchesOfATable of the table that has most of them
 * @param silent the log, whose disk hangs, did not tell of its batches in time: their figures are 0 and mean nothing
 */
public record LogStatus(
        String address,
        long batches,
        long batchBytes,
        long oldestMillis,
        long segments,
        long batchesOfATable,
        boolean silent) {}
