package io.tributary.cli.load;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Files, cut behind the ends of lines or not at all. Any thread may take the next piece. */
final class FileLines {
    /** The number in place of a limit that makes a file one piece. */
    static final long WHOLE_FILES = Long.MAX_VALUE;

    private final Queue<Path> files;
    private final long chunkBytesMax;
    private @Nullable Path file;
    private long position;
    private long size;
    private boolean stopped;

    /** @param chunkBytesMax of a piece; a longer line is an error. Or {@link #WHOLE_FILES} */
    FileLines(List<Path> files, long chunkBytesMax) {
        this.files = new ArrayDeque<>(files);
        this.chunkBytesMax = chunkBytesMax;
    }

    /** The next piece, or null behind the last. */
    synchronized @Nullable Chunk next() throws IOException {
        Path current = file;
        if (stopped) {
            return null;
        }
        if (current == null || position == size) {
            current = files.poll();
            if (current == null) {
                return null;
            }
            file = current;
            position = 0;
            size = Files.size(current);
        }
        long bytes = Math.min(chunkBytesMax, size - position);
        if (position + bytes < size) {
            bytes = wholeLines(current, bytes);
        }
        Chunk chunk = new Chunk(current, position, bytes, position == 0);
        position += bytes;
        return chunk;
    }

    /** No more pieces are given out. */
    synchronized void stop() {
        stopped = true;
    }

    private int wholeLines(Path of, long bytes) throws IOException {
        byte[] read = read(new Chunk(of, position, bytes, false));
        for (int end = read.length; end > 0; end--) {
            if (read[end - 1] == '\n') {
                return end;
            }
        }
        throw new IOException(of + " has a line of more than --chunk-bytes " + chunkBytesMax + " at byte " + position);
    }

    /** Reads a piece that was cut into memory. */
    static byte[] read(Chunk chunk) throws IOException {
        try (FileChannel channel = FileChannel.open(chunk.file(), StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(chunk.bytes()));
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, chunk.from() + bytes.position()) < 0) {
                    throw new EOFException(chunk.file() + " became shorter while it was loaded");
                }
            }
            return bytes.array();
        }
    }
}
