package io.tributary.protocol.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.util.List;

/** Frames of the capability ZSTD_COMPRESSION: each payload is one Zstandard frame. */
public final class ZstdFrames implements FrameCompression {
    /** The client library's default. */
    private static final int LEVEL_DEFAULT = 3;

    /** Frames are packed upon an event loop, and any level can be unpacked: beyond this one it would hold up others. */
    private static final int LEVEL_MAX = 6;

    private final int level;

    /** @param level that the client asked for; above 6 it is taken as 6, below 1 as 3 */
    public ZstdFrames(int level) {
        this.level = level < 1 ? LEVEL_DEFAULT : Math.min(level, LEVEL_MAX);
    }

    @Override
    public boolean pack(ByteBuf packets, ByteBuf frame) {
        byte[] packed;
        try {
            packed = Zstd.compress(ByteBufUtil.getBytes(packets), level);
        } catch (ZstdException e) {
            throw new IllegalStateException("zstd does not compress " + packets.readableBytes() + " bytes", e);
        }
        if (packed.length >= packets.readableBytes()) {
            return false;
        }
        frame.writeBytes(packed);
        return true;
    }

    @Override
    public void unpack(ByteBuf sent, int length, ByteBufAllocator allocator, List<Object> out) {
        byte[] packed = ByteBufUtil.getBytes(sent);
        byte[] bytes = new byte[length];
        long unpacked;
        try {
            unpacked = Zstd.decompress(bytes, packed);
        } catch (ZstdException e) {
            throw FrameCompression.malformed(packed.length, length);
        }
        if (unpacked != length) {
            throw FrameCompression.malformed(packed.length, length);
        }
        for (int at = 0; at < length; at += PIECE_BYTES) {
            int end = Math.min(length, at + PIECE_BYTES);
            out.add(allocator.buffer(end - at).writeBytes(bytes, at, end - at));
        }
    }
}
