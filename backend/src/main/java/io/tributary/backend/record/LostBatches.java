package io.tributary.backend.record;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.BatchCommitter;
import io.tributary.backend.batch.CommitTarget;
import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.batch.LogPositions;
import io.tributary.backend.batch.Quarantine;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.engine.LostEngineException;
import io.tributary.backend.engine.PositionGap;
import io.tributary.backend.engine.ReleasedPositions;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import io.tributary.log.LogDamage;
import io.tributary.log.LogInspection;
import io.tributary.log.RecordVisitor;
import io.tributary.log.WalDirectory;
import io.tributary.log.WalRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits once more what a server has lost of a log that is open, and goes on being written meanwhile: only what was committed is
 * read of it. The server's keeper's thread, while nobody else uses the server.
 */
public final class LostBatches {
    private static final Logger log = LoggerFactory.getLogger(LostBatches.class);

    private final WalDirectory directory;
    private final long logEpoch;
    private final TableLookup tables;
    private final Quarantine quarantine;
    private final LongSupplier keyMillis;
    private final LongSupplier nanoClock;
    private final LongSupplier freshTxnId;

    /**
     * @param logEpoch of the log in this directory
     * @param keyMillis the time of now, for idempotency keys
     * @param freshTxnId for a batch of which the log lost the id
     */
    public LostBatches(
            WalDirectory directory,
            long logEpoch,
            TableLookup tables,
            Quarantine quarantine,
            LongSupplier keyMillis,
            LongSupplier nanoClock,
            LongSupplier freshTxnId) {
        this.directory = directory;
        this.logEpoch = logEpoch;
        this.tables = tables;
        this.quarantine = quarantine;
        this.keyMillis = keyMillis;
        this.nanoClock = nanoClock;
        this.freshTxnId = freshTxnId;
    }

    /** Ends the reading: everything that is wanted was read. */
    private static final class ReadEnough extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** What the log says of some tables, each up to a position. */
    private static final class Wanted implements RecordVisitor {
        private final Map<Long, Long> upTo;
        private final long last;
        private final LogReplay replay;

        Wanted(Map<Long, Long> upTo, LogReplay replay) {
            this.upTo = upTo;
            this.last = upTo.values().stream().mapToLong(Long::longValue).max().orElse(0);
            this.replay = replay;
        }

        @Override
        public void record(WalRecord record) throws IOException {
            if (record.lsn() > last) {
                throw new ReadEnough();
            }
            boolean isWanted = record.type() == WalRecord.SKIPPED
                    || record.lsn() <= upTo.getOrDefault(LogRecords.tableId(record.payload()), 0L);
            if (isWanted) {
                replay.record(record);
            }
        }
    }

    /**
     * Commits the loads of this log that the server lacks. Blocks.
     *
     * @param home the process's own engine's store
     * @param opened the server's tables
     * @param gaps of this log
     * @throws LostEngineException where the log has not all of it
     * @throws TributaryException where the server refuses or fails; what is committed by then stays
     */
    public void giveBack(SystemStore home, TableEngine opened, List<PositionGap> gaps) {
        Map<Long, Long> released = ReleasedPositions.read(home, logEpoch).positions();
        Map<Long, Long> from = new HashMap<>();
        Map<Long, Long> upTo = new HashMap<>();
        for (PositionGap gap : gaps) {
            if (tables.table(gap.tableId()) == null) {
                // Being dropped, or its definition is not settled yet: whoever uses it next finds the gap again.
                continue;
            }
            if (gap.from() < released.getOrDefault(gap.tableId(), 0L)) {
                throw lost(gap, "the log has let go of a part of that");
            }
            from.put(gap.tableId(), gap.from());
            upTo.put(gap.tableId(), gap.to());
        }
        LogReplay replay = new LogReplay(tables, from, 0, freshTxnId);
        List<Batch> batches;
        try {
            read(new Wanted(upTo, replay), gaps.get(0));
            batches = new ArrayList<>(replay.sealed());
            batches.addAll(replay.unsealed());
        } catch (IOException e) {
            throw new TributaryException(ErrorCode.ENGINE_DOWN, "the log cannot be read now: " + e, e);
        } catch (TributaryException e) {
            throw lost(gaps.get(0), String.valueOf(e.getMessage()));
        }
        requireAll(gaps, upTo, batches);
        commit(opened, batches);
    }

    private void read(Wanted wanted, PositionGap any) throws IOException {
        LogInspection.Visitor visitor = new LogInspection.Visitor() {
            @Override
            public void damage(LogDamage damage) {
                // What is not durable yet may look like that.
                if (damage.firstLsn() <= wanted.last && damage.lastLsn() > 0) {
                    throw lost(any, "the log is damaged: " + damage);
                }
            }

            @Override
            public void record(WalRecord record) throws IOException {
                wanted.record(record);
            }
        };
        try {
            LogInspection unused = LogInspection.of(directory, visitor);
        } catch (ReadEnough e) {
            log.debug("log read up to lsn {}", wanted.last);
        }
    }

    private static void requireAll(List<PositionGap> gaps, Map<Long, Long> upTo, List<Batch> batches) {
        Map<Long, Long> last = new HashMap<>();
        batches.forEach(batch -> last.merge(batch.table().tableId(), batch.lastPosition(), Math::max));
        for (PositionGap gap : gaps) {
            long found = last.getOrDefault(gap.tableId(), 0L);
            if (found != gap.to() && upTo.containsKey(gap.tableId())) {
                throw lost(gap, "the log has it up to " + found);
            }
        }
    }

    private void commit(TableEngine opened, List<Batch> batches) {
        BatchCommitter committer = new BatchCommitter(
                new CommitTarget(opened, tables, new TableLanes()),
                new LoggedBlocks(LogInspection.reader(directory, logEpoch)),
                LogPositions.read(opened, logEpoch),
                Failpoint.NONE,
                keyMillis,
                nanoClock,
                quarantine);
        long rows = 0;
        for (Batch batch : batches) {
            PartialRecovery.commit(committer, batch);
            rows += batch.rows();
        }
        log.warn(
                "event=server_went_back, given back from the log: log={} batches={} rows={}",
                Long.toHexString(logEpoch),
                batches.size(),
                rows);
    }

    private static LostEngineException lost(PositionGap gap, String why) {
        return new LostEngineException("the server has gone back: " + gap + "; " + why
                + ". To go on without what is lost, stop this server and say 'tributary wal accept'");
    }
}
