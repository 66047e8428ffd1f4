package io.tributary.cli;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tributary.backend.BackendConfig;
import io.tributary.backend.BackendServer;
import io.tributary.backend.BackendStartException;
import io.tributary.cli.settings.ServerConfigs;
import io.tributary.cli.settings.ServerConfigs.BackendAddress;
import io.tributary.contract.health.Health;
import io.tributary.frontend.BackendConnector;
import io.tributary.frontend.FrontendConfig;
import io.tributary.frontend.FrontendServer;
import io.tributary.rpc.client.ClientOptions;
import io.tributary.rpc.client.GrpcBackendClient;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The servers of one process, wired together. Closing goes from the outside in: the frontend answers what runs, then
 * its channel ends, then the backend commits what is open.
 */
public final class Servers implements AutoCloseable {
    /** The time to end beside the waits that are settings: threads that end, a last checkpoint of the engine. */
    private static final long END_MILLIS = 120_000;

    private final long endMillisMax;
    private final Deque<Runnable> closing = new ArrayDeque<>();
    private final PrometheusMeterRegistry metrics = Metrics.registry();
    private final StringBuilder ready = new StringBuilder("tributary ready");
    private @Nullable FrontendServer frontend;
    private @Nullable BackendServer backend;

    private Servers(ServerConfigs configs) {
        endMillisMax = END_MILLIS + configs.drainMillis();
        NativeLibraries.load();
    }

    /** A frontend and a backend that talk inside this process. */
    public static Servers both(ServerConfigs configs) throws BackendStartException, FrontendServer.StartException {
        return both(configs, configs.frontend());
    }

    static Servers both(ServerConfigs configs, FrontendConfig listening)
            throws BackendStartException, FrontendServer.StartException {
        // The ports are tried before the engine and the log are opened, so that one in use is the first and only
        // thing that is said.
        FreePorts.require(listening.listen());
        Servers servers = new Servers(configs);
        try {
            BackendServer backend = BackendServer.start(configs.backendInProcess(), servers.metrics);
            servers.closing.push(backend::close);
            ClientOptions options = configs.client();
            servers.startFrontend(listening, loop -> new GrpcBackendClient(backend.channel(), loop, loop, options));
            servers.ready.append(" grpc=in-process data=").append(configs.dataDirectory());
            return servers;
        } catch (BackendStartException | FrontendServer.StartException | RuntimeException failed) {
            servers.close();
            throw failed;
        }
    }

    static Servers backend(ServerConfigs configs) throws BackendStartException {
        Servers servers = new Servers(configs);
        try {
            BackendConfig config = configs.backendWithPort();
            String host = config.listen().orElseThrow().host();
            BackendServer backend = BackendServer.start(config, servers.metrics);
            servers.backend = backend;
            servers.closing.push(backend::close);
            WebServer web = WebServer.open(
                    host,
                    configs.webserverPort(),
                    () -> Health.of(backend.status(), List.of()),
                    servers.metrics::scrape);
            servers.closing.push(web::close);
            servers.ready.append(" grpc=").append(host).append(':').append(backend.port());
            servers.ready.append(" http=").append(host).append(':').append(web.port());
            servers.ready.append(" data=").append(configs.dataDirectory());
            return servers;
        } catch (BackendStartException | RuntimeException failed) {
            servers.close();
            throw failed;
        }
    }

    static Servers frontend(ServerConfigs configs) throws FrontendServer.StartException {
        Servers servers = new Servers(configs);
        try {
            BackendAddress address = configs.backendAddress();
            servers.startFrontend(configs.frontend(), new RemoteBackend(address, configs.client()));
            servers.ready.append(" backend=").append(address);
            return servers;
        } catch (FrontendServer.StartException | RuntimeException failed) {
            servers.close();
            throw failed;
        }
    }

    private void startFrontend(FrontendConfig config, BackendConnector connector) throws FrontendServer.StartException {
        FrontendServer started = FrontendServer.start(config, connector, metrics, metrics::scrape);
        frontend = started;
        closing.push(started::close);
        String host = config.listen().host();
        ready.append(" mysql=").append(host).append(':').append(started.mysqlPort());
        ready.append(" http=").append(host).append(':').append(started.httpPort());
    }

    /** The line that tells where everything listens. */
    String readyLine() {
        return ready.toString();
    }

    /** @throws IllegalStateException without a frontend */
    public int mysqlPort() {
        if (frontend == null) {
            throw new IllegalStateException("this process has no frontend");
        }
        return frontend.mysqlPort();
    }

    /** @throws IllegalStateException without a backend that listens */
    int backendPort() {
        if (backend == null) {
            throw new IllegalStateException("this process has no backend that listens");
        }
        return backend.port();
    }

    /** How long {@link #close} may take where nothing hangs. */
    long endMillisMax() {
        return endMillisMax;
    }

    PrometheusMeterRegistry metrics() {
        return metrics;
    }

    @Override
    public void close() {
        while (!closing.isEmpty()) {
            closing.pop().run();
        }
        metrics.close();
    }
}
