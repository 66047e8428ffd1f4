package io.tributary.engine.duckdb.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * The first bytes of DuckDB's file: a page that never changes, and two headers. A checkpoint writes all it has to write, syncs, writes
 * the header that is not in force and syncs again; in force is the one with the higher iteration.
 *
 * <pre>
 *   0           4096        8192        12288        12288 + B
 *   | the file's | header   | header    | block 0   | block 1 …
 *   header: checksum 8, iteration 8, root 8, free list 8, blocks 8, B (bytes of a block) 8, …
 * </pre>
 *
 * <p>Pages and blocks begin with the checksum of what follows, little-endian. DuckDB does not open a file of which any of the three
 * has a wrong one. Source: {@code single_file_block_manager.cpp} and {@code checksum.cpp} of DuckDB 2.0.0. Not thread-safe.
 */
final class FileHead {
    static final int PAGE_BYTES = 4096;
    static final int PAGES = 3;
    static final int BYTES = PAGES * PAGE_BYTES;

    private static final int WORD = Long.BYTES;
    private static final int ITERATION_AT = WORD;
    private static final int BLOCK_BYTES_AT = 5 * WORD;
    private static final int BLOCK_BYTES_MIN = 16 << 10;
    private static final int BLOCK_BYTES_MAX = 256 << 10;

    private static final long CHECKSUM_OF_NOTHING = 5381;
    private static final long CHECKSUM_FACTOR = 0xbf58476d1ce4e5b9L;

    private final byte[] bytes;

    /** @param bytes from the file's beginning, {@link #BYTES} of them */
    FileHead(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Whether the bytes, a page or a block, have the checksum that they begin with. */
    static boolean isWhole(ByteBuffer bytes) {
        ByteBuffer words = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        long sum = CHECKSUM_OF_NOTHING;
        for (int at = WORD; at < words.limit(); at += WORD) {
            sum ^= words.getLong(at) * CHECKSUM_FACTOR;
        }
        return sum == words.getLong(0);
    }

    byte[] bytes() {
        return bytes;
    }

    /** The page of that number, from 0. */
    ByteBuffer page(int page) {
        return ByteBuffer.wrap(bytes, page * PAGE_BYTES, PAGE_BYTES).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The header that counts when the file is opened; empty where neither is whole. */
    Optional<ByteBuffer> inForce() {
        ByteBuffer first = page(1);
        ByteBuffer second = page(2);
        if (!isWhole(second)) {
            return isWhole(first) ? Optional.of(first) : Optional.empty();
        }
        boolean isFirst = isWhole(first) && first.getLong(ITERATION_AT) > second.getLong(ITERATION_AT);
        return Optional.of(isFirst ? first : second);
    }

    /** How many checkpoints the file has seen, by its header in force; -1 where it has none. */
    long iteration() {
        return inForce().map(header -> header.getLong(ITERATION_AT)).orElse(-1L);
    }

    /** Whether another head is of the same file after the same checkpoint. */
    boolean isSameState(FileHead other) {
        Optional<ByteBuffer> header = inForce();
        return header.isPresent() && header.equals(other.inForce()) && page(0).equals(other.page(0));
    }

    /** Bytes of a block, its checksum among them. */
    int blockBytes() throws IOException {
        ByteBuffer header = inForce().orElseThrow(() -> new IOException("neither header has its checksum"));
        long blockBytes = header.getLong(BLOCK_BYTES_AT);
        if (blockBytes < BLOCK_BYTES_MIN || blockBytes > BLOCK_BYTES_MAX || blockBytes % WORD != 0) {
            throw new IOException("its blocks have " + blockBytes + " bytes: allowed are " + BLOCK_BYTES_MIN + " to "
                    + BLOCK_BYTES_MAX);
        }
        return (int) blockBytes;
    }

    /** Where a block lies in the file. */
    static long position(long block, int blockBytes) {
        return BYTES + block * blockBytes;
    }
}
