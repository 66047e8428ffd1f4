package io.tributary.backend;

import io.grpc.BindableService;
import io.tributary.backend.batch.TransactionHistory;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.backend.engine.ReopeningEngine;
import io.tributary.backend.ingest.Logs;
import io.tributary.backend.service.BackendService;
import io.tributary.backend.service.CatalogService;
import io.tributary.backend.service.ContractCheck;
import io.tributary.backend.service.Decommission;
import io.tributary.backend.service.IngestService;
import io.tributary.backend.service.OpenQueries;
import io.tributary.backend.service.PartitionRounds;
import io.tributary.backend.service.QueryService;
import io.tributary.backend.service.RowCheck;
import io.tributary.backend.service.RowTtlRounds;
import io.tributary.backend.service.TemporaryTableRounds;
import io.tributary.backend.service.TombstoneRoom;
import io.tributary.backend.service.TransactionService;
import io.tributary.backend.service.WatchingFrontends;
import io.tributary.backend.service.WriteGate;
import io.tributary.backend.service.wait.BoundReads;
import io.tributary.backend.service.wait.EngineAccess;
import io.tributary.backend.service.wait.LogWaits;
import io.tributary.backend.service.wait.NamedTables;
import io.tributary.backend.service.wait.RecoveryWaits;
import io.tributary.backend.service.wait.StatementWaits;
import io.tributary.backend.service.wait.TableTurns;
import io.tributary.backend.service.wait.TimedAnswers;
import io.tributary.backend.txn.CatalogChanges;
import io.tributary.backend.txn.ComputedInserts;
import io.tributary.backend.txn.LoadOutcomes;
import io.tributary.backend.txn.QuarantineRows;
import io.tributary.backend.txn.TableRewrites;
import io.tributary.engine.port.EngineCapability;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** What frontends call, and what keeps them waiting. */
final class Services {
    private final OpenQueries openQueries;
    private final WriteGate gate = new WriteGate();
    private final ContractCheck contract = new ContractCheck();
    private final Decommission decommission;
    private final TombstoneRoom tombstones;
    private final TimedAnswers answers;
    private final IngestService ingest;
    private final CatalogChanges changes;
    private final CatalogService catalog;
    private final PartitionRounds partitions;
    private final RowTtlRounds rowTtl;
    private final TemporaryTableRounds temporaryTables;
    private final BackendService backend;
    private final TransactionService transactions;
    private final QueryService queries;

    Services(Opening opening, BackendParts parts) {
        ReopeningEngine engine = parts.engine();
        Logs logs = parts.ingest().logs();
        TableCatalog tables = parts.stored().catalog();
        BackendThreads threads = parts.threads();
        Transactions own = parts.transactions();
        String address = opening.config()
                .listen()
                .map(listen -> listen.host() + ":" + listen.port())
                .orElse("127.0.0.1:0");
        openQueries = openQueries(opening.config());
        BoundReads reads = new BoundReads(logs, tables, new NamedTables(tables), engine::refusal, threads.timer());
        own.open().snapshotsBy(logs::recovering, reads);
        // Those that the recovery commits are added when it does.
        own.history().restore(engine.systemStore().lastBatches(TransactionHistory.TRANSACTIONS_MAX), tables);
        decommission = new Decommission(engine.systemStore(), logs, gate, address);
        tombstones = new TombstoneRoom(
                engine::tombstones,
                opening.limit(BackendLimit.TOMBSTONES_MAX),
                table -> engine.of(table).traits().require(EngineCapability.HIDDEN_COLUMNS));
        tombstones.look();
        answers = new TimedAnswers(opening.limit(BackendLimit.ENGINE_ANSWER_TIMEOUT_MS), System::nanoTime);
        EngineAccess access = new EngineAccess(
                waits(opening, parts, reads),
                own.committer(),
                threads.engine(),
                new EngineAccess.Servers(engine, tables));
        ingest = new IngestService(
                logs,
                tables,
                () -> new RowCheck(tables, tombstones, table -> engine.of(table).transactionLimit()),
                threads.timer(),
                opening.limit(BackendLimit.GROUP_COMMIT_QUEUE_TIMEOUT_MS),
                new IngestService.LogPlace(address, () -> logs.stats().logSegments()),
                threads.reports());
        changes = changes(opening, parts);
        WatchingFrontends frontends = new WatchingFrontends(System::nanoTime);
        catalog = new CatalogService(tables, parts.stored().ids(), changes, access, contract, frontends);
        temporaryTables = new TemporaryTableRounds(tables, frontends, catalog::change);
        partitions = new PartitionRounds(
                tables,
                StoredState.dynamic(opening),
                changes,
                access,
                () -> own.precommitted().tables(Optional.empty()),
                own.lanes()::isRecorded);
        rowTtl = new RowTtlRounds(tables, engine, opening.wallClock(), access, own.lanes()::isRecorded);
        backend = new BackendService(
                logs,
                parts.opened().health(),
                () -> warnings(parts),
                decommission,
                threads.engine(),
                opening.owners(),
                opening.wallClock().millis());
        transactions = new TransactionService(
                tables,
                tombstones,
                access,
                own.open(),
                own.precommitted(),
                new LoadOutcomes(own.precommitted(), own.known()),
                new QuarantineRows(engine, tables, own.committer()));
        queries = new QueryService(
                engine,
                access,
                new ComputedInserts(
                        tables,
                        new ComputedInserts.GeneratedValues(parts.stored().ids(), engine, opening.wallClock()),
                        own.committer(),
                        own.open(),
                        own.labels(),
                        own.timeouts(),
                        reads),
                own.open(),
                openQueries,
                own.timeouts());
    }

    /** What is not well of a part of it: the tables of others are served. */
    private static List<String> warnings(BackendParts parts) {
        Logs logs = parts.ingest().logs();
        return Stream.of(
                        Stream.of(parts.ingest().quarantine().whyWaiting(), logs.warning()),
                        logs.overdue().stream(),
                        parts.opened().servers().failures().stream())
                .flatMap(Function.identity())
                .filter(Objects::nonNull)
                .toList();
    }

    private StatementWaits waits(Opening opening, BackendParts parts, BoundReads reads) {
        Logs logs = parts.ingest().logs();
        BackendThreads threads = parts.threads();
        return new StatementWaits(
                new LogWaits(logs, threads.timer(), threads.reports()),
                new TableTurns(threads.timer()),
                new TableTurns(threads.timer()),
                answers,
                new RecoveryWaits(
                        logs,
                        parts.stored().catalog(),
                        threads.timer(),
                        opening.limit(BackendLimit.RECOVERY_WAIT_MS),
                        (int) opening.limit(BackendLimit.ENGINE_QUERY_QUEUE)),
                reads);
    }

    private static CatalogChanges changes(Opening opening, BackendParts parts) {
        TableCatalog tables = parts.stored().catalog();
        Transactions own = parts.transactions();
        TableRewrites rewrites = new TableRewrites(
                parts.engine(),
                tables,
                own.lanes(),
                own.committer(),
                opening.limit(BackendLimit.SCHEMA_CHANGE_COPY_ROWS_MIN),
                copyBytes(opening.config()));
        return new CatalogChanges(
                tables,
                own.lanes(),
                own.committer(),
                rewrites,
                parts.ingest().logs()::batches,
                parts.ingest().logs()::dropTable,
                opening.limit(BackendLimit.GROUP_COMMIT_QUEUE_TIMEOUT_MS));
    }

    private static long copyBytes(BackendConfig config) {
        long bytes = config.limit(BackendLimit.SCHEMA_CHANGE_COPY_BYTES);
        return bytes == 0 ? Runtime.getRuntime().maxMemory() / 8 : bytes;
    }

    /** Parked ones leave room for others whatever is configured. */
    private static OpenQueries openQueries(BackendConfig config) {
        long room = config.limit(BackendLimit.ENGINE_QUERY_THREADS) + config.limit(BackendLimit.ENGINE_QUERY_QUEUE);
        return new OpenQueries(
                (int) Math.min(config.limit(BackendLimit.PARKED_QUERIES_MAX), room / 2),
                config.limit(BackendLimit.QUERY_IDLE_SECONDS),
                System::nanoTime);
    }

    List<BindableService> all() {
        return List.of(ingest, catalog, backend, transactions, queries);
    }

    IngestService ingest() {
        return ingest;
    }

    CatalogService catalog() {
        return catalog;
    }

    CatalogChanges changes() {
        return changes;
    }

    PartitionRounds partitions() {
        return partitions;
    }

    TemporaryTableRounds temporaryTables() {
        return temporaryTables;
    }

    RowTtlRounds rowTtl() {
        return rowTtl;
    }

    BackendService backend() {
        return backend;
    }

    OpenQueries openQueries() {
        return openQueries;
    }

    /** Closed to writes while the backend is taken out of service. */
    WriteGate gate() {
        return gate;
    }

    /** Who looks at each call's contract. */
    ContractCheck contract() {
        return contract;
    }

    Decommission decommission() {
        return decommission;
    }

    TombstoneRoom tombstones() {
        return tombstones;
    }

    TimedAnswers answers() {
        return answers;
    }
}
