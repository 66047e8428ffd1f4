package io.tributary.backend.record;

import io.tributary.backend.batch.Batch;
import io.tributary.engine.port.UnloggedCommits;
import io.tributary.log.LogFailedException;
import io.tributary.log.WriteAheadLog;
import java.util.List;

/**
 * The first segment of a process's life, and what stands first in it: the SEALs of batches that were open when the last
 * process ended, and a note of the engine's commits. Where the log's disk has no room for it the process starts without, so
 * that what the log holds is committed and gives room: until then nothing can be logged.
 *
 * <p>A batch may then be committed before its SEAL is written. Nothing can be added to it any more, so a replay forms the same
 * one with or without; and the SEAL comes before every later OPEN of its table. Start-up thread, then the ingest agent's.
 */
public final class LogBeginning {
    private final WriteAheadLog wal;
    private final LogRecords records;
    private final long firstLsn;
    private final List<Batch> unsealed;
    private final UnloggedCommits commits;

    /**
     * @param firstLsn beyond every LSN ever used
     * @param unsealed batches that were found without a SEAL
     */
    public LogBeginning(WriteAheadLog wal, long firstLsn, List<Batch> unsealed, UnloggedCommits commits) {
        this.wal = wal;
        this.records = new LogRecords(wal);
        this.firstLsn = firstLsn;
        this.unsealed = List.copyOf(unsealed);
        this.commits = commits;
    }

    /** A batch that was opened below it was found. */
    public long firstLsn() {
        return firstLsn;
    }

    /** Begins the log if it is not begun and there is room; everything that it wrote is durable then. Blocks on the disk. */
    public boolean begin() throws LogFailedException {
        if (wal.isBegun()) {
            return true;
        }
        boolean isBegun = wal.tryBegin(firstLsn);
        for (Batch batch : unsealed) {
            long lsn = isBegun
                    ? records.seal(batch.table().tableId(), batch.txnId(), batch.firstPosition(), batch.lastPosition())
                    : wal.lastLsn();
            if (!batch.isSealed()) {
                batch.seal(lsn);
            }
        }
        if (isBegun) {
            if (commits.count() > 0) {
                records.note(commits.count()); // in a segment that stays
            }
            wal.force();
        }
        return isBegun;
    }
}
