package io.tributary.log;

/**
 * A segment as it was found.
 *
 * @param name of its file
 * @param firstLsn of its first record, whether or not it was written
 * @param lastLsn of its last intact record, or of the one before the segment if it has none
 * @param fileBytes size of the file
 * @param usedBytes where its last intact record ends
 * @param records that are intact
 * @param skippedRecords that were taken out of it
 */
public record SegmentSummary(
        String name,
        long firstLsn,
        long lastLsn,
        long fileBytes,
        long usedBytes,
        long records,
        long skippedRecords,
        State state) {
    /** TORN: the end of the last segment, which the next start cuts. DAMAGED: a start refuses it. */
    public enum State {
        CLEAN,
        TORN,
        DAMAGED,
        UNREADABLE
    }

    SegmentSummary damaged() {
        return new SegmentSummary(
                name, firstLsn, lastLsn, fileBytes, usedBytes, records, skippedRecords, State.DAMAGED);
    }

    static SegmentSummary unreadable(String name, long fileBytes) {
        return new SegmentSummary(name, 0, 0, fileBytes, 0, 0, 0, State.UNREADABLE);
    }
}
