package io.tributary.frontend;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.tributary.columnar.SpoolDirectory;
import io.tributary.contract.calls.BackendClient;
import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.health.OwnerThreads;
import io.tributary.frontend.execution.AlterJobs;
import io.tributary.frontend.execution.Clients;
import io.tributary.frontend.execution.DecisionCounters;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.execution.IdRanges;
import io.tributary.frontend.execution.LoadMemory;
import io.tributary.frontend.execution.LoadRoom;
import io.tributary.frontend.execution.Planning;
import io.tributary.frontend.execution.Rejections;
import io.tributary.frontend.execution.ServerFacts;
import io.tributary.frontend.execution.StagedBudget;
import io.tributary.frontend.execution.TemporaryTableOwner;
import io.tributary.frontend.http.HttpChannelInitializer;
import io.tributary.frontend.http.LoadServices;
import io.tributary.frontend.http.Routes;
import io.tributary.frontend.mysql.ConnectionServices;
import io.tributary.frontend.mysql.MySqlChannelInitializer;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.frontend.routing.RemoteCatalog;
import io.tributary.planner.Planner;
import io.tributary.planner.SharedPlanCache;
import io.tributary.protocol.codec.PacketBudget;
import io.tributary.session.Account;
import io.tributary.session.Authenticator;
import io.tributary.session.PreparedStatements;
import io.tributary.session.Sessions;
import io.tributary.session.SystemVariables;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running frontend: the MySQL port, the HTTP port and the one client of the backend, wired by constructor.
 *
 * <p>{@link #start} and {@link #close} block their caller and may be called from any thread but an event loop.
 */
public final class FrontendServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(FrontendServer.class);
    private static final int PLANNING_THREADS = 2;
    private static final int PLANNING_QUEUE_MAX = 1_024;
    /** One piece of each upload at a time: as many uploads may be decompressed, or read from the disk, at once. */
    private static final int STREAM_LOAD_QUEUE_MAX = 8_192;

    private static final int STREAM_LOAD_THREADS =
            Math.max(2, Runtime.getRuntime().availableProcessors());
    private static final int PLAN_CACHE_ENTRIES_PER_SESSION = 512;

    private final FrontendConfig config;
    private final Supplier<String> metricsText;
    private final OwnerThreads threads = new OwnerThreads((death, error) -> log.error("{}", death, error));
    private final EventLoopGroup acceptor = Listener.eventLoops("tributary-accept", 1, threads);
    private final EventLoopGroup loops;
    private final WorkPool planning = new WorkPool("planning", PLANNING_THREADS, PLANNING_QUEUE_MAX, threads);
    /** Bodies of loads have threads of their own: however many there are, a statement is planned. */
    private final WorkPool bodies = new WorkPool("stream_load", STREAM_LOAD_THREADS, STREAM_LOAD_QUEUE_MAX, threads);

    final ChannelGroup mysqlConnections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    final ChannelGroup httpConnections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    /** What close() undoes, last first. */
    private final Deque<Runnable> closers = new ArrayDeque<>();

    private final AtomicBoolean ready = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile int mysqlPort;
    private volatile int httpPort;

    private FrontendServer(FrontendConfig config, Supplier<String> metricsText) {
        this.config = config;
        this.metricsText = metricsText;
        this.loops = Listener.eventLoops("tributary-loop", config.limits().eventLoopThreads(), threads);
    }

    /**
     * Opens the HTTP port (health answers 503), waits for the backend's first catalog, then opens the MySQL port;
     * from then on health answers 200.
     *
     * @param metricsText what {@code GET /metrics} answers
     * @throws StartException with one line for the operator: a port in use, no backend, root without a password on a
     *     public address; nothing stays open then
     */
    public static FrontendServer start(
            FrontendConfig config, BackendConnector connector, MeterRegistry meters, Supplier<String> metricsText)
            throws StartException {
        FrontendServer server = new FrontendServer(config, metricsText);
        try {
            server.open(connector, meters);
            return server;
        } catch (StartException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    public int mysqlPort() {
        return mysqlPort;
    }

    public int httpPort() {
        return httpPort;
    }

    /** Stops accepting, answers the statements that run (bounded by {@code drain_ms}), ends every session. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        ready.set(false);
        threads.ending();
        while (!closers.isEmpty()) {
            close(closers.pop());
        }
        httpConnections.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
        planning.close();
        bodies.close();
        acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }

    /** Whatever fails, an event loop that has died before, the rest is closed. */
    private static void close(Runnable closer) {
        try {
            closer.run();
        } catch (RuntimeException e) {
            log.error("event=frontend_close_failed", e);
        }
    }

    private void open(BackendConnector connector, MeterRegistry meters) throws StartException {
        FrontendConfig.Listen listen = config.listen();
        SslContext tls = TlsContexts.of(config.tls());
        Listener listener = new Listener(acceptor, loops);
        Routes routes = new Routes(ready::get, threads::deaths, metricsText);
        Channel http = listener.open(
                listen.host(), listen.httpPort(), "http_port", new HttpChannelInitializer(httpConnections, routes));
        closers.push(() -> http.close().awaitUninterruptibly());
        httpPort = Listener.port(http);

        closers.push(connector::disconnect);
        BackendClient backend = connector.connect(loops.next());
        closers.push(backend::close);
        RemoteCatalog catalog = new RemoteCatalog(backend);
        awaitCatalog(catalog);
        refusePublicRootWithoutPassword(catalog);

        ConnectionServices services = services(backend, catalog, meters, tls);
        Channel mysql = listener.open(
                listen.host(),
                listen.mysqlPort(),
                "query_port",
                new MySqlChannelInitializer(services, mysqlConnections));
        closers.push(this::drain);
        closers.push(() -> mysql.close().awaitUninterruptibly());
        mysqlPort = Listener.port(mysql);
        routes.open(new LoadServices(
                services.execution(),
                services.variables(),
                services.statements(),
                bodies,
                config.limits().streamLoadBodyBytesMax()));
        ready.set(true);
        log.info("frontend ready mysql={}:{} http={}:{}", listen.host(), mysqlPort, listen.host(), httpPort);
    }

    private ConnectionServices services(
            BackendClient backend, RemoteCatalog catalog, MeterRegistry meters, @Nullable SslContext tls) {
        FrontendConfig.Limits limits = config.limits();
        Sessions sessions = new Sessions(limits.maxConnections());
        SharedPlanCache plans = new SharedPlanCache(limits.planCacheBytes());
        LoadMemory loadMemory = LoadMemory.ofHeap();
        StagedBudget staged = new StagedBudget(
                limits.stagedBytesMax(),
                limits.stagedBytesSessionMax(),
                Math.min(limits.loadMemoryBytes(), loadMemory.ofOneMax()));
        PreparedStatements.Limit statements = new PreparedStatements.Limit(
                () -> SystemVariables.preparedStatementsMax(
                        catalog.snapshot().globalVariables(), limits.maxPreparedStatements()),
                preparedStatementBytes(limits));
        Authenticator authenticator = new Authenticator(
                name -> catalog.user(name).map(FrontendServer::account),
                config.defaultAuthenticationPlugin(),
                new SecureRandom());
        Gauge.builder("tributary.connections", sessions, Sessions::connections).register(meters);
        Gauge.builder("tributary.prepared.statements", statements, PreparedStatements.Limit::open)
                .register(meters);
        Gauge.builder("tributary.prepared.statement.bytes", statements, PreparedStatements.Limit::bytes)
                .register(meters);
        Gauge.builder("tributary.staged.bytes", staged, StagedBudget::reserved).register(meters);
        Gauge.builder("tributary.load.memory.bytes", loadMemory, LoadMemory::held)
                .register(meters);
        FunctionCounter.builder("tributary.plan.cache.hits", plans, cache -> cache.stats()
                        .hits())
                .register(meters);
        FunctionCounter.builder("tributary.plan.cache.misses", plans, cache -> cache.stats()
                        .misses())
                .register(meters);
        FunctionCounter.builder("tributary.plan.cache.evictions", plans, cache -> cache.stats()
                        .evictions())
                .register(meters);
        SpoolDirectory spool =
                new SpoolDirectory(config.spool().directory(), config.spool().bytesMax());
        spool.clean();
        Gauge.builder("tributary.load.spool.bytes", spool, SpoolDirectory::bytes)
                .register(meters);
        PacketBudget packets = new PacketBudget(largePacketBytes(limits), limits.largePacketWaitMillis());
        Gauge.builder("tributary.large.packet.bytes", packets, PacketBudget::reserved)
                .register(meters);
        BackendRouter router = new BackendRouter(List.of(backend), catalog);
        IdRanges ids = new IdRanges(router);
        catalog.onNewRun(ids::newRun);
        ExecutionServices execution = new ExecutionServices(
                new Planning(new Planner(catalog), plans, PLAN_CACHE_ENTRIES_PER_SESSION),
                catalog,
                router,
                ids,
                new Clients(sessions, authenticator, TemporaryTableOwner.sweeping(router, catalog, acceptor)),
                new LoadRoom(staged, loadMemory, spool),
                new ServerFacts(
                        config.serverVersion(),
                        System.nanoTime(),
                        new DecisionCounters(meters),
                        new AlterJobs(),
                        new Rejections(),
                        ServerFacts.Address.of(config.listen().host(), () -> mysqlPort, () -> httpPort)));
        return new ConnectionServices(
                execution,
                new SystemVariables(new SystemVariables.Server(
                        config.serverVersion(),
                        limits.maxConnections(),
                        limits.maxAllowedPacketBytes(),
                        limits.maxPreparedStatements(),
                        config.listen().mysqlPort(),
                        config.defaultAuthenticationPlugin(),
                        offered(config.tls()))),
                statements,
                packets,
                planning,
                new ConnectionServices.Tls(tls, config.tls().required()),
                new ConnectionServices.Settings(
                        config.serverVersion(), limits.maxAllowedPacketBytes(), limits.connectTimeoutMillis()));
    }

    private static long preparedStatementBytes(FrontendConfig.Limits limits) {
        long bytes = limits.preparedStatementBytesMax();
        return bytes == 0 ? Math.max(128L << 20, Runtime.getRuntime().maxMemory() / 8) : bytes;
    }

    private static long largePacketBytes(FrontendConfig.Limits limits) {
        long bytes = limits.largePacketBytesMax();
        return Math.max(
                limits.maxAllowedPacketBytes(),
                bytes == 0 ? Runtime.getRuntime().maxMemory() / 8 : bytes);
    }

    private static SystemVariables.Tls offered(FrontendConfig.Tls tls) {
        if (tls.required()) {
            return SystemVariables.Tls.REQUIRED;
        }
        return tls.isOffered() ? SystemVariables.Tls.OFFERED : SystemVariables.Tls.NOT_OFFERED;
    }

    private void awaitCatalog(RemoteCatalog catalog) throws StartException {
        long millis = config.limits().backendWaitMillis();
        try {
            catalog.watch().get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new StartException("no backend answered within backend_wait_ms " + millis + reason(catalog), e);
        } catch (ExecutionException e) {
            throw new StartException("the backend gave no catalog: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("interrupted while waiting for the backend", e);
        }
    }

    /** What the backend, or the way to it, says to one more question. */
    private static String reason(RemoteCatalog catalog) {
        try {
            return ": "
                    + catalog.refresh()
                            .handle((snapshot, error) -> error == null ? "" : String.valueOf(error.getMessage()))
                            .get(1, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private void refusePublicRootWithoutPassword(RemoteCatalog catalog) throws StartException {
        String host = config.listen().host();
        boolean open = catalog.user("root").map(root -> !root.hasPassword()).orElse(false);
        if (!open || config.listen().allowRootWithoutPassword() || isLoopback(host)) {
            return;
        }
        throw new StartException("will not listen on " + host + " while root has no password: start with"
                + " bind_address = 127.0.0.1, give it one there (SET PASSWORD = 'secret'), and start again;"
                + " or set allow_root_without_password = true");
    }

    /** Each connection answers what it runs and closes itself; what is left after the bound is cut. */
    private void drain() {
        List<Channel> dead = new ArrayList<>();
        for (Channel channel : mysqlConnections) {
            try {
                channel.pipeline().fireUserEventTriggered(MySqlChannelInitializer.DRAIN);
            } catch (RejectedExecutionException e) {
                // Its loop has ended, so it never tells that it is closed.
                dead.add(channel);
            }
        }
        dead.forEach(mysqlConnections::remove);
        boolean drained = mysqlConnections
                .newCloseFuture()
                .awaitUninterruptibly(Math.max(1, config.limits().drainMillis()), TimeUnit.MILLISECONDS);
        if (!drained) {
            log.warn(
                    "connections={} still open after drain_ms={}: closed",
                    mysqlConnections.size(),
                    config.limits().drainMillis());
            mysqlConnections.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
        }
        letLoopsSettle();
    }

    /**
     * A closed channel tells its handlers by a task of its own, which roll transactions back: it is queued behind the
     * task that closed, so two rounds through each loop see it done before the backend's client is closed.
     */
    private void letLoopsSettle() {
        for (int round = 0; round < 2; round++) {
            for (EventExecutor loop : loops) {
                try {
                    loop.submit(() -> {}).awaitUninterruptibly(1, TimeUnit.SECONDS);
                } catch (RejectedExecutionException e) {
                    log.debug("event=event_loop_has_ended", e);
                }
            }
        }
    }

    private static Account account(UserAccount user) {
        return new Account(user.name(), user.plugin(), user.nativeVerifier(), user.sha2Verifier());
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Why a frontend could not start, in one line. */
    public static final class StartException extends Exception {
        public StartException(String message) {
            super(message);
        }

        public StartException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
