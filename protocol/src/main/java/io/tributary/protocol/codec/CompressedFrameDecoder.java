package io.tributary.protocol.codec;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.tributary.protocol.MalformedPacketException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Takes the compressed protocol's frames apart and hands on the bytes inside, in which packets begin and end where they
 * like. Stands in front of the {@link PacketDecoder} once a client with the capability COMPRESS is authenticated.
 *
 * <pre>
 *   0                   3          4                     7
 *   | length as sent    | sequence | length inflated     | zlib stream, or the bytes themselves if that length is 0
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

    /** What zlib makes of one byte, at most. */
    private static final int INFLATION_MAX = 1_032;

    private final CompressedFrameEncoder replies;
    private final Inflater inflater = new Inflater();
    private final byte[] beyond = new byte[1];
    private boolean outOfStep;

    /** @param replies continues the sequence of what is read here */
    public CompressedFrameDecoder(CompressedFrameEncoder replies) {
        this.replies = replies;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (outOfStep) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (in.readableBytes() < HEADER_BYTES) {
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
            out.add(inflate(context, in.readSlice(sent), inflated));
        } catch (MalformedPacketException e) {
            outOfStep = true;
            in.skipBytes(in.readableBytes());
            throw e;
        }
    }

    private ByteBuf inflate(ChannelHandlerContext context, ByteBuf sent, int length) {
        if (length > (long) sent.readableBytes() * INFLATION_MAX) {
            throw malformed(sent, length);
        }
        ByteBuf result = context.alloc().buffer(length, length);
        inflater.reset();
        inflater.setInput(sent.nioBuffer());
        ByteBuffer target = result.nioBuffer(0, length);
        try {
            while (target.hasRemaining() && inflater.inflate(target) > 0) {
                // until all is there, or nothing more comes
            }
            if (!target.hasRemaining() && inflater.inflate(beyond) == 0 && inflater.finished()) {
                return result.writerIndex(length);
            }
        } catch (DataFormatException e) {
            result.release();
            throw malformed(sent, length);
        }
        result.release();
        throw malformed(sent, length);
    }

    private static MalformedPacketException malformed(ByteBuf sent, int length) {
        return new MalformedPacketException(
                "compressed frame of " + sent.capacity() + " bytes does not inflate to the " + length + " it claims");
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext context) {
        inflater.end();
    }
}
