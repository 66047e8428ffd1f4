package io.tributary.backend.ingest;

import io.tributary.backend.engine.TableEngine;
import io.tributary.backend.wal.WalRecord;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import org.jspecify.annotations.Nullable;

/**
 * Finds out from a log's notes whether the engine went back behind commits that are in no log, so that nothing can bring them
 * back. Start-up thread.
 */
final class EngineBehind {
    private final long count;
    private long known;

    EngineBehind(TableEngine engine) {
        count = engine.unloggedCommits().count();
    }

    /** To be called for every record, before anybody draws conclusions from any. */
    void record(WalRecord record) {
        if (record.type() == LogRecords.OPEN) {
            known = Math.max(known, LogRecords.commits(record));
        }
    }

    /** How many commits the log knows of. */
    long known() {
        return known;
    }

    /** How many of them the engine has lost, at least. */
    long lost() {
        return Math.max(0, known - count);
    }

    /**
     * @param log its directory
     * @param cause what does not fit therefore, or null
     * @throws TributaryException SERVER_ERROR_READING_LOG if some are lost
     */
    void require(String log, @Nullable TributaryException cause) {
        if (lost() > 0) {
            throw new TributaryException(
                    ErrorCode.SERVER_ERROR_READING_LOG,
                    "the engine has gone back: log " + log + " knows of " + known
                            + " commits beside it, the engine's files have " + count + ", so the last " + lost()
                            + " are lost (statements, DDL and loads outside of group commit). Were the engine's files"
                            + " put back from a backup, cut or deleted? Put the newest ones back, with their .wal"
                            + " file. The log is intact: do not delete it. To go on without what is lost: 'tributary"
                            + " wal accept'",
                    cause);
        }
    }
}
