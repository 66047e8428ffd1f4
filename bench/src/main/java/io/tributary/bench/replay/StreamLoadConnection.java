package io.tributary.bench.replay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Sends one Stream Load after the other on a connection that is kept, each when the one before was answered: the pool's
 * bodies in their order, round and round, and its tables in turn. Event loop of the connection.
 */
final class StreamLoadConnection extends SimpleChannelInboundHandler<FullHttpResponse> {
    private static final String SUCCESS = "\"Status\": \"Success\"";

    private final Channel channel;
    private final PacketPool pool;
    /** The head of the request to each table, up to the number of the body's bytes. */
    private final List<byte[]> heads;

    private final Turns turns;

    /** @param firstBody of the pool, where this connection begins */
    StreamLoadConnection(Channel channel, PacketPool pool, List<byte[]> heads, int firstBody) {
        this.channel = channel;
        this.pool = pool;
        this.heads = heads;
        this.turns = new Turns(pool.size(), heads.size(), firstBody);
    }

    Channel channel() {
        return channel;
    }

    /** Begins a phase; the one before must have ended. On the event loop. */
    void start(Tally next) {
        turns.begin(next);
        if (channel.isActive()) {
            send(System.nanoTime());
        } else {
            turns.fail(new ReplayException(channel + " was closed by the server between two phases"));
        }
    }

    private void send(long nowNanos) {
        turns.sent(nowNanos);
        ByteBuf body = pool.body(turns.body());
        ByteBuf head = channel.alloc().directBuffer();
        head.writeBytes(heads.get(turns.table()));
        ByteBufUtil.writeAscii(head, body.readableBytes() + "\r\n\r\n");
        var unused = channel.write(head);
        unused = channel.writeAndFlush(body.retainedDuplicate());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpResponse reply) {
        String text = reply.content().toString(StandardCharsets.UTF_8);
        if (!reply.status().equals(HttpResponseStatus.OK) || !text.contains(SUCCESS) || !turns.isRunning()) {
            turns.fail(new ReplayException("a load was answered " + reply.status() + " " + text.replace('\n', ' ')));
            return;
        }
        long now = System.nanoTime();
        if (turns.answered(now)) {
            send(now);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        turns.fail(new ReplayException(channel + " was closed by the server while a load waited for its answer"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
        turns.fail(error);
    }
}
