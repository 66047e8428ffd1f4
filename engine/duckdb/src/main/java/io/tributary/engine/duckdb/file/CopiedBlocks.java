package io.tributary.engine.duckdb.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** What a {@link CheckpointCopy} has written, read from its beginning to its end. Not thread-safe. */
final class CopiedBlocks {
    private static final int PIECE_BYTES = 64 << 10;

    private final FileHead head;
    private final RandomAccessFile in;
    private long left;

    /** @throws IOException if the copy cannot be read, or is none; {@link #isWhole} has to be asked before */
    CopiedBlocks(RandomAccessFile in) throws IOException {
        this.in = in;
        in.seek(0);
        ByteBuffer beginning = ByteBuffer.wrap(bytes(CheckpointCopy.BLOCKS_AT));
        long magic = beginning.getLong();
        if (magic != CheckpointCopy.MAGIC) {
            throw new IOException("it begins with " + magic + ", a copy with " + CheckpointCopy.MAGIC);
        }
        left = beginning.getLong();
        byte[] start = new byte[FileHead.BYTES];
        beginning.get(start);
        head = new FileHead(start);
    }

    /** Whether it has been written to its end. */
    static boolean isWhole(RandomAccessFile in) throws IOException {
        long bytes = in.length() - CheckpointCopy.CRC_BYTES;
        if (bytes < CheckpointCopy.BLOCKS_AT) {
            return false;
        }
        CRC32C crc = new CRC32C();
        byte[] piece = new byte[PIECE_BYTES];
        in.seek(0);
        for (long at = 0; at < bytes; ) {
            int read = in.read(piece, 0, (int) Math.min(piece.length, bytes - at));
            if (read < 0) {
                return false;
            }
            crc.update(piece, 0, read);
            at += read;
        }
        return in.readLong() == crc.getValue();
    }

    FileHead head() {
        return head;
    }

    interface Taker {
        /** @param number of the block in the file */
        void take(long number, ByteBuffer block) throws IOException;
    }

    /** Hands over the blocks that have not been handed over yet. */
    void forEach(Taker taker) throws IOException {
        int blockBytes = head.blockBytes();
        for (; left > 0; left--) {
            long number = in.readLong();
            taker.take(number, ByteBuffer.wrap(bytes(blockBytes)));
        }
    }

    private byte[] bytes(int count) throws IOException {
        byte[] bytes = new byte[count];
        in.readFully(bytes);
        return bytes;
    }
}
