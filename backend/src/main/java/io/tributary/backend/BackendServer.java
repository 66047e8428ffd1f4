package io.tributary.backend;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.micrometer.core.instrument.MeterRegistry;
import io.tributary.backend.ingest.Logs;
import io.tributary.backend.service.BackendService;
import io.tributary.contract.calls.BackendStatus;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.health.OwnerThreads;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One backend: owns its data directory, the write-ahead log in it and the engine, and serves the gRPC contract.
 *
 * <p>{@link #start} returns when the log is read and the port is open; what the log holds is committed meanwhile. The parts are opened
 * by {@link BackendParts}, {@link Services} and {@link Doors}, one after the other, and closed in the opposite order.
 */
public final class BackendServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BackendServer.class);

    /** The engine has failed and cannot be closed; whoever supervises the process is to start it again (EX_TEMPFAIL). */
    public static final int ENGINE_EXIT_CODE = 75;

    /** How long an end waits until the time of retention is stored. */
    private static final long LAST_STORE_MILLIS = 5_000;

    private final CloseStack closing;
    private final BackendThreads threads;
    private final Doors doors;
    private final ManagedChannel channel;
    private final BackendService service;

    private BackendServer(
            CloseStack closing, BackendThreads threads, Doors doors, ManagedChannel channel, BackendService service) {
        this.closing = closing;
        this.threads = threads;
        this.doors = doors;
        this.channel = channel;
        this.service = service;
    }

    /** @throws BackendStartException with one clear line; nothing stays open then */
    public static BackendServer start(BackendConfig config, MeterRegistry metrics) throws BackendStartException {
        return start(config, metrics, InstantSource.system());
    }

    /** Starts a backend whose wall clock says how much time has passed for a data directory that was made earlier. */
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
            Doors.requireTokenBeyondLoopback(config.listen().get());
        }
        long began = System.nanoTime();
        OwnerThreads owners = new OwnerThreads((death, error) -> log.error("{}", death, error));
        Opening opening = new Opening(config, wallClock, owners, new SecureRandom(), closing);
        BackendParts parts = BackendParts.open(opening, BackendServer::endProcess);
        Services services = new Services(opening, parts);
        Doors doors = new Doors(config.listen(), services.gate(), services.contract(), services.all());
        closeInOrder(opening, parts, services, doors);
        AtomicLong positions = new AtomicLong(parts.engine().systemStore().positionCount());
        closing.push("metrics", new BackendMetrics(metrics, parts, services.tombstones(), positions));
        closing.push(
                "metrics of servers", new ServerMetrics(metrics, parts.opened().servers()));
        Logs logs = parts.ingest().logs();
        logs.start();
        parts.engine().unloggedCommits().countFromNowOn(logs::noteCommits);
        parts.engine().unloggedCommits().mark(); // what this start has changed
        services.decommission().recover();
        new Chores(parts, services, positions, Chores.Intervals.of(opening)).start();
        doors.open();
        ManagedChannel channel = doors.channel();
        closing.push("in-process channel", channel::shutdown);
        log.info(
                "backend ready data={} grpc={} tables={} millis={}",
                config.dataDirectory(),
                doors.sockets(),
                parts.stored().catalog().state().tables().size(),
                (System.nanoTime() - began) / 1_000_000);
        return new BackendServer(closing, parts.threads(), doors, channel, services.backend());
    }

    /** The end in the opposite order: no new calls, then the logs commit what they have, then the last answers leave. */
    private static void closeInOrder(Opening opening, BackendParts parts, Services services, Doors doors) {
        CloseStack closing = opening.closing();
        BackendThreads threads = parts.threads();
        long shutdownTimeout = opening.limit(BackendLimit.SHUTDOWN_TIMEOUT_MS);
        closing.push("last answers", doors::awaitLastAnswers);
        closing.push("statements", () -> {
            if (!threads.engine().drain(shutdownTimeout)) {
                log.warn("statements still run after shutdown_timeout_ms={}", shutdownTimeout);
            }
        });
        closing.push("catalog streams", services.catalog());
        closing.push("append streams", services.ingest());
        closing.push("logs", parts.ingest().logs());
        // It is stored while the logs can still note the engine's commits.
        closing.push("retention time", () -> parts.stored().time().store(threads.housekeeping(), LAST_STORE_MILLIS));
        closing.push("new calls", () -> {
            opening.owners().ending();
            doors.shut();
        });
    }

    /** The port that is listened on. @throws IllegalStateException if none was configured */
    public int port() {
        return doors.port();
    }

    /** A way in from this process, without a socket; closed with this server. */
    public Channel channel() {
        return channel;
    }

    /** Returns the threads, for tests of what runs where. */
    BackendThreads threads() {
        return threads;
    }

    /** Returns the names of the steps of its end in their order, for a test. */
    List<String> closing() {
        return closing.names();
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
}
