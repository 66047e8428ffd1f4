package io.tributary.frontend.compression;

import io.netty.handler.codec.compression.JdkZlibDecompressor;
import io.netty.handler.codec.compression.ZlibWrapper;
import io.netty.handler.codec.compression.ZstdDecompressor;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** How a body may be compressed. */
public enum Compression {
    /** Members one behind the other are one body. */
    GZIP("\u001f\u008b\b") {
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
    BZIP2("BZh") {
        @Override
        public BodyDecoder decoder() {
            return new Bzip2Decoder();
        }
    },
    /** Frames, not bare blocks. */
    LZ4("\u0004\"M\u0018") {
        @Override
        public BodyDecoder decoder() {
            return new Lz4Decoder();
        }
    },
    ZSTD("(\u00b5/\u00fd") {
        @Override
        public BodyDecoder decoder() {
            return new StreamDecoder("zstd", ZstdDecompressor.builder().maxWindowLog(ZSTD_WINDOW_LOG_MAX));
        }
    },
    /** The deflate format with zlib's head or without it: clients mean either. */
    DEFLATE("") {
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

    /** The most bytes at a body's beginning that {@link #ofHead} looks at. */
    public static final int MAGIC_BYTES = 4;

    /** What a body begins with, a character a byte. */
    private final String magic;

    Compression(String magic) {
        this.magic = magic;
    }

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

    /**
     * The one that a body's first bytes tell. GZIP and ZSTD begin with bytes that are no UTF-8; LZ4 and BZIP2 with what may
     * begin a text, though none of JSON. DEFLATE has no beginning of its own.
     *
     * @param head the first {@link #MAGIC_BYTES} of it, or all where it is shorter
     * @param json whether what is not compressed would be JSON, or else any text
     */
    public static Optional<Compression> ofHead(byte[] head, boolean json) {
        String begin = new String(head, 0, Math.min(MAGIC_BYTES, head.length), StandardCharsets.ISO_8859_1);
        for (Compression one : values()) {
            if (!one.magic.isEmpty() && (json || !one.mayBeginText()) && begin.startsWith(one.magic)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    private boolean mayBeginText() {
        return this == LZ4 || this == BZIP2;
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
