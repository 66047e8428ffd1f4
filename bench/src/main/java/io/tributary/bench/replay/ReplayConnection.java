package io.tributary.bench.replay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends one statement after the other, each when the one before was answered: the pool's bodies in their order, round and
 * round, and its tables in turn. Event loop of the connection.
 */
final class ReplayConnection extends ChannelInboundHandlerAdapter {
    private static final int HEADER_BYTES = 4;
    private static final int OK = 0x00;

    private final Channel channel;
    private final PacketPool pool;
    private final List<StatementHead> heads;
    private final Turns turns;

    /** The beginning of a reply that did not arrive in one piece. */
    private @Nullable ByteBuf partial;

    /** @param firstBody of the pool, where this connection begins */
    ReplayConnection(Channel channel, PacketPool pool, List<StatementHead> heads, int firstBody) {
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
        if (!channel.isActive()) {
            turns.fail(new ReplayException(channel + " was closed by the server between two phases"));
            return;
        }
        try {
            send(System.nanoTime());
        } catch (IllegalArgumentException tooLarge) {
            turns.fail(tooLarge);
        }
    }

    private void send(long nowNanos) {
        turns.sent(nowNanos);
        heads.get(turns.table()).send(channel, pool.body(turns.body()));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        if (partial == null && isOneReply(in)) {
            try {
                answered(in);
            } finally {
                in.release();
            }
            return;
        }
        collect(in);
    }

    /** Whether the buffer holds exactly one packet, which is how nearly every reply arrives. */
    private static boolean isOneReply(ByteBuf in) {
        int bytes = in.readableBytes();
        return bytes > HEADER_BYTES && bytes == HEADER_BYTES + in.getUnsignedMediumLE(in.readerIndex());
    }

    private void collect(ByteBuf in) {
        ByteBuf joined = partial == null ? channel.alloc().buffer() : partial;
        partial = joined;
        joined.writeBytes(in);
        in.release();
        if (isOneReply(joined)) {
            partial = null;
            try {
                answered(joined);
            } finally {
                joined.release();
            }
        }
    }

    private void answered(ByteBuf reply) {
        int header = reply.getUnsignedByte(reply.readerIndex() + HEADER_BYTES);
        if (header != OK || !turns.isRunning()) {
            turns.fail(refusal(header, reply));
            return;
        }
        long now = System.nanoTime();
        if (turns.answered(now)) {
            send(now);
        }
    }

    private static ReplayException refusal(int header, ByteBuf reply) {
        if (header == ErrReply.HEADER) {
            return ErrReply.read(reply.skipBytes(HEADER_BYTES + 1)).toException("INSERT");
        }
        return new ReplayException("INSERT: a reply that nobody expected, 0x" + Integer.toHexString(header));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        turns.fail(new ReplayException(channel + " was closed by the server while a statement waited for its answer"));
        heads.forEach(StatementHead::release);
        if (partial != null) {
            partial.release();
            partial = null;
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
        turns.fail(error);
    }
}
