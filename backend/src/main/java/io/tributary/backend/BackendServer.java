package io.tributary.backend;

import io.grpc.BindableService;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import io.tributary.backend.batch.LeftOut;
import io.tributary.backend.batch.MarkerFailpoint;
import io.tributary.backend.batch.Quarantine;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.batch.TransactionHistory;
import io.tributary.backend.batch.TxnIds;
import io.tributary.backend.catalog.AutoIncrementIds;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.backend.engine.EngineHealth;
import io.tributary.backend.engine.EngineKeeper;
import io.tributary.backend.engine.ReopeningEngine;
import io.tributary.backend.ingest.IngestOptions;
import io.tributary.backend.ingest.IngestParts;
import io.tributary.backend.ingest.Logs;
import io.tributary.backend.keys.KeyRetention;
import io.tributary.backend.record.LogRegistry;
import io.tributary.backend.service.BackendService;
import io.tributary.backend.service.CatalogService;
import io.tributary.backend.service.ContractCheck;
import io.tributary.backend.service.Decommission;
import io.tributary.backend.service.IngestService;
import io.tributary.backend.service.OpenQueries;
import io.tributary.backend.service.QueryService;
import io.tributary.backend.service.TokenCheck;
import io.tributary.backend.service.TombstoneRoom;
import io.tributary.backend.service.TransactionService;
import io.tributary.backend.service.WriteGate;
import io.tributary.backend.service.wait.BoundReads;
import io.tributary.backend.service.wait.EnginePools;
import io.tributary.backend.service.wait.LogWaits;
import io.tributary.backend.service.wait.NamedTables;
import io.tributary.backend.service.wait.RecoveryWaits;
import io.tributary.backend.service.wait.StatementWaits;
import io.tributary.backend.service.wait.TableTurns;
import io.tributary.backend.service.wait.TimedAnswers;
import io.tributary.backend.txn.ComputedInserts;
import io.tributary.backend.txn.Labels;
import io.tributary.backend.txn.LoadOutcomes;
import io.tributary.backend.txn.PrecommittedTransactions;
import io.tributary.backend.txn.PrivateCommitter;
import io.tributary.backend.txn.QuarantineRows;
import io.tributary.backend.txn.StatementTimeouts;
import io.tributary.backend.txn.TableRewrites;
import io.tributary.backend.txn.TransactionLimits;
import io.tributary.backend.txn.TransactionRegistry;
import io.tributary.contract.calls.BackendStatus;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.health.OwnerThreads;
import io.tributary.engine.port.EngineOptions;
import io.tributary.log.WalOptions;
import io.tributary.rpc.client.GrpcBackendClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One backend: owns its data directory, the write-ahead log in it and the engine, and serves the gRPC contract.
 *
 * <p>{@link #start} returns when the log is read and the port is open; what the log holds is committed meanwhile. Everything is wired here and closed here, in
 * the opposite order.
 */
public final class BackendServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BackendServer.class);

    /** Rows under way on one connection before the sender must wait; the static window keeps it from being guessed. */
    private static final int FLOW_CONTROL_BYTES = 8 << 20;

    /** How long the last answers may take to leave, once everything is committed. */
    private static final long LAST_ANSWERS_MILLIS = 2_000;

    /** A frontend that vanished without a word is asked for a sign of life after this, and its streams end. */
    private static final long KEEP_ALIVE_SECONDS = 60;

    /** The engine has failed and cannot be closed; whoever supervises the process is to start it again (EX_TEMPFAIL). */
    public static final int ENGINE_EXIT_CODE = 75;

    /** For the last word that an end stores. */
    private static final long LAST_STORE_MILLIS = 5_000;

    private static final long LEASE_CHECK_SECONDS = 1;
    private static final long QUERY_CHECK_SECONDS = 1;
    private static final long LABEL_CHECK_SECONDS = 600;
    private static final long TOMBSTONE_CHECK_SECONDS = 10;
    private static final long DECOMMISSION_CHECK_SECONDS = 1;
    private static final long UNSETTLED_CHECK_SECONDS = 1;
    private static final long LOG_SPACE_CHECK_SECONDS = 1;
    private static final long RECOVERY_TOLD_SECONDS = 5;

    private final CloseStack closing;
    private final BackendThreads threads;
    private final @Nullable Server tcp;
    private final ManagedChannel channel;
    private final BackendService service;

    private BackendServer(
            CloseStack closing,
            BackendThreads threads,
            @Nullable Server tcp,
            ManagedChannel channel,
            BackendService service) {
        this.closing = closing;
        this.threads = threads;
        this.tcp = tcp;
        this.channel = channel;
        this.service = service;
    }

    /** @throws BackendStartException with one clear line; nothing stays open then */
    public static BackendServer start(BackendConfig config, MeterRegistry metrics) throws BackendStartException {
        return start(config, metrics, InstantSource.system());
    }

    /** As above, by a wall clock that says how much time has passed for a data directory that was made earlier. */
    public static BackendServer start(BackendConfig config, MeterRegistry metrics, InstantSource wallClock)
            throws BackendStartException {
        CloseStack closing = new CloseStack();
        boolean started = false;
        try {
            BackendServer server = open(config, metrics, wallClock, closing);
            started = true;
            return server;
        } catch (IOException e) {
            throw new BackendStartException("backend cannot start: " + DirectoryLock.reason(e), e);
        } catch (TributaryException e) {
            throw new BackendStartException("backend cannot start: " + e.getMessage(), e);
        } finally {
            if (!started) {
                closing.close();
            }
        }
    }

    private static BackendServer open(
            BackendConfig config, MeterRegistry metrics, InstantSource wallClock, CloseStack closing)
            throws BackendStartException, IOException {
        if (config.listen().isPresent()) {
            requireTokenBeyondLoopback(config.listen().get());
        }
        long began = System.nanoTime();
        long laneTimeout = config.limit(BackendLimit.GROUP_COMMIT_QUEUE_TIMEOUT_MS);
        long shutdownTimeout = config.limit(BackendLimit.SHUTDOWN_TIMEOUT_MS);
        SecureRandom random = new SecureRandom();
        OwnerThreads owners = new OwnerThreads((death, error) -> log.error("{}", death, error));

        DataDirectory data =
                DataDirectory.open(config.dataDirectory(), config.engine().name());
        closing.push("data directory", data);
        if (data.isUnused(config.walDirectories())) {
            config.engine().factory().setAsideUnfinished(data.engine());
        }
        EngineHealth engineHealth = new EngineHealth(wallClock::millis);
        EngineOptions engineOptions = config.engine().options(data, config.limit(BackendLimit.RESULT_BYTES_MAX));
        ReopeningEngine engine =
                new ReopeningEngine(() -> config.engine().factory().open(engineOptions), engineHealth);
        engine.keepsFiles(true);
        closing.push("engine", engine);
        BackendThreads threads = new BackendThreads(config, owners, closing);
        EnginePools pools = threads.engine();
        ScheduledExecutorService timer = threads.timer();

        long generation = engine.systemStore().raiseGeneration();
        log.debug("the engine's owner is of generation {}", generation);
        TableCatalog catalog = TableCatalog.load(engine, config.policy(), random::nextLong);
        TxnIds txnIds = TxnIds.open(engine.systemStore(), TxnIds.BLOCK_IDS_DEFAULT, threads.txnIds());
        TableLanes lanes = new TableLanes();
        RetentionTime time = RetentionTime.open(engine, wallClock.millis(), System::nanoTime);
        Labels labels = new Labels(
                engine.labelStore(),
                config.limit(BackendLimit.LABEL_KEEP_MAX_SECOND),
                config.limit(BackendLimit.LABEL_NUM_THRESHOLD),
                time);
        TransactionHistory history = new TransactionHistory();
        PrivateCommitter committer =
                new PrivateCommitter(engine, catalog, lanes, txnIds, labels, history, random, laneTimeout);
        TransactionRegistry transactions =
                new TransactionRegistry(engine, committer, labels, transactionLimits(config), System::nanoTime, random);
        closing.push("transactions", transactions);
        PrecommittedTransactions precommitted = new PrecommittedTransactions(
                data.precommitted(),
                catalog,
                committer,
                labels,
                history,
                transactions,
                new PrecommittedTransactions.Limits(
                        (int) config.limit(BackendLimit.PRECOMMITTED_TRANSACTIONS_MAX),
                        config.limit(BackendLimit.STREAM_LOAD_DEFAULT_PRECOMMIT_TIMEOUT_SECOND)),
                time);
        precommitted.recover();
        StatementTimeouts timeouts = new StatementTimeouts(System::nanoTime);
        AutoIncrementIds ids = new AutoIncrementIds(engine.systemStore());
        closing.push("engine pools", pools);
        OpenQueries queries = openQueries(config);

        long keepMillis = TimeUnit.SECONDS.toMillis(config.limit(BackendLimit.LABEL_KEEP_MAX_SECOND));
        KeyRetention keys = new KeyRetention((int) config.limit(BackendLimit.IDEMPOTENCY_KEYS_MAX), keepMillis, time);
        Quarantine quarantine = new Quarantine(
                engine.quarantine(),
                config.limit(BackendLimit.QUARANTINE_ROWS_MAX),
                config.limit(BackendLimit.QUARANTINE_BYTES_MAX),
                System::nanoTime);
        LogDirectories directories = LogDirectories.open(config.walDirectories(), owners.named("wal-prepare"));
        closing.push("log directories", directories);
        Logs logs = directories.recover(
                new LogRegistry(engine.systemStore()),
                ingestOptions(config),
                preparer -> new IngestParts(
                        engine,
                        catalog,
                        lanes,
                        txnIds,
                        history,
                        threads.committers(),
                        threads.retries(),
                        preparer,
                        MarkerFailpoint.of(System.getProperties()),
                        System::nanoTime,
                        wallClock::millis,
                        new SecureRandom()::nextLong,
                        keys,
                        quarantine));
        engine.keepsFiles(false);
        EngineKeeper keeper = EngineKeeper.start(
                engine,
                engineHealth,
                EngineKeeper.Settings.of(
                        config.engine().factory().checkpointBytes(engineOptions), BackendServer::endProcess),
                owners.named("engine-keeper"));
        keeper.makeWayBy(lanes.committedKeys()::makeWayForAll);
        closing.push("engine keeper", keeper::stop);
        BoundReads reads = new BoundReads(logs, catalog, new NamedTables(catalog), engine::refusal, timer);
        transactions.snapshotsBy(logs::recovering, reads);
        ComputedInserts inserts =
                new ComputedInserts(catalog, ids, committer, transactions, labels, timeouts, reads, wallClock);
        // Those that the recovery commits are added when it does.
        history.restore(engine.systemStore().lastBatches(TransactionHistory.TRANSACTIONS_MAX), catalog);
        String address = config.listen()
                .map(listen -> listen.host() + ":" + listen.port())
                .orElse("127.0.0.1:0");
        WriteGate gate = new WriteGate();
        Decommission decommission = new Decommission(engine.systemStore(), logs, gate, address);
        TombstoneRoom tombstones = new TombstoneRoom(engine::tombstones, config.limit(BackendLimit.TOMBSTONES_MAX));
        tombstones.look();
        IngestService ingestService = new IngestService(
                logs,
                catalog,
                tombstones,
                timer,
                laneTimeout,
                address,
                () -> logs.stats().logSegments(),
                threads.reports());
        TimedAnswers answers = new TimedAnswers(config.limit(BackendLimit.ENGINE_ANSWER_TIMEOUT_MS), System::nanoTime);
        StatementWaits waits = new StatementWaits(
                new LogWaits(logs, timer, threads.reports()),
                new TableTurns(timer),
                new TableTurns(timer),
                answers,
                new RecoveryWaits(logs, catalog, timer, config.limit(BackendLimit.RECOVERY_WAIT_MS), (int)
                        config.limit(BackendLimit.ENGINE_QUERY_QUEUE)),
                reads);
        TableRewrites rewrites = new TableRewrites(
                engine,
                catalog,
                lanes,
                committer,
                config.limit(BackendLimit.SCHEMA_CHANGE_COPY_ROWS_MIN),
                copyBytes(config));
        CatalogService catalogService =
                new CatalogService(catalog, ids, logs, waits, lanes, committer, rewrites, pools, laneTimeout);
        BackendService backendService =
                new BackendService(logs, engineHealth, decommission, quarantine, pools, owners, wallClock.millis());
        List<BindableService> services = List.of(
                ingestService,
                catalogService,
                backendService,
                new TransactionService(
                        catalog,
                        tombstones,
                        waits,
                        committer,
                        transactions,
                        precommitted,
                        new LoadOutcomes(precommitted, history, labels),
                        new QuarantineRows(engine, catalog, committer),
                        pools),
                new QueryService(engine, waits, committer, inserts, transactions, pools, queries, timeouts));

        String name = InProcessServerBuilder.generateName();
        Server inProcess = build(
                InProcessServerBuilder.forName(name)
                        .directExecutor()
                        .intercept(gate)
                        .intercept(new ContractCheck()),
                services);
        Server tcp = config.listen()
                .map(listen -> build(nettyBuilder(listen, gate), services))
                .orElse(null);
        closing.push("last answers", () -> {
            awaitEnd(inProcess);
            awaitEnd(tcp);
        });
        closing.push("statements", () -> {
            if (!pools.drain(shutdownTimeout)) {
                log.warn("statements still run after shutdown_timeout_ms={}", shutdownTimeout);
            }
        });
        closing.push("catalog streams", catalogService);
        closing.push("append streams", ingestService);
        closing.push("logs", logs);
        // While they can still note the engine's commits.
        closing.push("retention time", () -> time.store(threads.housekeeping(), LAST_STORE_MILLIS));
        closing.push("new calls", () -> {
            owners.ending();
            inProcess.shutdown();
            if (tcp != null) {
                tcp.shutdown();
            }
        });
        AtomicLong positions = new AtomicLong(engine.systemStore().positionCount());
        closing.push(
                "metrics",
                new BackendMetrics(
                        metrics,
                        logs,
                        transactions,
                        labels,
                        tombstones,
                        history,
                        positions,
                        catalog,
                        pools,
                        engine,
                        engineHealth));
        logs.start();
        engine.unloggedCommits().countFromNowOn(logs::noteCommits);
        engine.unloggedCommits().mark(); // of what this start has changed
        decommission.recover();
        threads.every("leases", LEASE_CHECK_SECONDS, threads.leases(), transactions::endExpired);
        threads.every("second phases", LEASE_CHECK_SECONDS, threads.leases(), precommitted::endExpired);
        threads.every("parked queries", QUERY_CHECK_SECONDS, threads.watch(), queries::check);
        threads.every("answers", QUERY_CHECK_SECONDS, threads.watch(), answers::check);
        threads.every("engine hangs", QUERY_CHECK_SECONDS, threads.watch(), engineHealth::tellHanging);
        threads.every("decommission", DECOMMISSION_CHECK_SECONDS, threads.leases(), decommission::check);
        threads.every("unsettled changes", UNSETTLED_CHECK_SECONDS, threads.settling(), catalogService::settle);
        threads.every("statement timeouts", QUERY_CHECK_SECONDS, threads.watch(), timeouts::check);
        directories.forEach(
                (agent, preparer) -> threads.every("log space", LOG_SPACE_CHECK_SECONDS, preparer, agent::lookAtDisk));
        threads.every("log retention", LOG_SPACE_CHECK_SECONDS, threads.logRetention(), logs::retain);
        threads.every("recovery", RECOVERY_TOLD_SECONDS, threads.watch(), logs::tellRecovery);
        threads.every("retention time", LABEL_CHECK_SECONDS, threads.housekeeping(), time::store);
        threads.every("labels", LABEL_CHECK_SECONDS, threads.housekeeping(), labels::removeExpired);
        threads.every("keys in memory", LABEL_CHECK_SECONDS, threads.housekeeping(), keys::forgetOver);
        threads.every("keys", LABEL_CHECK_SECONDS, threads.housekeeping(), () -> engine.keyStore()
                .removeUntil(keys.overMillis()));
        threads.every(
                "positions",
                LABEL_CHECK_SECONDS,
                threads.housekeeping(),
                () -> positions.set(engine.systemStore().positionCount()));
        threads.every("tombstones", TOMBSTONE_CHECK_SECONDS, threads.housekeeping(), tombstones::look);
        threads.every("dropped tables", LABEL_CHECK_SECONDS, threads.housekeeping(), catalog::forgetDropped);
        threads.every(
                "left out",
                LABEL_CHECK_SECONDS,
                threads.housekeeping(),
                () -> LeftOut.forgetDropped(engine.systemStore(), id -> !catalog.wasDropped(id)));
        threads.housekeeping().execute(() -> readLabels(labels));
        inProcess.start();
        if (tcp != null) {
            listen(tcp, config.listen().get());
        }
        ManagedChannel channel =
                InProcessChannelBuilder.forName(name).directExecutor().build();
        closing.push("in-process channel", channel::shutdown);
        log.info(
                "backend ready data={} grpc={} tables={} millis={}",
                config.dataDirectory(),
                tcp == null ? "in-process" : tcp.getListenSockets(),
                catalog.state().tables().size(),
                (System.nanoTime() - began) / 1_000_000);
        return new BackendServer(closing, threads, tcp, channel, backendService);
    }

    /** The port that is listened on. @throws IllegalStateException if none was configured */
    public int port() {
        if (tcp == null) {
            throw new IllegalStateException("this backend listens on no port");
        }
        return tcp.getPort();
    }

    /** A way in from this process, without a socket; closed with this server. */
    public Channel channel() {
        return channel;
    }

    /** For tests of what runs where. */
    BackendThreads threads() {
        return threads;
    }

    /** How it is: whether every write finds its way. Does not block. */
    public BackendStatus status() {
        return service.status();
    }

    /** Refuses new work, commits open batches within {@code shutdown_timeout_ms}, and closes everything. */
    @Override
    public void close() {
        closing.close();
    }

    /** Nothing is lost: what was acknowledged is in the log, and the next start commits it. */
    private static void endProcess(String why) {
        log.error("event=process_ends exit_code={} reason={}", ENGINE_EXIT_CODE, why);
        Runtime.getRuntime().halt(ENGINE_EXIT_CODE);
    }

    private static IngestOptions ingestOptions(BackendConfig config) {
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

    private static TransactionLimits transactionLimits(BackendConfig config) {
        long openBytes = config.limit(BackendLimit.OPEN_TRANSACTIONS_BYTES);
        return new TransactionLimits(
                (int) config.limit(BackendLimit.TRANSACTIONS_MAX),
                config.limit(BackendLimit.TRANSACTION_BYTES),
                openBytes == 0 ? Runtime.getRuntime().maxMemory() / 4 : openBytes,
                config.engine().factory().transactionsMax() / 2,
                config.limit(BackendLimit.TRANSACTION_LEASE_SECONDS));
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

    private static Server build(ServerBuilder<?> builder, List<BindableService> services) {
        services.forEach(builder::addService);
        return builder.maxInboundMessageSize(GrpcBackendClient.MESSAGE_BYTES_MAX)
                .build();
    }

    private static NettyServerBuilder nettyBuilder(BackendConfig.Listen listen, WriteGate gate) {
        // Services hop to the engine pool themselves where they must block; a hop for every message would cost
        // nine times what handling it does.
        NettyServerBuilder builder = NettyServerBuilder.forAddress(new InetSocketAddress(listen.host(), listen.port()))
                .directExecutor()
                .flowControlWindow(FLOW_CONTROL_BYTES)
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveTime(5, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .intercept(gate)
                .intercept(new ContractCheck());
        return listen.clusterToken().isEmpty() ? builder : builder.intercept(new TokenCheck(listen.clusterToken()));
    }

    private static void listen(Server tcp, BackendConfig.Listen listen) throws BackendStartException {
        try {
            tcp.start();
        } catch (IOException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new BackendStartException(
                    "backend cannot listen on " + listen.host() + ":" + listen.port() + ": " + cause.getMessage(), e);
        }
    }

    private static void requireTokenBeyondLoopback(BackendConfig.Listen listen)
            throws BackendStartException, IOException {
        if (listen.clusterToken().isEmpty()
                && !InetAddress.getByName(listen.host()).isLoopbackAddress()) {
            throw new BackendStartException(
                    "backend refuses to listen on " + listen.host()
                            + " without cluster_token: set it on the backend and "
                            + "its frontends, or listen on 127.0.0.1",
                    null);
        }
    }

    /** Beside everything else: until it is done, each label costs a question to the engine. */
    private static void readLabels(Labels labels) {
        try {
            labels.read();
        } catch (RuntimeException e) {
            log.warn("labels could not be read, tried again within {} s", LABEL_CHECK_SECONDS, e);
        }
    }

    private static void awaitEnd(@Nullable Server server) throws InterruptedException {
        if (server == null) {
            return;
        }
        server.shutdown();
        if (!server.awaitTermination(LAST_ANSWERS_MILLIS, TimeUnit.MILLISECONDS)) {
            server.shutdownNow();
            server.awaitTermination(LAST_ANSWERS_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
