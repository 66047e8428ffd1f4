package io.tributary.cli.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A part of a source that is one Stream Load: stored whole or not at all.
 *
 * @param from position of its first byte
 * @param bytes how many
 * @param held they themselves, of a source that cannot be read twice; else null
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Chunk(LoadSource source, long from, long bytes, byte @Nullable [] held) {
    boolean isFirst() {
        return from == 0;
    }

    /** Can be sent several times. */
    BodyPublisher body() throws IOException {
        return source.isWhole() && source.path() != null
                ? BodyPublishers.ofFile(source.path())
                : BodyPublishers.ofByteArray(read());
    }

    /** Reads it into memory. */
    byte[] read() throws IOException {
        if (held != null) {
            return held;
        }
        Path path = Objects.requireNonNull(source.path());
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            ByteBuffer read = ByteBuffer.allocate(Math.toIntExact(bytes));
            while (read.hasRemaining()) {
                if (channel.read(read, from + read.position()) < 0) {
                    throw new EOFException(source.shown() + " became shorter while it was loaded");
                }
            }
            return read.array();
        }
    }

    @Override
    public String toString() {
        return source.shown() + " from byte " + from;
    }
}
