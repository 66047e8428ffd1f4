package io.tributary.backend;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.tributary.backend.service.ContractCheck;
import io.tributary.backend.service.TokenCheck;
import io.tributary.backend.service.WriteGate;
import io.tributary.rpc.client.GrpcBackendClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The ways into a backend: one from its own process, and a port if it is to listen on one. */
final class Doors {
    /** Rows under way on one connection before the sender must wait; the static window keeps it from being guessed. */
    private static final int FLOW_CONTROL_BYTES = 8 << 20;

    /** How long the last answers may take to leave, once everything is committed. */
    private static final long LAST_ANSWERS_MILLIS = 2_000;

    /** A frontend that vanished without a word is asked for a sign of life after this, and its streams end. */
    private static final long KEEP_ALIVE_SECONDS = 60;

    private final String name = InProcessServerBuilder.generateName();
    private final Optional<BackendConfig.Listen> listen;
    private final Server inProcess;
    private final @Nullable Server tcp;

    /** Builds them; nobody comes in before {@link #open}. */
    Doors(
            Optional<BackendConfig.Listen> listen,
            WriteGate gate,
            ContractCheck contract,
            List<BindableService> services) {
        this.listen = listen;
        inProcess = build(
                InProcessServerBuilder.forName(name)
                        .directExecutor()
                        .intercept(gate)
                        .intercept(contract),
                services);
        tcp = listen.map(to -> build(nettyBuilder(to, gate, contract), services))
                .orElse(null);
    }

    /** Whoever can reach another address may write, so a token must be asked for. */
    static void requireTokenBeyondLoopback(BackendConfig.Listen listen) throws BackendStartException, IOException {
        if (listen.clusterToken().isEmpty()
                && !InetAddress.getByName(listen.host()).isLoopbackAddress()) {
            throw new BackendStartException(
                    "backend refuses to listen on " + listen.host()
                            + " without cluster_token: set it on the backend and "
                            + "its frontends, or listen on 127.0.0.1",
                    null);
        }
    }

    private static Server build(ServerBuilder<?> builder, List<BindableService> services) {
        services.forEach(builder::addService);
        return builder.maxInboundMessageSize(GrpcBackendClient.MESSAGE_BYTES_MAX)
                .build();
    }

    private static NettyServerBuilder nettyBuilder(
            BackendConfig.Listen listen, WriteGate gate, ContractCheck contract) {
        // Services hop to the engine pool themselves where they must block; a hop for every message would cost
        // nine times what handling it does.
        NettyServerBuilder builder = NettyServerBuilder.forAddress(new InetSocketAddress(listen.host(), listen.port()))
                .directExecutor()
                .flowControlWindow(FLOW_CONTROL_BYTES)
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveTime(5, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .intercept(gate)
                .intercept(contract);
        return listen.clusterToken().isEmpty() ? builder : builder.intercept(new TokenCheck(listen.clusterToken()));
    }

    /** @throws BackendStartException if the port cannot be listened on */
    void open() throws BackendStartException, IOException {
        inProcess.start();
        if (tcp != null) {
            listen(tcp, listen.orElseThrow());
        }
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

    /** The way in from this process. */
    ManagedChannel channel() {
        return InProcessChannelBuilder.forName(name).directExecutor().build();
    }

    /** The port that is listened on. @throws IllegalStateException if none was configured */
    int port() {
        if (tcp == null) {
            throw new IllegalStateException("this backend listens on no port");
        }
        return tcp.getPort();
    }

    /** Tells the sockets that are listened on, for a message. */
    String sockets() {
        return tcp == null ? "in-process" : tcp.getListenSockets().toString();
    }

    /** Takes no new calls. */
    void shut() {
        inProcess.shutdown();
        if (tcp != null) {
            tcp.shutdown();
        }
    }

    /** Waits for the calls under way, for a short time each. */
    void awaitLastAnswers() throws InterruptedException {
        awaitEnd(inProcess);
        awaitEnd(tcp);
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
