package io.tributary.backend.record;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.log.WalRecord;

/** What is said of a record that a replay cannot go on with: which it is, what is wrong with it, and what is to be done. */
final class MisfitRecord {
    private MisfitRecord() {}

    /** The log is intact, so it must not be skipped: it is another data directory's, or of another of its copies. */
    static TributaryException foreign(WalRecord record, String what) {
        return misfit(record, what, "Is this the log of another data directory, or were");
    }

    private static TributaryException misfit(WalRecord record, String what, String question) {
        return new TributaryException(
                ErrorCode.SERVER_ERROR_READING_LOG,
                String.format(
                        "the engine and the log do not fit: the record with lsn %d in segment %s at offset %d %s. %s the"
                                + " engine's files put back from a backup, or was a segment of the log deleted? Put those"
                                + " that belong together back; the log is intact: do not delete or skip it."
                                + " docs/tools.md says how to go on without what is lost",
                        record.lsn(), record.segmentName(), record.offset(), what, question));
    }

    /** The log is intact, so it must not be skipped: the engine lacks what the log held no longer, or a segment is gone. */
    static TributaryException missing(WalRecord record, long tableId, long applied, String what) {
        return misfit(
                record,
                what + ", the records before it are gone, and the engine has table " + tableId + " up to lsn " + applied
                        + " only",
                "Were");
    }

    static TributaryException unreadable(WalRecord record, String what) {
        return new TributaryException(
                ErrorCode.SERVER_ERROR_READING_LOG,
                String.format(
                        "log record with lsn %d in segment %s at offset %d: %s; 'tributary wal dump' shows what stands"
                                + " there, 'tributary wal skip' goes on without it",
                        record.lsn(), record.segmentName(), record.offset(), what));
    }
}
