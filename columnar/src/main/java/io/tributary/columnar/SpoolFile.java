package io.tributary.columnar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A body on the disk; deleted when it is closed. One thread at a time. */
public final class SpoolFile implements AutoCloseable {
    private final Path path;
    private final SpoolDirectory directory;
    private final FileChannel channel;
    private long length;

    SpoolFile(Path path, SpoolDirectory directory) throws IOException {
        this.path = path;
        this.directory = directory;
        channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** @throws io.tributary.contract.error.TributaryException 1205 where the directory is full */
    public void append(byte[] piece) {
        directory.reserve(piece.length);
        length += piece.length;
        ByteBuffer bytes = ByteBuffer.wrap(piece);
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + path, e);
        }
    }

    public long length() {
        return length;
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() {
        directory.release(length);
        length = 0;
        try {
            channel.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + path, e);
        }
    }
}
