package io.tributary.backend.ingest;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.BatchCommitter;
import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.batch.LeftOut;
import io.tributary.backend.wal.Wal;
import io.tributary.rpc.client.LoadResult;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the engine up to the log after a start: reads the log, seals its unsealed end durably, commits what the engine
 * does not have, and begins a fresh segment. Start-up thread, before anything else uses the log.
 */
final class WalRecovery {
    /** Attempts at a batch before it is left to the agent. */
    static final int ATTEMPTS_MAX = 3;

    private static final Logger log = LoggerFactory.getLogger(WalRecovery.class);

    private final String directory;
    private final Wal wal;
    private final IngestParts parts;
    private final BatchCommitter committer;
    private final LowWatermark watermark;
    private final boolean keeps;
    private Set<Long> found = Set.of();

    /** @param keeps segments until a checkpoint of the engine */
    WalRecovery(
            String directory,
            Wal wal,
            IngestParts parts,
            BatchCommitter committer,
            LowWatermark watermark,
            boolean keeps) {
        this.directory = directory;
        this.wal = wal;
        this.parts = parts;
        this.committer = committer;
        this.watermark = watermark;
        this.keeps = keeps;
    }

    /** Returns the batches that the engine would not take, oldest first; they hold the watermark. */
    List<Batch> recover() throws IOException {
        LeftOut.forgetDropped(parts.engine().systemStore(), id -> parts.tables().table(id) != null);
        Map<Long, Long> applied = parts.engine().systemStore().appliedPositions(wal.epoch());
        LogReplay replay =
                new LogReplay(parts.tables(), applied, parts.nanoClock().getAsLong(), () -> parts.txnIds()
                        .tryNext()
                        .orElseThrow());
        read(replay);
        found = replay.found();
        long firstLsn = wal.lastLsn();
        for (long position : applied.values()) {
            firstLsn = Math.max(firstLsn, position);
        }
        wal.begin(firstLsn + 1);
        List<Batch> batches = new ArrayList<>(replay.sealed());
        for (Batch tail : replay.unsealed()) {
            long tableId = tail.table().tableId();
            tail.seal(new LogRecords(wal).seal(tableId, tail.txnId(), tail.firstPosition(), tail.lastPosition()));
            batches.add(tail);
        }
        long commits = parts.engine().unloggedCommits().count();
        if (commits > 0) {
            new LogRecords(wal).note(commits); // in a segment that stays
        }
        wal.force();
        List<Batch> refused = commit(batches);
        if (keeps) {
            return refused;
        }
        parts.failpoint().pass(Failpoint.Point.BEFORE_TRUNCATE);
        boolean more = true;
        while (more) {
            more = wal.truncateBefore(watermark.value(wal.nextLsn(), parts.tables()));
        }
        return refused;
    }

    /** Tables of which the log keeps loads; after {@link #recover}. */
    Set<Long> keptTables() {
        return keeps ? found : Set.of();
    }

    private void read(LogReplay replay) throws IOException {
        long began = parts.nanoClock().getAsLong();
        long[] bytes = {0};
        EngineBehind behind = new EngineBehind(parts.engine());
        try {
            wal.replay(record -> {
                bytes[0] += record.bytes();
                behind.record(record);
                replay.record(record);
            });
        } catch (TributaryException e) {
            // An engine that went back explains much that does not fit; its notes may stand further on.
            wal.replay(behind::record);
            behind.require(directory, e);
            throw e;
        }
        behind.require(directory, null);
        log.info(
                "log read: epoch={} bytes={} millis={}",
                Long.toHexString(wal.epoch()),
                bytes[0],
                TimeUnit.NANOSECONDS.toMillis(parts.nanoClock().getAsLong() - began));
    }

    private List<Batch> commit(List<Batch> batches) {
        List<Batch> refused = new ArrayList<>();
        Set<Long> stuckTables = new HashSet<>();
        long rows = 0;
        for (Batch batch : batches) {
            watermark.opened(batch.lowestLsn());
            // Order within the table: behind a refused batch all others wait.
            if (stuckTables.contains(batch.table().tableId()) || !commit(batch)) {
                stuckTables.add(batch.table().tableId());
                refused.add(batch);
                continue;
            }
            watermark.committed(batch.lowestLsn());
            rows += batch.rows();
        }
        log.info(
                "log recovered: epoch={} lsn={} batches={} rows={} refused={}",
                Long.toHexString(wal.epoch()),
                wal.nextLsn(),
                batches.size(),
                rows,
                refused.size());
        return refused;
    }

    private boolean commit(Batch batch) {
        parts.failpoint().pass(Failpoint.Point.IN_RECOVERY);
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            Optional<TributaryException> error = committer.commit(batch, attempt);
            if (error.isEmpty()) {
                return true;
            }
            if (error.get().code().kind() == ErrorCode.Kind.ROW) {
                // To look for the rows may take long, and nobody could use the server meanwhile.
                break;
            }
        }
        log.warn(
                "recovered batch left to the agent: table={}.{} label={} rows={}",
                batch.table().database(),
                batch.table().name(),
                LoadResult.groupLabel(wal.epoch(), batch.txnId()),
                batch.rows());
        return false;
    }
}
