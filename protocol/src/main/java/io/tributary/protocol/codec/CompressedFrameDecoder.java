package io.tributary.protocol.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.tributary.protocol.MalformedPacketException;
import java.util.List;

/**
 * Takes the compressed protocol's frames apart and hands on the bytes inside, in which packets begin and end where they
 * like. Stands in front of the {@link PacketDecoder} once a client with COMPRESS or ZSTD_COMPRESSION is authenticated.
 *
 * <pre>
 *   0                   3          4                     7
 *   | length as sent    | sequence | length inflated     | zlib or zstd, or the bytes themselves if that length is 0
 * </pre>
 *
 * <p>A frame is kept until it is whole, 16 MiB at most. One that does not inflate to exactly what it claims is a
 * {@link MalformedPacketException}, after which everything further is thrown away.
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_compression_packet.html">Compressed
 *     packet</a>
 */
public final class CompressedFrameDecoder extends ByteToMessageDecoder {
    static final int HEADER_BYTES = 7;

    private final CompressedFrameEncoder replies;
    private final FrameCompression compression;
    private boolean outOfStep;
    private boolean paused;

    /** @param replies continues the sequence of what is read here, and reads on when the connection does */
    public CompressedFrameDecoder(CompressedFrameEncoder replies, FrameCompression compression) {
        this.replies = replies;
        this.compression = compression;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        replies.onRead(() -> {
            if (paused && context.channel().config().isAutoRead()) {
                paused = false;
                context.executor().execute(() -> goOn(context));
            }
        });
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) throws Exception {
        if (paused) {
            // The base class would ask for more bytes, as if those that are here were too few.
            context.fireChannelReadComplete();
        } else {
            super.channelReadComplete(context);
        }
    }

    /** Frames that were left alone while the connection was not read. */
    private void goOn(ChannelHandlerContext context) {
        if (context.isRemoved()) {
            return;
        }
        try {
            channelRead(context, Unpooled.EMPTY_BUFFER);
            channelReadComplete(context);
        } catch (Exception e) {
            context.fireExceptionCaught(e);
        }
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (outOfStep) {
            in.skipBytes(in.readableBytes());
            return;
        }
        // A few bytes may inflate to 16 MiB: while nothing more may be read, no more is made of what was.
        paused = !context.channel().config().isAutoRead();
        if (paused || in.readableBytes() < HEADER_BYTES) {
            return;
        }
        int start = in.readerIndex();
        int sent = in.getUnsignedMediumLE(start);
        if (in.readableBytes() < HEADER_BYTES + sent) {
            return;
        }
        int sequence = in.getUnsignedByte(start + 3);
        int inflated = in.getUnsignedMediumLE(start + 4);
        in.skipBytes(HEADER_BYTES);
        replies.startReply(sequence + 1);
        if (inflated == 0) {
            out.add(in.readRetainedSlice(sent));
            return;
        }
        try {
            compression.unpack(in.readSlice(sent), inflated, context.alloc(), out);
        } catch (MalformedPacketException e) {
            outOfStep = true;
            in.skipBytes(in.readableBytes());
            throw e;
        }
    }
}
