package io.tributary.cli.load;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Files and the standard input, cut behind the ends of lines or not at all. The same bytes are cut at the same places, wherever
 * they come from. Any thread may take the next piece.
 */
final class FileLines {
    private final Queue<LoadSource> sources;
    private final int chunkBytesMax;
    private final InputStream standardInput;
    private @Nullable LoadSource source;
    private long position;
    /** Where the source ends, or -1 as long as nobody knows. */
    private long size;
    /** What was read of the standard input, and not given out. */
    private byte[] ahead = {};

    private boolean stopped;

    /** @param chunkBytesMax of a piece; a longer line is an error */
    FileLines(List<LoadSource> sources, int chunkBytesMax, InputStream standardInput) {
        this.sources = new ArrayDeque<>(sources);
        this.chunkBytesMax = chunkBytesMax;
        this.standardInput = standardInput;
    }

    /** The next piece, or null behind the last. Waits for the standard input until a piece is full or it ends. */
    synchronized @Nullable Chunk next() throws IOException {
        LoadSource current = source;
        if (stopped) {
            return null;
        }
        if (current == null || position == size) {
            current = sources.poll();
            if (current == null) {
                return null;
            }
            source = current;
            position = 0;
            size = current.size();
        }
        Chunk chunk = current.path() == null ? incoming(current) : ofFile(current);
        position += chunk.bytes();
        return chunk;
    }

    /** No more pieces are given out. */
    synchronized void stop() {
        stopped = true;
    }

    private Chunk ofFile(LoadSource file) throws IOException {
        long rest = size - position;
        if (file.isWhole() || rest <= chunkBytesMax) {
            return new Chunk(file, position, rest, null);
        }
        byte[] read = new Chunk(file, position, chunkBytesMax, null).read();
        return new Chunk(file, position, wholeLines(file, read), null);
    }

    private Chunk incoming(LoadSource input) throws IOException {
        // One byte more tells whether the input goes on behind a piece.
        byte[] more = standardInput.readNBytes(chunkBytesMax + 1 - ahead.length);
        byte[] read = Arrays.copyOf(ahead, ahead.length + more.length);
        System.arraycopy(more, 0, read, ahead.length, more.length);
        boolean ends = read.length <= chunkBytesMax;
        int bytes = ends ? read.length : wholeLines(input, Arrays.copyOf(read, chunkBytesMax));
        ahead = Arrays.copyOfRange(read, bytes, read.length);
        if (ends) {
            size = position + bytes;
        }
        return new Chunk(input, position, bytes, Arrays.copyOf(read, bytes));
    }

    private int wholeLines(LoadSource of, byte[] read) throws IOException {
        for (int end = read.length; end > 0; end--) {
            if (read[end - 1] == '\n') {
                return end;
            }
        }
        throw new IOException(
                of.shown() + " has a line of more than --chunk-bytes " + chunkBytesMax + " at byte " + position);
    }
}
