package io.tributary.cli;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tributary.backend.BackendServer;
import io.tributary.backend.BackendStartException;
import io.tributary.cli.settings.ServerConfigs;
import io.tributary.cli.settings.ServerConfigs.BackendAddress;
import io.tributary.frontend.BackendConnector;
import io.tributary.frontend.FrontendConfig;
import io.tributary.frontend.FrontendServer;
import io.tributary.rpc.client.ClientOptions;
import io.tributary.rpc.client.ClusterToken;
import io.tributary.rpc.client.GrpcBackendClient;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The servers of one process, wired together. Closing goes from the outside in: the frontend answers what runs, then
 * its channel ends, then the backend commits what is open.
 */
final class Servers implements AutoCloseable {
    /** Of a message between frontend and backend: a load of one statement at most, which max_allowed_packet bounds. */
    private static final int MESSAGE_BYTES_MAX = Integer.MAX_VALUE;

    private static final int FLOW_CONTROL_WINDOW_BYTES = 8 << 20;
    private static final long CHANNEL_CLOSE_SECONDS = 5;
    /** A backend that says nothing for so long (and 20 seconds more) is gone; calls have no deadline of their own. */
    private static final long KEEP_ALIVE_SECONDS = 30;

    private final Deque<Runnable> closing = new ArrayDeque<>();
    private final PrometheusMeterRegistry metrics = Metrics.registry();
    private final StringBuilder ready = new StringBuilder("tributary ready");
    private @Nullable FrontendServer frontend;

    private Servers() {}

    /** A frontend and a backend that talk inside this process. */
    static Servers both(ServerConfigs configs) throws BackendStartException, FrontendServer.StartException {
        return both(configs, configs.frontend());
    }

    static Servers both(ServerConfigs configs, FrontendConfig listening)
            throws BackendStartException, FrontendServer.StartException {
        // Before the engine and the log are opened, so that a port in use is the first and only thing that is said.
        FreePorts.require(listening.listen());
        Servers servers = new Servers();
        try {
            BackendServer backend = BackendServer.start(configs.backendInProcess(), servers.metrics);
            servers.closing.push(backend::close);
            servers.startFrontend(listening, backend.channel(), configs.client());
            servers.ready.append(" grpc=in-process data=").append(configs.dataDirectory());
            return servers;
        } catch (BackendStartException | FrontendServer.StartException | RuntimeException failed) {
            servers.close();
            throw failed;
        }
    }

    static Servers backend(ServerConfigs configs) throws BackendStartException {
        Servers servers = new Servers();
        BackendServer backend = BackendServer.start(configs.backendWithPort(), servers.metrics);
        servers.closing.push(backend::close);
        String host = configs.backendWithPort().listen().orElseThrow().host();
        servers.ready
                .append(" grpc=")
                .append(host)
                .append(':')
                .append(backend.port())
                .append(" data=")
                .append(configs.dataDirectory());
        return servers;
    }

    static Servers frontend(ServerConfigs configs) throws FrontendServer.StartException {
        Servers servers = new Servers();
        try {
            BackendAddress address = configs.backendAddress();
            servers.startFrontend(configs.frontend(), servers.channelTo(address), configs.client());
            servers.ready.append(" backend=").append(address);
            return servers;
        } catch (FrontendServer.StartException | RuntimeException failed) {
            servers.close();
            throw failed;
        }
    }

    private void startFrontend(FrontendConfig config, Channel channel, ClientOptions options)
            throws FrontendServer.StartException {
        BackendConnector connector = eventLoop -> new GrpcBackendClient(channel, eventLoop, eventLoop, options);
        FrontendServer started = FrontendServer.start(config, connector, metrics, metrics::scrape);
        frontend = started;
        closing.push(started::close);
        String host = config.listen().host();
        ready.append(" mysql=").append(host).append(':').append(started.mysqlPort());
        ready.append(" http=").append(host).append(':').append(started.httpPort());
    }

    private Channel channelTo(BackendAddress address) {
        NettyChannelBuilder builder = NettyChannelBuilder.forAddress(address.host(), address.port())
                .usePlaintext()
                .directExecutor()
                .maxInboundMessageSize(MESSAGE_BYTES_MAX)
                .flowControlWindow(FLOW_CONTROL_WINDOW_BYTES)
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
        if (!address.clusterToken().isEmpty()) {
            builder.intercept(new ClusterToken(address.clusterToken()));
        }
        ManagedChannel channel = builder.build();
        closing.push(() -> end(channel));
        return channel;
    }

    private static void end(ManagedChannel channel) {
        channel.shutdownNow();
        try {
            channel.awaitTermination(CHANNEL_CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The line that tells where everything listens. */
    String readyLine() {
        return ready.toString();
    }

    /** @throws IllegalStateException without a frontend */
    int mysqlPort() {
        if (frontend == null) {
            throw new IllegalStateException("this process has no frontend");
        }
        return frontend.mysqlPort();
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
