package io.tributary.backend;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tributary.backend.batch.TransactionHistory;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.backend.engine.EngineHealth;
import io.tributary.backend.ingest.IngestStats;
import io.tributary.backend.ingest.Logs;
import io.tributary.backend.service.TombstoneRoom;
import io.tributary.backend.service.wait.EnginePools;
import io.tributary.backend.txn.Labels;
import io.tributary.backend.txn.TransactionRegistry;
import io.tributary.engine.port.TableEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

/**
 * A backend's figures by name, until it is closed; they are read when somebody looks, so the hot path pays nothing.
 */
final class BackendMetrics implements AutoCloseable {
    private final MeterRegistry registry;
    private final Logs logs;
    private final TransactionRegistry transactions;
    private final Labels labels;
    private final TombstoneRoom tombstones;
    private final TransactionHistory history;
    private final AtomicLong positions;
    private final TableCatalog catalog;
    private final EnginePools pools;
    private final TableEngine engine;
    private final EngineHealth engineHealth;
    private final List<Meter> meters = new ArrayList<>();

    /** @param positions as they were counted last */
    BackendMetrics(MeterRegistry registry, BackendParts parts, TombstoneRoom tombstones, AtomicLong positions) {
        this.registry = registry;
        this.tombstones = tombstones;
        this.positions = positions;
        logs = parts.ingest().logs();
        transactions = parts.transactions().open();
        labels = parts.transactions().labels();
        history = parts.transactions().history();
        catalog = parts.stored().catalog();
        pools = parts.threads().engine();
        engine = parts.engine();
        engineHealth = parts.opened().health();
        register();
    }

    private void register() {
        counter("tributary.loads", "loads acknowledged", IngestStats::loads);
        counter("tributary.rows", "rows in acknowledged loads", IngestStats::rows);
        counter("tributary.log.bytes", "bytes written to the log", IngestStats::logBytes);
        counter("tributary.log.forces", "forces of the log", IngestStats::forces);
        counter("tributary.batches", "batches committed", IngestStats::batches);
        counter("tributary.batch.rows", "rows in committed batches", IngestStats::batchRows);
        counter("tributary.commit.retries", "commits that failed and were tried again", IngestStats::commitRetries);
        gauge(
                "tributary.batches.uncommitted",
                "batches open, sealed or being committed",
                IngestStats::uncommittedBatches);
        gauge("wal.total.count", "batches in the log that are not committed", IngestStats::uncommittedBatches);
        gauge("wal.max.count.per.table", "of those, batches of the table that has most", IngestStats::batchesOfATable);
        gauge("tributary.inbox.bytes", "encoded rows that wait to be logged", IngestStats::inboxBytes);
        gauge(
                "tributary.batches.memory.bytes",
                "encoded rows of uncommitted batches in memory",
                IngestStats::memoryBytes);
        gauge(
                "tributary.log.lag.lsn",
                "records between the low watermark and the end of the log",
                stats -> stats.lastLsn() - stats.lowWatermark());
        gauge("tributary.log.segments", "segments of the log", IngestStats::logSegments);
        gauge("tributary.log.spares", "files of deleted segments kept for new ones", IngestStats::logSpares);
        gauge("tributary.idempotency.keys", "idempotency keys that are known", IngestStats::idempotencyKeys);
        counter(
                "tributary.quarantined.rows",
                "acknowledged rows that the engine refused, put into quarantine",
                IngestStats::quarantinedRows);
        counter(
                "tributary.refused.loads",
                "sync loads that failed at the commit, since the engine refused a row of them",
                IngestStats::refusedLoads);
        meters.add(FunctionTimer.builder(
                        "tributary.commit",
                        logs,
                        a -> a.stats().batches(),
                        a -> a.stats().commitNanos(),
                        TimeUnit.NANOSECONDS)
                .description("commits of batches, the wait for the table's lane included")
                .register(registry));
        gauge("tributary.logs.failed", "logs that take nothing more until a restart", logs, Logs::failed);
        gauge(
                "tributary.log.kept.bytes",
                "segments whose batches are committed, kept until a checkpoint of the engine",
                logs,
                Logs::keptBytes);
        gauge(
                "tributary.recovery.bytes",
                "encoded rows that the start found in the logs and the engine did not have",
                logs,
                a -> a.recovery().bytes());
        gauge(
                "tributary.recovery.left.bytes",
                "of these, what is not committed yet; 0: the recovery is over",
                logs,
                a -> a.recovery().leftBytes());
        gauge("tributary.transactions.open", "open transactions", transactions, TransactionRegistry::openCount);
        gauge(
                "tributary.engine.up",
                "1 while the engine takes what it is given, 0 from its failure until it is well again",
                engineHealth,
                health -> health.isWell() ? 1 : 0);
        counter(
                "tributary.engine.failures",
                "commits, checkpoints and statements that failed for reasons of the engine's own",
                engineHealth,
                EngineHealth::failures);
        gauge(
                "tributary.engine.log.bytes",
                "the engine's own log, which a checkpoint empties",
                engine,
                TableEngine::logBytes);
        counter(
                "tributary.engine.checkpoints",
                "number of the last checkpoint that succeeded",
                engine,
                TableEngine::lastCheckpoint);
        gauge(
                "tributary.tombstones",
                "deleted keys of tables with a sequence column, as they were counted last",
                tombstones,
                TombstoneRoom::count);
        gauge(
                "tributary.tables.dropped.ranges",
                "ranges of ids that are kept of dropped tables",
                catalog,
                TableCatalog::droppedRanges);
        gauge(
                "tributary.log.positions",
                "applied positions of tables that the engine keeps, as they were counted last",
                positions,
                AtomicLong::get);
        gauge(
                "tributary.transactions.ended",
                "loads of which is known how they ended",
                history,
                TransactionHistory::size);
        gauge("tributary.labels", "labels of loads that are kept", labels, Labels::count);
        gauge(
                "tributary.engine.requests",
                "statements that run on or wait for engine threads",
                pools,
                EnginePools::admittedCount);
    }

    private void counter(String name, String what, ToDoubleFunction<IngestStats> figure) {
        counter(name, what, logs, a -> figure.applyAsDouble(a.stats()));
    }

    private <T> void counter(String name, String what, T source, ToDoubleFunction<T> figure) {
        meters.add(
                FunctionCounter.builder(name, source, figure).description(what).register(registry));
    }

    private void gauge(String name, String what, ToDoubleFunction<IngestStats> figure) {
        gauge(name, what, logs, a -> figure.applyAsDouble(a.stats()));
    }

    private <T> void gauge(String name, String what, T source, ToDoubleFunction<T> figure) {
        meters.add(Gauge.builder(name, source, figure).description(what).register(registry));
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
    }
}
