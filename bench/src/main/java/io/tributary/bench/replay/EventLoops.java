package io.tributary.bench.replay;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The threads of a load generator that sends what was encoded beforehand. */
final class EventLoops implements AutoCloseable {
    private static final int CONNECT_MILLIS_MAX = 10_000;
    private static final long CLOSE_SECONDS_MAX = 5;

    private final EventLoopGroup loops;

    /** @param threads 1 or more */
    EventLoops(int threads) {
        this.loops = new MultiThreadIoEventLoopGroup(
                threads,
                new DefaultThreadFactory("replay", true),
                Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    /** Returns what opens a connection that sends at once what it is given. */
    Bootstrap bootstrap(ChannelHandler handler) {
        return new Bootstrap()
                .group(loops)
                .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS_MAX)
                .handler(handler);
    }

    /** @throws ReplayException with the cause's words */
    static <T> T await(CompletableFuture<T> future, long secondsMax, String what)
            throws ReplayException, InterruptedException {
        try {
            return future.get(secondsMax, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new ReplayException(what + " did not come within " + secondsMax + " s");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new ReplayException(cause.getMessage() == null ? cause.toString() : cause.getMessage());
        }
    }

    @Override
    public void close() {
        loops.shutdownGracefully(0, CLOSE_SECONDS_MAX, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
