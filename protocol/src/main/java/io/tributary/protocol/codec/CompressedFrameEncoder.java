package io.tributary.protocol.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import org.jspecify.annotations.Nullable;

/**
 * Packs what is written between two flushes into frames of the compressed protocol, of up to {@value #FRAME_BYTES}
 * bytes of packets; more than that does not wait for the flush. What is shorter than {@value #DEFLATED_MIN} bytes, or does not
 * shrink, travels as it is. The layout is at {@link CompressedFrameDecoder}.
 *
 * <p>A frame ends where a write ends, and so with a packet: one write is one frame, up to the 16 MiB that a frame can hold.
 * There are clients that look for a packet in two frames at most.
 *
 * <p>The sequence goes on from the frame read last; a client that sends commands ahead sees it start again with each.
 */
public final class CompressedFrameEncoder extends ChannelOutboundHandlerAdapter {
    static final int FRAME_BYTES = 64 << 10;
    /** What the three bytes of its length can say. */
    private static final int FRAME_BYTES_MAX = 0xFFFFFF;

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
            if (waiting != null && waiting.maxWritableBytes() < packets.readableBytes()) {
                send(context, context.voidPromise());
            }
            if (packets.readableBytes() > FRAME_BYTES) {
                while (packets.isReadable()) {
                    ByteBuf part = packets.readSlice(Math.min(packets.readableBytes(), FRAME_BYTES_MAX));
                    sendFrame(context, part, context.voidPromise());
                }
            } else if (packets.isReadable()) {
                gather(context, packets);
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

    private void gather(ChannelHandlerContext context, ByteBuf packets) {
        ByteBuf open = waiting;
        if (open == null) {
            open = context.alloc().buffer(packets.readableBytes(), FRAME_BYTES);
            waiting = open;
        }
        open.writeBytes(packets);
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
        try {
            sendFrame(context, packets, promise);
        } finally {
            packets.release();
        }
    }

    private void sendFrame(ChannelHandlerContext context, ByteBuf packets, ChannelPromise promise) {
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
            if (!whole && frame != null) {
                frame.release();
            }
        }
        var unused = context.write(frame, promise);
    }
}
