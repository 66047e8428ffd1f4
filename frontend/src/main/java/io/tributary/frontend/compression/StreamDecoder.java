package io.tributary.frontend.compression;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.codec.compression.DecompressionException;
import io.netty.handler.codec.compression.Decompressor;
import io.netty.handler.codec.compression.Decompressor.Status;
import io.tributary.contract.error.TributaryException;
import java.util.Arrays;

/** A stream that one of Netty's decompressors reads. */
final class StreamDecoder implements BodyDecoder {
    private static final byte[] NOTHING = {};
    /** The buffers are on the heap, and some are written byte by byte: not worth a pool, nor to be watched. */
    private static final ByteBufAllocator BUFFERS = new UnpooledByteBufAllocator(false, true);

    private final String format;
    private final Decompressor decompressor;
    /** Filled by several small outputs. */
    private final byte[] portion = new byte[PORTION_BYTES_MAX];

    private int filled;
    /** The rest of an output that was longer than there was room for. */
    private ByteBuf rest = Unpooled.EMPTY_BUFFER;

    private boolean ended;

    StreamDecoder(String format, Decompressor.AbstractDecompressorBuilder builder) {
        this.format = format;
        decompressor = builder.build(BUFFERS);
    }

    @Override
    public void add(byte[] piece) {
        if (piece.length == 0) {
            return;
        }
        try {
            if (decompressor.status() == Status.COMPLETE) {
                throw CompressionErrors.body(format, "bytes stand behind its end");
            }
            decompressor.addInput(Unpooled.wrappedBuffer(piece));
        } catch (DecompressionException | IndexOutOfBoundsException e) {
            throw damaged(e);
        }
    }

    @Override
    public void end() {
        ended = true;
    }

    @Override
    public byte[] next() {
        filled = 0;
        try {
            fill();
            if (filled == 0 && ended && !isComplete()) {
                throw CompressionErrors.cut(format);
            }
        } catch (DecompressionException | IndexOutOfBoundsException e) {
            // A table of the format may be too short for what the body says.
            throw damaged(e);
        }
        return filled == 0 ? NOTHING : Arrays.copyOf(portion, filled);
    }

    private void fill() {
        takeRest();
        while (filled < portion.length && decompressor.status() == Status.NEED_OUTPUT) {
            releaseRest();
            rest = decompressor.takeOutput();
            takeRest();
        }
    }

    private void takeRest() {
        int length = Math.min(rest.readableBytes(), portion.length - filled);
        rest.readBytes(portion, filled, length);
        filled += length;
    }

    /** Whether the stream may end here. */
    boolean isComplete() {
        if (decompressor.status() == Status.COMPLETE) {
            return true;
        }
        try {
            decompressor.endOfInput();
            return true;
        } catch (DecompressionException e) {
            return false;
        }
    }

    private TributaryException damaged(RuntimeException e) {
        Throwable cause = e.getCause() == null || e.getCause().getMessage() == null ? e : e.getCause();
        return CompressionErrors.body(format, String.valueOf(cause.getMessage()));
    }

    private void releaseRest() {
        ByteBuf read = rest;
        rest = Unpooled.EMPTY_BUFFER;
        read.release();
    }

    @Override
    public void close() {
        releaseRest();
        decompressor.close();
    }
}
