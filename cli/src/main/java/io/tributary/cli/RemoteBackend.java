package io.tributary.cli;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.tributary.cli.settings.ServerConfigs.BackendAddress;
import io.tributary.contract.calls.BackendClient;
import io.tributary.frontend.BackendConnector;
import io.tributary.rpc.client.ClientOptions;
import io.tributary.rpc.client.ClusterToken;
import io.tributary.rpc.client.GrpcBackendClient;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A backend in another process, reached by one connection. It lives on one of the frontend's own loops: a thread of its
 * own would cost two wake-ups for every message.
 */
final class RemoteBackend implements BackendConnector {
    /**
     * The most bytes of a message between frontend and backend: a load of one statement at most, which max_allowed_packet
     * bounds.
     */
    private static final int MESSAGE_BYTES_MAX = Integer.MAX_VALUE;

    private static final int FLOW_CONTROL_WINDOW_BYTES = 8 << 20;
    private static final long CLOSE_SECONDS = 5;
    /**
     * The shortest silence after which gRPC asks whether anybody is there, and the longest wait for the answer. Calls have no
     * deadline of their own: this is what ends them.
     */
    private static final long ASK_MILLIS_MIN = 10_000;

    private static final long ANSWER_MILLIS_MAX = 20_000;
    private static final int CONNECT_MILLIS = 10_000;

    /**
     * That the kernel takes beyond what is under way. The question whether anybody is there waits behind these bytes, and over a
     * slow link those of a large load (some 4 MB by itself) last longer than the wait for the answer.
     */
    private static final long UNSENT_BYTES_MAX = 256 << 10;

    private final BackendAddress address;
    private final ClientOptions options;
    private @Nullable ManagedChannel channel;

    RemoteBackend(BackendAddress address, ClientOptions options) {
        this.address = address;
        this.options = options;
    }

    @Override
    public BackendClient connect(EventLoop loop) {
        long answerMillis = Math.min(ANSWER_MILLIS_MAX, address.silenceMillis() - ASK_MILLIS_MIN);
        NettyChannelBuilder builder = NettyChannelBuilder.forAddress(address.host(), address.port())
                .eventLoopGroup(loop)
                .channelType(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
                .usePlaintext()
                .directExecutor()
                .maxInboundMessageSize(MESSAGE_BYTES_MAX)
                .flowControlWindow(FLOW_CONTROL_WINDOW_BYTES)
                .keepAliveTime(address.silenceMillis() - answerMillis, TimeUnit.MILLISECONDS)
                .keepAliveTimeout(answerMillis, TimeUnit.MILLISECONDS)
                // Also while a connection is made: calls wait for it, and a peer may accept it and say nothing.
                .keepAliveWithoutCalls(true)
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS);
        if (Epoll.isAvailable()) {
            builder.withOption(EpollChannelOption.TCP_NOTSENT_LOWAT, UNSENT_BYTES_MAX);
        }
        if (!address.clusterToken().isEmpty()) {
            builder.intercept(new ClusterToken(address.clusterToken()));
        }
        ManagedChannel made = builder.build();
        channel = made;
        return new GrpcBackendClient(made, loop, loop, options);
    }

    @Override
    public void disconnect() {
        ManagedChannel made = channel;
        if (made == null) {
            return;
        }
        made.shutdownNow();
        try {
            made.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
