package io.tributary.backend;

import io.tributary.backend.batch.RefusedPart;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.backend.engine.ReopeningEngine;
import io.tributary.backend.ingest.Logs;
import io.tributary.backend.keys.KeyRetention;
import io.tributary.backend.service.PartitionRounds;
import io.tributary.backend.txn.CatalogChanges;
import io.tributary.backend.txn.Labels;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a backend does again and again while it is open, and on which of its threads. */
final class Chores {
    private static final Logger log = LoggerFactory.getLogger(Chores.class);

    private static final long LEASE_CHECK_SECONDS = 1;
    private static final long QUERY_CHECK_SECONDS = 1;
    private static final long LABEL_CHECK_SECONDS = 600;
    private static final long TOMBSTONE_CHECK_SECONDS = 10;
    private static final long DECOMMISSION_CHECK_SECONDS = 1;
    private static final long UNSETTLED_CHECK_SECONDS = 1;
    private static final long SERVER_TABLES_CHECK_SECONDS = 2;
    private static final long LOG_SPACE_CHECK_SECONDS = 1;
    private static final long RECOVERY_TOLD_SECONDS = 5;
    private static final long TEMPORARY_TABLES_SECONDS = 2;

    private final BackendParts parts;
    private final Services services;
    private final AtomicLong positions;
    private final Intervals intervals;

    /**
     * What is configured of them.
     *
     * @param partitionSeconds {@code dynamic_partition_check_interval_seconds}
     * @param rowTtlSeconds {@code row_ttl_check_interval_seconds}
     */
    record Intervals(long partitionSeconds, long rowTtlSeconds) {
        static Intervals of(Opening opening) {
            return new Intervals(
                    opening.limit(BackendLimit.DYNAMIC_PARTITION_CHECK_INTERVAL_SECONDS),
                    opening.limit(BackendLimit.ROW_TTL_CHECK_INTERVAL_SECONDS));
        }
    }

    /** @param positions how many applied positions the engine keeps, counted here */
    Chores(BackendParts parts, Services services, AtomicLong positions, Intervals intervals) {
        this.parts = parts;
        this.services = services;
        this.positions = positions;
        this.intervals = intervals;
    }

    void start() {
        end();
        ask();
        lookAtLogs();
        keepHouse();
    }

    /** What somebody waits for is ended in time. */
    private void end() {
        BackendThreads threads = parts.threads();
        Transactions transactions = parts.transactions();
        ReopeningEngine engine = parts.engine();
        threads.every("leases", LEASE_CHECK_SECONDS, threads.leases(), () -> transactions
                .open()
                .endExpired(server -> server == null || !engine.others().contains(server)));
        threads.everyServer("leases of servers", LEASE_CHECK_SECONDS, engine, each -> transactions
                .open()
                .endExpired(server -> server == each));
        threads.every("second phases", LEASE_CHECK_SECONDS, threads.leases(), () -> transactions
                .precommitted()
                .endExpired(database -> !engine.others().contains(engine.of(database))));
        threads.everyServer("second phases of servers", LEASE_CHECK_SECONDS, engine, each -> transactions
                .precommitted()
                .endExpired(database -> engine.of(database) == each));
        threads.every("parked queries", QUERY_CHECK_SECONDS, threads.watch(), services.openQueries()::check);
        threads.every("answers", QUERY_CHECK_SECONDS, threads.watch(), services.answers()::check);
        threads.every(
                "engine hangs",
                QUERY_CHECK_SECONDS,
                threads.watch(),
                parts.opened().health()::tellHanging);
    }

    /** What is not settled is asked for. */
    private void ask() {
        BackendThreads threads = parts.threads();
        threads.every("decommission", DECOMMISSION_CHECK_SECONDS, threads.leases(), services.decommission()::check);
        ReopeningEngine engine = parts.engine();
        CatalogChanges changes = services.changes();
        threads.every(
                "unsettled changes",
                UNSETTLED_CHECK_SECONDS,
                threads.settling(),
                () -> changes.settle(database -> !engine.others().contains(engine.of(database))));
        threads.everyServer(
                "unsettled changes of servers",
                UNSETTLED_CHECK_SECONDS,
                engine,
                server -> changes.settle(database -> engine.of(database) == server));
        threads.every(
                "statement timeouts",
                QUERY_CHECK_SECONDS,
                threads.watch(),
                parts.transactions().timeouts()::check);
    }

    private void lookAtLogs() {
        BackendThreads threads = parts.threads();
        Logs logs = parts.ingest().logs();
        parts.ingest()
                .directories()
                .forEach((agent, preparer) ->
                        threads.every("log space", LOG_SPACE_CHECK_SECONDS, preparer, agent::lookAtDisk));
        threads.every("log retention", LOG_SPACE_CHECK_SECONDS, threads.logRetention(), logs::retain);
        threads.every("recovery", RECOVERY_TOLD_SECONDS, threads.watch(), logs::tellRecovery);
    }

    /** What nobody waits for. */
    private void keepHouse() {
        BackendThreads threads = parts.threads();
        ReopeningEngine engine = parts.engine();
        TableCatalog catalog = parts.stored().catalog();
        RetentionTime time = parts.stored().time();
        Labels labels = parts.transactions().labels();
        KeyRetention keys = parts.ingest().keys();
        threads.every("retention time", LABEL_CHECK_SECONDS, threads.housekeeping(), time::store);
        threads.every("labels", LABEL_CHECK_SECONDS, threads.housekeeping(), labels::removeExpired);
        threads.every("keys in memory", LABEL_CHECK_SECONDS, threads.housekeeping(), keys::forgetOver);
        threads.every("keys", LABEL_CHECK_SECONDS, threads.housekeeping(), () -> engine.keyStore()
                .removeUntil(keys.overMillis()));
        threads.everyServer("keys over on servers", LABEL_CHECK_SECONDS, engine, server -> {
            if (server.keepsLoads()) {
                server.keyStore().removeUntil(keys.overMillis());
            }
        });
        threads.everyServer("keys of servers", UNSETTLED_CHECK_SECONDS, engine, server -> keys.committed()
                .readOther(server, catalog::wasDropped));
        threads.everyServer("tables of servers", SERVER_TABLES_CHECK_SECONDS, engine, server -> catalog.serverVersions()
                .look(server, () -> catalog.state().tables()));
        threads.everyServer("tombstones of servers", TOMBSTONE_CHECK_SECONDS, engine, server -> services.tombstones()
                .look(server, engine.others()));
        threads.every(
                "positions",
                LABEL_CHECK_SECONDS,
                threads.housekeeping(),
                () -> positions.set(engine.systemStore().positionCount()));
        threads.every("tombstones", TOMBSTONE_CHECK_SECONDS, threads.housekeeping(), services.tombstones()::look);
        threads.every("dropped tables", LABEL_CHECK_SECONDS, threads.housekeeping(), catalog::forgetDropped);
        threads.every(
                "left out",
                LABEL_CHECK_SECONDS,
                threads.housekeeping(),
                () -> RefusedPart.forgetDropped(engine.systemStore(), id -> !catalog.wasDropped(id)));
        threads.everyServer("left out on servers", LABEL_CHECK_SECONDS, engine, server -> {
            if (server.keepsLoads()) {
                RefusedPart.forgetDropped(server.systemStore(), id -> !catalog.wasDropped(id));
            }
        });
        threads.every(
                "temporary tables", TEMPORARY_TABLES_SECONDS, threads.housekeeping(), services.temporaryTables()::look);
        PartitionRounds partitions = services.partitions();
        partitions.warn();
        threads.every(
                "partitions by the clock", intervals.partitionSeconds(), threads.housekeeping(), partitions::look);
        threads.every(
                "rows that are too old", intervals.rowTtlSeconds(), threads.housekeeping(), services.rowTtl()::look);
        threads.housekeeping().execute(() -> readLabels(labels));
        threads.housekeeping().execute(partitions::look);
    }

    /** Reads the labels beside everything else: until it is done, each label costs a question to the engine. */
    private static void readLabels(Labels labels) {
        try {
            labels.read();
        } catch (RuntimeException e) {
            log.warn("labels could not be read, tried again within {} s", LABEL_CHECK_SECONDS, e);
        }
    }
}
