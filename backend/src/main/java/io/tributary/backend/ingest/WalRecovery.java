package io.tributary.backend.ingest;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.LogPositions;
import io.tributary.backend.batch.RefusedPart;
import io.tributary.backend.record.EngineBehind;
import io.tributary.backend.record.LogBeginning;
import io.tributary.backend.record.LogOnServers;
import io.tributary.backend.record.LogReplay;
import io.tributary.backend.record.LostBatches;
import io.tributary.contract.error.TributaryException;
import io.tributary.log.WalDirectory;
import io.tributary.log.WriteAheadLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out after a start what the log has and the engine does not: reads the log, begins a fresh segment if there is room for
 * one, and seals the unsealed end durably in it. To commit it is the agent's, so that loads are taken meanwhile. Start-up thread, before anything
 * else uses the log.
 */
final class WalRecovery {
    private static final Logger log = LoggerFactory.getLogger(WalRecovery.class);

    private final WalDirectory directory;
    private final WriteAheadLog wal;
    private final IngestParts parts;
    private final boolean keeps;
    private Set<Long> found = Set.of();
    private @Nullable LogBeginning beginning;
    private @Nullable LogOnServers onServers;

    /** @param keeps segments until a checkpoint of the engine */
    WalRecovery(WalDirectory directory, WriteAheadLog wal, IngestParts parts, boolean keeps) {
        this.directory = directory;
        this.wal = wal;
        this.parts = parts;
        this.keeps = keeps;
    }

    /**
     * Returns the batches that the engine does not have, those of a table oldest first; each may be committed.
     *
     * @param positions how far it has each table of this log
     */
    List<Batch> recover(LogPositions positions) throws IOException {
        RefusedPart.forgetDropped(
                parts.engine().systemStore(), id -> parts.tables().table(id) != null);
        LogReplay replay =
                new LogReplay(parts.tables(), positions, parts.nanoClock().getAsLong(), freshTxnIds(parts));
        read(replay);
        onServers = new LogOnServers(
                parts.engine(),
                parts.tables(),
                positions,
                new LostBatches(
                        directory,
                        wal.epoch(),
                        parts.tables(),
                        parts.quarantine(),
                        parts.keys().keyMillis(),
                        parts.nanoClock(),
                        freshTxnIds(parts)),
                positions.withoutReleased(replay.outdated()));
        found = replay.found();
        long firstLsn = wal.lastLsn();
        for (long position : positions.applied().values()) {
            firstLsn = Math.max(firstLsn, position);
        }
        List<Batch> unsealed = replay.unsealed();
        beginning = new LogBeginning(wal, firstLsn + 1, unsealed, parts.engine().unloggedCommits());
        if (!beginning.begin()) {
            log.warn(
                    "the log's disk has no room for its next file: what the log holds is committed, and loads pass it"
                            + " by until there is: log={}",
                    directory);
        }
        List<Batch> batches = new ArrayList<>(replay.sealed());
        batches.addAll(unsealed);
        return batches;
    }

    /** For batches of which a log lost the id. */
    static LongSupplier freshTxnIds(IngestParts parts) {
        return () -> parts.txnIds().tryNext().orElseThrow();
    }

    /** Returns how the log begins; after {@link #recover}. */
    LogBeginning beginning() {
        return Objects.requireNonNull(beginning);
    }

    /** What of the log concerns servers; after {@link #recover}. */
    LogOnServers onServers() {
        return Objects.requireNonNull(onServers);
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
            behind.require(directory.toString(), e);
            throw e;
        }
        behind.require(directory.toString(), null);
        log.info(
                "log read: epoch={} bytes={} millis={}",
                Long.toHexString(wal.epoch()),
                bytes[0],
                TimeUnit.NANOSECONDS.toMillis(parts.nanoClock().getAsLong() - began));
    }
}
