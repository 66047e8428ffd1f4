package io.tributary.frontend.compression;

import com.github.luben.zstd.ZstdOutputStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.compression.Bzip2Encoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG.Bits;

/** Bodies that others have compressed. */
final class Compressed {
    private Compressed() {}

    /** Compresses with all checksums that the format has. */
    static byte[] by(Compression compression, byte[] body) {
        return switch (compression) {
            case GZIP -> written(body, GZIPOutputStream::new);
            case DEFLATE -> written(body, DeflaterOutputStream::new);
            case ZSTD -> written(body, out -> new ZstdOutputStream(out, 3).setChecksum(true));
            case BZIP2 -> bzip2(body);
            case LZ4 -> lz4(body, Bits.BLOCK_INDEPENDENCE, Bits.BLOCK_CHECKSUM, Bits.CONTENT_CHECKSUM);
        };
    }

    /** Compresses in blocks of 64 KiB. */
    static byte[] lz4(byte[] body, Bits... flags) {
        return written(body, out -> new LZ4FrameOutputStream(out, BLOCKSIZE.SIZE_64KB, body.length, flags));
    }

    private static byte[] bzip2(byte[] body) {
        EmbeddedChannel channel = new EmbeddedChannel(new Bzip2Encoder(1));
        channel.writeOutbound(Unpooled.wrappedBuffer(body));
        channel.finish();
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            whole.writeBytes(ByteBufUtil.getBytes(part));
            part.release();
        }
        return whole.toByteArray();
    }

    @FunctionalInterface
    private interface Stream {
        OutputStream over(OutputStream out) throws IOException;
    }

    private static byte[] written(byte[] body, Stream stream) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = stream.over(bytes)) {
            out.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
