package io.tributary.backend.record;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.TableEngine;
import io.tributary.log.WalRecord;
import org.jspecify.annotations.Nullable;

/**
 * Finds out from a log's notes whether the engine went back behind commits that are in no log, so that nothing can bring them
 * back. Start-up thread.
 */
public final class EngineBehind {
    private final long count;
    private long known;

    public EngineBehind(TableEngine engine) {
        count = engine.unloggedCommits().count();
    }

    /** Hears of a record; to be called for every one, before anybody draws conclusions from any. */
    public void record(WalRecord record) {
        if (record.type() == LogRecords.OPEN) {
            known = Math.max(known, LogRecords.commits(record));
        }
    }

    /** How many commits the log knows of. */
    public long known() {
        return known;
    }

    /** How many of them the engine has lost, at least. */
    public long lost() {
        return Math.max(0, known - count);
    }

    /**
     * @param log its directory
     * @param cause what does not fit therefore, or null
     * @throws TributaryException SERVER_ERROR_READING_LOG if some are lost
     */
    public void require(String log, @Nullable TributaryException cause) {
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
