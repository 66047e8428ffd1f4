package io.tributary.protocol.codec;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.util.concurrent.FastThreadLocal;
import io.tributary.protocol.MalformedPacketException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
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

    /** Of a buffer that is handed on: a packet inside keeps no more than this from being freed. */
    private static final int PIECE_BYTES = 64 << 10;

    /** Frames share nothing, so connections of a thread share its inflater. */
    private static final FastThreadLocal<Inflater> INFLATER = new FastThreadLocal<>() {
        @Override
        protected Inflater initialValue() {
            return new Inflater();
        }

        @Override
        protected void onRemoval(Inflater inflater) {
            inflater.end();
        }
    };

    private final CompressedFrameEncoder replies;
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
            inflate(context, in.readSlice(sent), inflated, out);
        } catch (MalformedPacketException e) {
            outOfStep = true;
            in.skipBytes(in.readableBytes());
            throw e;
        }
    }

    /** Adds all of a frame, or nothing. */
    private void inflate(ChannelHandlerContext context, ByteBuf sent, int length, List<Object> out) {
        if (length > (long) sent.readableBytes() * INFLATION_MAX) {
            throw malformed(sent, length);
        }
        Inflater inflater = INFLATER.get();
        inflater.reset();
        inflater.setInput(sent.nioBuffer());
        List<ByteBuf> pieces = new ArrayList<>();
        boolean whole = false;
        try {
            int left = length;
            while (left > 0) {
                ByteBuf piece = context.alloc().buffer(Math.min(left, PIECE_BYTES));
                pieces.add(piece);
                int filled = fill(inflater, piece, Math.min(left, PIECE_BYTES));
                if (filled == 0) {
                    throw malformed(sent, length);
                }
                left -= filled;
            }
            if (inflater.inflate(beyond) > 0 || !inflater.finished()) {
                throw malformed(sent, length);
            }
            whole = true;
        } catch (DataFormatException e) {
            throw malformed(sent, length);
        } finally {
            if (!whole) {
                pieces.forEach(ByteBuf::release);
            }
        }
        out.addAll(pieces);
    }

    /** @return bytes that came, fewer than {@code most} only where the stream ends */
    private static int fill(Inflater inflater, ByteBuf piece, int most) throws DataFormatException {
        ByteBuffer target = piece.nioBuffer(0, most);
        while (target.hasRemaining() && inflater.inflate(target) > 0) {
            // until it is full, or nothing more comes
        }
        piece.writerIndex(target.position());
        return target.position();
    }

    private static MalformedPacketException malformed(ByteBuf sent, int length) {
        return new MalformedPacketException(
                "compressed frame of " + sent.capacity() + " bytes does not inflate to the " + length + " it claims");
    }
}
