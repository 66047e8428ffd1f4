package io.tributary.backend.ingest;

import io.tributary.backend.record.LogRecords;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.UnloggedCommits;
import io.tributary.log.LogFailedException;
import io.tributary.log.WriteAheadLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Notes in the log how many commits the engine has that are in no log, so that the next start notices an engine that went back
 * behind one of them. Those who ask while a force is under way share the next note and its force. Ingest agent's thread.
 */
final class CommitNotes {
    private final WriteAheadLog wal;
    private final LogRecords records;
    private final LogSpace space;
    private final UnloggedCommits commits;
    private List<CompletableFuture<Void>> asked = new ArrayList<>();
    private List<CompletableFuture<Void>> written = new ArrayList<>();
    private @Nullable TributaryException refusal;
    /** LSN of the newest note; 0: this process has written none. */
    private long lsn;
    /** What it says. */
    private long noted;

    CommitNotes(WriteAheadLog wal, LogSpace space, UnloggedCommits commits) {
        this.wal = wal;
        this.records = new LogRecords(wal);
        this.space = space;
        this.commits = commits;
    }

    /** @param durable completes when a note of every commit that has returned by now is; or fails, and there is none */
    void ask(CompletableFuture<Void> durable) {
        TributaryException refused = refusal;
        if (refused != null) {
            durable.completeExceptionally(refused);
        } else {
            asked.add(durable);
        }
    }

    /** Writes one for all who have asked; returns how many there were. */
    int write() throws LogFailedException {
        if (asked.isEmpty()) {
            return 0;
        }
        int count = asked.size();
        List<CompletableFuture<Void>> waiting = asked;
        asked = new ArrayList<>();
        if (!space.hasRoomForNote()) {
            fail(waiting, new TributaryException(ErrorCode.DISK_FULL, "the log has no room for a note"));
            return count;
        }
        // They count as written before the write, which may fail.
        written.addAll(waiting);
        note();
        return count;
    }

    private void note() throws LogFailedException {
        long count = commits.count();
        lsn = records.note(count);
        noted = count;
    }

    /**
     * The newest note is to be kept when the log is truncated, and to say all: writes another one if segments are about to go
     * and it may be in one of them, or there was no room for one since. To be forced before they go.
     *
     * @param truncated the LSN below which the log is no longer needed
     */
    boolean writeBefore(long truncated) throws LogFailedException {
        boolean isNoted = lsn >= truncated && noted >= commits.count();
        if (isNoted || commits.count() == 0 || !wal.isTruncatable(truncated)) {
            return false;
        }
        note();
        return true;
    }

    boolean isForceAwaited() {
        return !written.isEmpty();
    }

    /** Tells those whose note is durable by now; returns how many. */
    int settle() {
        if (written.isEmpty() || wal.forcedLsn() < lsn) {
            return 0;
        }
        int count = written.size();
        List<CompletableFuture<Void>> noted = written;
        written = new ArrayList<>();
        noted.forEach(durable -> durable.complete(null));
        return count;
    }

    /** Refuses all who wait for a note; none is written from now on. */
    void refuseAll(TributaryException reason) {
        if (refusal == null) {
            refusal = reason;
        }
        List<CompletableFuture<Void>> waiting = new ArrayList<>(written);
        waiting.addAll(asked);
        written = new ArrayList<>();
        asked = new ArrayList<>();
        fail(waiting, reason);
    }

    private static void fail(List<CompletableFuture<Void>> waiting, TributaryException reason) {
        waiting.forEach(durable -> durable.completeExceptionally(reason));
    }
}
