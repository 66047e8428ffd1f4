package io.tributary.frontend.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.group.ChannelGroup;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.IdleStateHandler;
import java.nio.charset.StandardCharsets;

/**
 * The pipeline of an HTTP connection. Bodies are never held whole: they are read piece by piece, as fast as they are taken.
 *
 * <pre>
 *   IdleStateHandler · HttpServerCodec · HttpConnection → Exchange of one request
 * </pre>
 */
public final class HttpChannelInitializer extends ChannelInitializer<Channel> {
    /** A client that is waited for may be silent for so long. */
    private static final int IDLE_SECONDS_MAX = 60;

    /** The longest header: the SQL of an Http Stream is one. */
    private static final int HEADER_BYTES_MAX = 64 << 10;

    /** The largest piece of a body that is handed on; as much as one read of the socket brings at most. */
    private static final int PIECE_BYTES_MAX = 64 << 10;

    /** Connections at a time; more are answered with 503. */
    static final int CONNECTIONS_MAX = 10_000;

    private static final String FULL_BODY = "{\"status\":\"more than " + CONNECTIONS_MAX + " HTTP connections\"}";
    private static final String FULL = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
            + "Content-Length: " + FULL_BODY.length() + "\r\nConnection: close\r\n\r\n" + FULL_BODY;

    private final ChannelGroup connections;
    private final Routes routes;

    public HttpChannelInitializer(ChannelGroup connections, Routes routes) {
        this.connections = connections;
        this.routes = routes;
    }

    @Override
    protected void initChannel(Channel channel) {
        if (connections.size() >= CONNECTIONS_MAX) {
            channel.writeAndFlush(Unpooled.copiedBuffer(FULL, StandardCharsets.US_ASCII))
                    .addListener(ChannelFutureListener.CLOSE);
            return;
        }
        connections.add(channel);
        channel.config().setAutoRead(false);
        // One piece at a time: a thousand connections that are read at once would otherwise hold sixteen each.
        channel.config()
                .setRecvByteBufAllocator(
                        new AdaptiveRecvByteBufAllocator(1 << 10, 16 << 10, PIECE_BYTES_MAX).maxMessagesPerRead(1));
        HttpDecoderConfig decoder = new HttpDecoderConfig()
                .setMaxHeaderSize(HEADER_BYTES_MAX)
                .setMaxInitialLineLength(HEADER_BYTES_MAX)
                .setMaxChunkSize(PIECE_BYTES_MAX);
        channel.pipeline()
                .addLast(new IdleStateHandler(0, 0, IDLE_SECONDS_MAX))
                .addLast(new HttpServerCodec(decoder))
                .addLast(new HttpConnection(routes::open));
    }
}
