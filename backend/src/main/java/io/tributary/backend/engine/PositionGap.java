package io.tributary.backend.engine;

/**
 * What a server lacks of a table that it was known to have: the loads of this log behind one position, up to another.
 *
 * @param logEpoch of the log
 * @param from how far it has the table; 0 where it knows nothing of it
 * @param to how far it had it
 */
public record PositionGap(long logEpoch, long tableId, long from, long to) {
    @Override
    public String toString() {
        return "of table " + tableId + " it has batches up to position " + from + " of log "
                + Long.toHexString(logEpoch) + ", and had them up to " + to;
    }
}
