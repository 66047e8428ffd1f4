package io.tributary.bench.jmh;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.tributary.backend.service.IngestService;
import io.tributary.backend.service.RowCheck;
import io.tributary.backend.service.TombstoneRoom;
import io.tributary.contract.schema.TableSchema;
import io.tributary.rpc.client.GrpcBackendClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The backend's append service over a log that acknowledges at once, and a channel to it, with the settings of the
 * servers; both in this process.
 */
final class AppendBackend {
    private static final int FLOW_CONTROL_BYTES = 8 << 20;
    private static final long QUEUE_TIMEOUT_MILLIS = 10_000;
    private static final long CLOSE_SECONDS = 5;

    private final Server server;
    private final ManagedChannel channel;

    private AppendBackend(Server server, ManagedChannel channel) {
        this.server = server;
        this.channel = channel;
    }

    /** @param timer for the time-outs of loads that find no room */
    static AppendBackend start(Transport transport, TableSchema table, ScheduledExecutorService timer)
            throws IOException {
        IngestService service = new IngestService(
                new InstantLog(),
                id -> table,
                () -> new RowCheck(id -> table, new TombstoneRoom(() -> 0, 1, any -> {})),
                timer,
                QUEUE_TIMEOUT_MILLIS,
                new IngestService.LogPlace("127.0.0.1:0", () -> 0),
                Runnable::run);
        return switch (transport) {
            case LOOPBACK -> overLoopback(service);
            case IN_PROCESS -> inProcess(service);
        };
    }

    private static AppendBackend overLoopback(IngestService service) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        Server server = start(
                NettyServerBuilder.forAddress(new InetSocketAddress(loopback, 0))
                        .directExecutor()
                        .flowControlWindow(FLOW_CONTROL_BYTES),
                service);
        return new AppendBackend(
                server,
                NettyChannelBuilder.forAddress(new InetSocketAddress(loopback, server.getPort()))
                        .usePlaintext()
                        .directExecutor()
                        .maxInboundMessageSize(GrpcBackendClient.MESSAGE_BYTES_MAX)
                        .flowControlWindow(FLOW_CONTROL_BYTES)
                        .build());
    }

    private static AppendBackend inProcess(IngestService service) throws IOException {
        String name = InProcessServerBuilder.generateName();
        return new AppendBackend(
                start(InProcessServerBuilder.forName(name).directExecutor(), service),
                InProcessChannelBuilder.forName(name).directExecutor().build());
    }

    private static Server start(ServerBuilder<?> builder, IngestService service) throws IOException {
        return builder.addService(service)
                .maxInboundMessageSize(GrpcBackendClient.MESSAGE_BYTES_MAX)
                .build()
                .start();
    }

    ManagedChannel channel() {
        return channel;
    }

    void stop() throws InterruptedException {
        channel.shutdownNow();
        server.shutdownNow();
        channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        server.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
