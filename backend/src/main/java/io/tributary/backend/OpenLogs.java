package io.tributary.backend;

import io.tributary.backend.batch.MarkerFailpoint;
import io.tributary.backend.batch.Quarantine;
import io.tributary.backend.engine.ReleasedPositions;
import io.tributary.backend.engine.ReopeningEngine;
import io.tributary.backend.ingest.IngestAgent;
import io.tributary.backend.ingest.IngestOptions;
import io.tributary.backend.ingest.IngestParts;
import io.tributary.backend.ingest.Logs;
import io.tributary.backend.keys.KeyRetention;
import io.tributary.backend.record.LogOnServers;
import io.tributary.backend.record.LogRegistry;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.log.WalOptions;
import java.security.SecureRandom;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The logs, and what their batches are committed with. They are closed with the calls that write to them. */
record OpenLogs(KeyRetention keys, Quarantine quarantine, LogDirectories directories, Logs logs) {
    private static final Logger LOG = LoggerFactory.getLogger(OpenLogs.class);

    static OpenLogs recover(
            Opening opening, OpenEngine opened, BackendThreads threads, StoredState stored, Transactions transactions)
            throws BackendStartException {
        ReopeningEngine engine = opened.engine();
        BackendConfig config = opening.config();
        KeyRetention keys = new KeyRetention(
                (int) opening.limit(BackendLimit.IDEMPOTENCY_KEYS_MAX),
                TimeUnit.SECONDS.toMillis(opening.limit(BackendLimit.LABEL_KEEP_MAX_SECOND)),
                stored.time());
        Quarantine quarantine = new Quarantine(
                engine,
                opening.limit(BackendLimit.QUARANTINE_ROWS_MAX),
                opening.limit(BackendLimit.QUARANTINE_BYTES_MAX),
                System::nanoTime);
        LogDirectories directories =
                LogDirectories.open(config.walDirectories(), opening.owners().named("wal-prepare"));
        opening.closing().push("log directories", directories);
        haveReleased(opened, stored);
        Logs logs = directories.recover(
                new LogRegistry(engine.systemStore()),
                options(config),
                preparer -> new IngestParts(
                        transactions.target(),
                        stored.txnIds(),
                        transactions.history(),
                        new IngestParts.Executors(
                                one -> one == engine ? threads.committers() : threads.committersOf(one), preparer),
                        new IngestParts.Outside(
                                System::nanoTime,
                                opening.wallClock()::millis,
                                new SecureRandom()::nextLong,
                                MarkerFailpoint.of(System.getProperties())),
                        keys,
                        quarantine));
        engine.keepsFiles(false);
        opened.servers().giveBackBy((where, server, gaps) -> {
            transactions.committer().tokens().requireKept(opened.servers().engineOf(where), server);
            LogOnServers.giveBack(
                    logs.agents().stream().map(IngestAgent::onServers).toList(), server, gaps);
        });
        logs.agents().forEach(agent -> haveOutdated(opened, stored, agent.onServers()));
        return new OpenLogs(keys, quarantine, directories, logs);
    }

    /**
     * Servers have what stands in a log for an older definition of their tables; one that has lost it stops at once, before any
     * load is committed behind it.
     */
    private static void haveOutdated(OpenEngine opened, StoredState stored, LogOnServers log) {
        if (log.outdated().isEmpty()) {
            return;
        }
        ReleasedPositions.write(opened.engine().systemStore(), log.logEpoch(), log.outdated(), tableId -> false);
        log.outdated().forEach((tableId, position) -> {
            TableSchema table = stored.catalog().table(tableId);
            if (table == null) {
                return;
            }
            opened.servers().hadPosition(table.database(), log.logEpoch(), tableId, position);
            try {
                OptionalLong unused = opened.engine().of(table).systemStore().appliedPosition(log.logEpoch(), tableId);
            } catch (TributaryException e) {
                LOG.warn("event=positions_unknown table={} reason={}", tableId, e.getMessage());
            }
        });
    }

    /** Servers have what the logs have let go of, unless somebody has said that it is given up. */
    private static void haveReleased(OpenEngine opened, StoredState stored) {
        ReleasedPositions.readAll(opened.engine().systemStore()).forEach((epoch, released) -> {
            if (released.isAccepted()) {
                return;
            }
            released.positions().forEach((tableId, position) -> {
                TableSchema table = stored.catalog().table(tableId);
                if (table != null) {
                    opened.servers().hadPosition(table.database(), epoch, tableId, position);
                }
            });
        });
    }

    private static IngestOptions options(BackendConfig config) {
        IngestOptions defaults = IngestOptions.defaults();
        return new IngestOptions(
                config.limit(BackendLimit.INGEST_INBOX_BYTES),
                ofOneLog(config, BackendLimit.OPEN_BATCHES_BYTES, defaults.openBatchesBytesMax()),
                new WalOptions(
                        (int) config.limit(BackendLimit.WAL_SEGMENT_BYTES),
                        (int) config.limit(BackendLimit.WAL_SPARE_SEGMENTS),
                        config.limit(BackendLimit.WAL_KEEP_BYTES)),
                config.limit(BackendLimit.LOG_FREE_BYTES_MIN),
                config.limit(BackendLimit.LOG_FREE_BYTES_HARD_MIN),
                config.limit(BackendLimit.GROUP_COMMIT_QUEUE_TIMEOUT_MS),
                defaults.commitReportMillis(),
                config.limit(BackendLimit.SHUTDOWN_TIMEOUT_MS),
                config.limit(BackendLimit.RECOVERY_WAIT_MS),
                ofOneLog(config, BackendLimit.UNCOMMITTED_LOADS_MAX, defaults.uncommittedLoadsMax()),
                // One for each thread to go on with.
                2 * (int) config.limit(BackendLimit.ENGINE_COMMIT_THREADS));
    }

    /** What one of the logs has of a limit of all; 0 is the default. */
    private static long ofOneLog(BackendConfig config, BackendLimit limit, long defaultValue) {
        long value = config.limit(limit);
        return Math.max(
                1, (value == 0 ? defaultValue : value) / config.walDirectories().size());
    }
}
