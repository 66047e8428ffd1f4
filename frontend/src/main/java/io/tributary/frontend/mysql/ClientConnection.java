package io.tributary.frontend.mysql;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.tributary.protocol.Capability;
import io.tributary.protocol.ServerPacket;
import io.tributary.protocol.codec.PacketWriter;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * The way out to one client. Nobody waits for a write: one that fails reaches the pipeline's end as an exception, which
 * closes the connection. Event loop of the connection.
 */
final class ClientConnection {
    /** Whether this says that a client is gone, or does not speak TLS; there is nobody to be told an error then. */
    static boolean isLost(Throwable error) {
        return error instanceof IOException || isTlsFailure(error);
    }

    static boolean isTlsFailure(Throwable error) {
        return error.getCause() instanceof SSLException;
    }

    private final ChannelHandlerContext context;
    private final PacketWriter packets;

    ClientConnection(ChannelHandlerContext context, PacketWriter packets) {
        this.context = context;
        this.packets = packets;
    }

    /** Frames packets into buffers, in the sequence of the reply under way. */
    PacketWriter packets() {
        return packets;
    }

    ByteBuf buffer() {
        return context.alloc().buffer();
    }

    ByteBufAllocator allocator() {
        return context.alloc();
    }

    void write(ServerPacket packet) {
        var unused = context.write(packet, context.voidPromise());
    }

    /** A buffer of framed packets, which now belongs to the channel. */
    void write(ByteBuf framed) {
        var unused = context.write(framed, context.voidPromise());
    }

    void flush() {
        context.flush();
    }

    /** Flushes behind what the event loop has to do already. */
    void flushSoon() {
        context.executor().execute(context::flush);
    }

    void writeAndFlush(ServerPacket packet) {
        write(packet);
        flush();
    }

    /** The last packet of this connection. */
    void writeAndClose(ServerPacket packet) {
        context.writeAndFlush(packet).addListener(ChannelFutureListener.CLOSE);
    }

    void close() {
        var unused = context.close();
    }

    boolean isWritable() {
        return context.channel().isWritable();
    }

    boolean deprecatesEof() {
        return Capability.has(packets.capabilities(), Capability.DEPRECATE_EOF);
    }

    /** Runs upon the event loop after this time, whatever has become of the connection by then. */
    void schedule(Runnable action, long delayNanos) {
        var unused = context.executor().schedule(action, delayNanos, TimeUnit.NANOSECONDS);
    }

    /** Runs at once where this is the event loop, else there. */
    void onLoop(Runnable action) {
        if (context.executor().inEventLoop()) {
            action.run();
        } else {
            context.executor().execute(action);
        }
    }

    Executor eventLoop() {
        return context.executor();
    }
}
