package io.tributary.protocol.codec;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.tributary.protocol.ServerPacket;

/**
 * Frames every {@link ServerPacket} that is written. A {@code ByteBuf} passes as it is: someone filled it with frames
 * by the same {@link #writer()}, many packets in one buffer.
 */
public final class PacketEncoder extends ChannelOutboundHandlerAdapter {
    private final PacketWriter writer;

    public PacketEncoder(PacketWriter writer) {
        this.writer = writer;
    }

    /** The connection's writer, for those who frame many packets into one buffer themselves. */
    public PacketWriter writer() {
        return writer;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // it is the promise, which is the caller's
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (!(message instanceof ServerPacket packet)) {
            context.write(message, promise);
            return;
        }
        ByteBuf out = context.alloc().buffer();
        try {
            writer.write(out, packet);
        } catch (RuntimeException e) {
            out.release();
            promise.setFailure(e);
            return;
        }
        context.write(out, promise);
    }
}
