package io.tributary.frontend.compression;

import io.netty.handler.codec.compression.JdkZlibDecompressor;
import io.netty.handler.codec.compression.ZlibWrapper;
import io.netty.handler.codec.compression.ZstdDecompressor;
import java.util.Locale;
import java.util.Optional;

/** How a body may be compressed. */
public enum Compression {
    /** Members one behind the other are one body. */
    GZIP {
        @Override
        public BodyDecoder decoder() {
            return new StreamDecoder(
                    "gzip",
                    JdkZlibDecompressor.builder()
                            .wrapper(ZlibWrapper.GZIP)
                            .decompressConcatenated(true)
                            .maxAllocation(BodyDecoder.PORTION_BYTES_MAX));
        }
    },
    BZIP2 {
        @Override
        public BodyDecoder decoder() {
            return new Bzip2Decoder();
        }
    },
    /** Frames, not bare blocks. */
    LZ4 {
        @Override
        public BodyDecoder decoder() {
            return new Lz4Decoder();
        }
    },
    ZSTD {
        @Override
        public BodyDecoder decoder() {
            return new StreamDecoder("zstd", ZstdDecompressor.builder().maxWindowLog(ZSTD_WINDOW_LOG_MAX));
        }
    },
    /** The deflate format with zlib's head or without it: clients mean either. */
    DEFLATE {
        @Override
        public BodyDecoder decoder() {
            return new StreamDecoder(
                    "deflate",
                    JdkZlibDecompressor.builder()
                            .wrapper(ZlibWrapper.ZLIB_OR_NONE)
                            .maxAllocation(BodyDecoder.PORTION_BYTES_MAX));
        }
    };

    /** The window that a zstd frame may need: 8 MiB, which suffices up to level 19. */
    static final int ZSTD_WINDOW_LOG_MAX = 23;

    /** The one that headers call so, in any case. */
    public static Optional<Compression> parse(String name) {
        return Optional.ofNullable(
                switch (name.toLowerCase(Locale.ROOT)) {
                    case "gz", "gzip", "x-gzip" -> GZIP;
                    case "bz2", "bzip2", "x-bzip2" -> BZIP2;
                    case "lz4", "lz4frame", "lz4_frame" -> LZ4;
                    case "zstd", "zst" -> ZSTD;
                    case "deflate", "zlib" -> DEFLATE;
                    default -> null;
                });
    }

    /** Returns a decoder of one body. */
    public abstract BodyDecoder decoder();

    /** What a decoder of one body holds, rather too much than too little: windows, tables, a block and a portion. */
    long memoryBytesMax() {
        return switch (this) {
            case GZIP, DEFLATE -> 1L << 20;
            case BZIP2 -> 8L << 20;
            case LZ4 -> 13L << 20;
            case ZSTD -> (1L << ZSTD_WINDOW_LOG_MAX) + (1L << 20);
        };
    }
}
