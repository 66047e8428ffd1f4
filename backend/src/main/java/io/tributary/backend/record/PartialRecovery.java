package io.tributary.backend.record;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.BatchCommitter;
import io.tributary.backend.batch.CommitTarget;
import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.batch.LogPositions;
import io.tributary.backend.batch.Quarantine;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.engine.ReleasedPositions;
import io.tributary.backend.keys.KeyClock;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.TableEngine;
import io.tributary.log.LogInspection;
import io.tributary.log.WalDirectory;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Brings the engine up to a place in the log and no further, with a log that nobody has open and that stays as it is: the
 * next start finds the loads up to there in the engine and commits those behind it. One thread.
 */
public final class PartialRecovery {
    private static final int ATTEMPTS_MAX = 3;

    private PartialRecovery() {}

    /**
     * What was committed.
     *
     * @param batches or parts of them
     */
    public record Committed(int batches, long loads, long rows) {}

    /**
     * Commits every load that ended at or before this LSN and is not in the engine.
     *
     * @param freshTxnId for a batch of which the log lost the id
     * @throws TributaryException if the log is damaged, does not fit the catalog, or the engine refuses a batch; those
     *     before it are committed
     */
    public static Committed upTo(
            long lastLsn,
            WalDirectory directory,
            TableEngine engine,
            TableLookup tables,
            Quarantine quarantine,
            LongSupplier freshTxnId)
            throws IOException {
        EngineBehind behind = new EngineBehind(engine);
        LogInspection checked = LogInspection.of(directory, behind::record);
        if (!checked.damages().isEmpty()) {
            throw new TributaryException(
                    ErrorCode.SERVER_ERROR_READING_LOG,
                    "the log is damaged: " + checked.damages().get(0));
        }
        behind.require(directory.toString(), null);
        long epoch = checked.headerEpoch();
        new LogRegistry(engine.systemStore()).refuseForgotten(epoch, directory.toString());
        LogPositions positions = LogPositions.read(engine, epoch);
        LogReplay replay = new LogReplay(tables, positions, 0, freshTxnId);
        LogInspection.of(directory, record -> {
            if (record.lsn() <= lastLsn) {
                replay.record(record);
            }
        });
        Map<Long, Long> outdated = positions.withoutReleased(replay.outdated());
        if (!outdated.isEmpty()) {
            throw new TributaryException(
                    ErrorCode.ENGINE_DOWN,
                    "servers lack loads of tables that have another definition by now, or do not answer: positions of the log by"
                            + " table " + outdated);
        }
        List<Batch> batches = new ArrayList<>(replay.sealed());
        batches.addAll(replay.unsealed());
        BatchCommitter committer = new BatchCommitter(
                new CommitTarget(engine, tables, new TableLanes()),
                new LoggedBlocks(checked.reader()),
                positions,
                Failpoint.NONE,
                KeyClock.open(engine.keyStore(), InstantSource.system().millis(), System::nanoTime),
                System::nanoTime,
                quarantine);
        long loads = 0;
        long rows = 0;
        for (Batch batch : batches) {
            commit(committer, batch);
            loads += batch.loads();
            rows += batch.rows();
        }
        return new Committed(batches.size(), loads, rows);
    }

    /**
     * Makes the engine stand as it is, although it may have gone back: what it lost of commits that are in no log is given up.
     *
     * @return how many that are, at least; without those that servers have lost of a log that has let go of them
     */
    public static long acceptEngine(WalDirectory directory, TableEngine engine) throws IOException {
        EngineBehind behind = new EngineBehind(engine);
        LogInspection inspected = LogInspection.of(directory, behind::record);
        long lost = behind.lost();
        engine.unloggedCommits().accept(behind.known());
        ReleasedPositions.accept(engine.systemStore(), inspected.headerEpoch());
        return lost;
    }

    static void commit(BatchCommitter committer, Batch batch) {
        Optional<TributaryException> error = committer.commit(batch, 1);
        for (int attempt = 2; error.isPresent() && attempt <= ATTEMPTS_MAX; attempt++) {
            error = committer.commit(batch, attempt);
        }
        if (error.isPresent()) {
            throw error.get();
        }
    }
}
