package io.tributary.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of one segment after the other. They gather in a buffer, so that those of a cycle need a single
 * write. Ingest agent's thread.
 */
final class SegmentOutput implements AutoCloseable {
    private static final int BUFFER_BYTES_MAX = 1 << 20;

    private final ByteBuffer buffer;

    private WalDirectory.@Nullable File file;
    /** Where the buffer's first byte belongs in the file. */
    private long bufferOffset;

    /** @param segmentBytes of all segments but those of a single long record */
    SegmentOutput(long segmentBytes) {
        buffer = ByteBuffer.allocateDirect((int) Math.min(BUFFER_BYTES_MAX, segmentBytes));
    }

    /** Goes on in this file, behind its header; the one before is closed. */
    void begin(WalDirectory.File next) throws IOException {
        if (buffer.position() > 0) {
            throw new IllegalStateException(buffer.position() + " bytes of the segment before are not written");
        }
        close();
        file = next;
        bufferOffset = SegmentHeader.BYTES;
    }

    boolean isBegun() {
        return file != null;
    }

    /** Where the next byte goes. */
    long offset() {
        return bufferOffset + buffer.position();
    }

    /** Takes all that remains in {@code part}; its position is left alone. */
    void put(ByteBuffer part) throws IOException {
        int position = part.position();
        int limit = part.limit();
        while (part.position() < limit) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            part.limit(Math.min(limit, part.position() + buffer.remaining()));
            buffer.put(part);
            part.limit(limit);
        }
        part.position(position);
    }

    /** Makes everything put so far durable. */
    void force() throws IOException {
        flush();
        openFile().force();
    }

    /** Gives everything put so far to the operating system. */
    void flush() throws IOException {
        if (buffer.position() > 0) {
            int bytes = buffer.position();
            openFile().write(buffer.flip(), bufferOffset);
            bufferOffset += bytes;
            buffer.clear();
        }
    }

    private WalDirectory.File openFile() {
        if (file == null) {
            throw new IllegalStateException("log is not begun");
        }
        return file;
    }

    /** What was not forced is not durable. */
    @Override
    public void close() throws IOException {
        WalDirectory.File open = file;
        file = null;
        if (open != null) {
            open.close();
        }
    }
}
