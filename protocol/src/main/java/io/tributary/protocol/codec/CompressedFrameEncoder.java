package io.tributary.protocol.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import org.jspecify.annotations.Nullable;

/**
 * Packs what is written between two flushes into frames of the compressed protocol, each of at most
 * {@value #FRAME_BYTES} bytes of packets; more than that does not wait for the flush. What is shorter than
 * {@value #DEFLATED_MIN} bytes, or does not shrink, travels as it is. The layout is at {@link CompressedFrameDecoder}.
 *
 * <p>The sequence goes on from the frame read last; a client that sends commands ahead sees it start again with each.
 */
public final class CompressedFrameEncoder extends ChannelOutboundHandlerAdapter {
    static final int FRAME_BYTES = 64 << 10;
    /** MySQL's own bound. */
    static final int DEFLATED_MIN = 50;

    private final FrameCompression compression;
    private Runnable onRead = () -> {};
    private int nextSequence;
    private @Nullable ByteBuf waiting;

    public CompressedFrameEncoder(FrameCompression compression) {
        this.compression = compression;
    }

    /** @param action run whenever the connection is read again */
    void onRead(Runnable action) {
        onRead = action;
    }

    @Override
    public void read(ChannelHandlerContext context) {
        context.read();
        onRead.run();
    }

    void startReply(int sequence) {
        nextSequence = sequence & 0xFF;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (!(message instanceof ByteBuf packets)) {
            var unused = context.write(message, promise);
            return;
        }
        try {
            while (packets.isReadable()) {
                ByteBuf open = waiting;
                if (open == null) {
                    open = context.alloc().buffer(Math.min(FRAME_BYTES, packets.readableBytes()), FRAME_BYTES);
                    waiting = open;
                }
                open.writeBytes(packets, Math.min(packets.readableBytes(), open.maxWritableBytes()));
                if (open.maxWritableBytes() == 0) {
                    send(context, context.voidPromise());
                }
            }
        } finally {
            packets.release();
        }
        if (promise.isVoid()) {
            return;
        }
        // Somebody waits for this one.
        if (waiting != null) {
            send(context, promise);
        } else {
            var unused = context.write(Unpooled.EMPTY_BUFFER, promise);
        }
    }

    @Override
    public void flush(ChannelHandlerContext context) {
        send(context, context.voidPromise());
        context.flush();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (waiting != null) {
            waiting.release();
            waiting = null;
        }
    }

    /** What waits, if anything does, as one frame. */
    private void send(ChannelHandlerContext context, ChannelPromise promise) {
        ByteBuf packets = waiting;
        waiting = null;
        if (packets == null) {
            return;
        }
        ByteBuf frame = null;
        boolean whole = false;
        try {
            int length = packets.readableBytes();
            frame = context.alloc().buffer(CompressedFrameDecoder.HEADER_BYTES + length);
            frame.writeZero(CompressedFrameDecoder.HEADER_BYTES);
            boolean deflated = length >= DEFLATED_MIN && compression.pack(packets, frame);
            if (!deflated) {
                frame.writeBytes(packets);
            }
            frame.setMediumLE(0, frame.readableBytes() - CompressedFrameDecoder.HEADER_BYTES);
            frame.setByte(3, nextSequence);
            frame.setMediumLE(4, deflated ? length : 0);
            nextSequence = (nextSequence + 1) & 0xFF;
            whole = true;
        } finally {
            packets.release();
            if (!whole && frame != null) {
                frame.release();
            }
        }
        var unused = context.write(frame, promise);
    }
}
