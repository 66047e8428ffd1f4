package io.tributary.protocol.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.FastThreadLocal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Frames of the capability COMPRESS. They share nothing, so connections of a thread share its inflater and deflater. */
public final class ZlibFrames implements FrameCompression {
    /** What zlib makes of one byte, at most. */
    private static final int INFLATION_MAX = 1_032;

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

    private static final FastThreadLocal<Deflater> DEFLATER = new FastThreadLocal<>() {
        @Override
        protected Deflater initialValue() {
            return new Deflater();
        }

        @Override
        protected void onRemoval(Deflater deflater) {
            deflater.end();
        }
    };

    private final byte[] beyond = new byte[1];

    @Override
    public boolean pack(ByteBuf packets, ByteBuf frame) {
        int start = frame.writerIndex();
        ByteBuffer target = frame.nioBuffer(start, packets.readableBytes());
        Deflater deflater = DEFLATER.get();
        deflater.reset();
        deflater.setInput(packets.nioBuffer());
        deflater.finish();
        while (target.hasRemaining() && deflater.deflate(target) > 0) {
            // until all is in, or there is no more room
        }
        if (!deflater.finished()) {
            return false;
        }
        frame.writerIndex(start + packets.readableBytes() - target.remaining());
        return true;
    }

    @Override
    public void unpack(ByteBuf sent, int length, ByteBufAllocator allocator, List<Object> out) {
        int sentBytes = sent.readableBytes();
        if (length > (long) sentBytes * INFLATION_MAX) {
            throw FrameCompression.malformed(sentBytes, length);
        }
        Inflater inflater = INFLATER.get();
        inflater.reset();
        inflater.setInput(sent.nioBuffer());
        List<ByteBuf> pieces = new ArrayList<>();
        boolean whole = false;
        try {
            int left = length;
            while (left > 0) {
                ByteBuf piece = allocator.buffer(Math.min(left, PIECE_BYTES));
                pieces.add(piece);
                int filled = fill(inflater, piece, Math.min(left, PIECE_BYTES));
                if (filled == 0) {
                    throw FrameCompression.malformed(sentBytes, length);
                }
                left -= filled;
            }
            if (inflater.inflate(beyond) > 0 || !inflater.finished()) {
                throw FrameCompression.malformed(sentBytes, length);
            }
            whole = true;
        } catch (DataFormatException e) {
            throw FrameCompression.malformed(sentBytes, length);
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
}
