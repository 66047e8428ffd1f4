package io.tributary.frontend;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.tributary.contract.health.OwnerThreads;
import io.tributary.frontend.mysql.MySqlChannelInitializer;
import java.net.InetSocketAddress;

/** Opens ports on the frontend's event loops: epoll where the machine has it, else NIO. */
final class Listener {
    private static final int BACKLOG = 1_024;

    /** A connection that was slowed goes on when half of what its client had left unread is gone. */
    private static final WriteBufferWaterMark UNREAD_BYTES = new WriteBufferWaterMark(
            MySqlChannelInitializer.UNREAD_BYTES_MAX / 2, MySqlChannelInitializer.UNREAD_BYTES_MAX);

    private final EventLoopGroup acceptor;
    private final EventLoopGroup connections;

    Listener(EventLoopGroup acceptor, EventLoopGroup connections) {
        this.acceptor = acceptor;
        this.connections = connections;
    }

    /** @param threads 0 for half as many as processors: the backend, or TLS and the kernel, have work for the others */
    static EventLoopGroup eventLoops(String name, int threads, OwnerThreads owners) {
        IoHandlerFactory factory = Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        int count = threads == 0 ? Math.max(1, Runtime.getRuntime().availableProcessors() / 2) : threads;
        return new MultiThreadIoEventLoopGroup(count, owners.lasting(new DefaultThreadFactory(name, true)), factory);
    }

    /** @param key of the configuration, for the message */
    Channel open(String host, int port, String key, ChannelHandler pipeline) throws FrontendServer.StartException {
        Class<? extends ServerChannel> type =
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new FrontendServer.StartException("cannot listen on " + host + ": the name is unknown");
        }
        var bound = new ServerBootstrap()
                .group(acceptor, connections)
                .channel(type)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNREAD_BYTES)
                .childHandler(pipeline)
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new FrontendServer.StartException(
                    "cannot listen on " + host + ":" + port + " (" + key + "): "
                            + bound.cause().getMessage(),
                    bound.cause());
        }
        return bound.channel();
    }

    static int port(Channel channel) {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }
}
