package io.tributary.log;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A log's directory on a real file system. New files are filled with zeros rather than only made long, so that a later
 * write changes no metadata: on ext4 that halves the time of a force.
 */
final class FileWalDirectory implements WalDirectory {
    private static final int ZEROS_BYTES = 1 << 20;

    private final Path path;

    /** Found once: that goes through the system's list of mounts. */
    private volatile @Nullable FileStore fileStore;

    private FileWalDirectory(Path path) {
        this.path = path;
    }

    /** @param path a directory that nobody else writes to */
    static FileWalDirectory open(Path path) throws IOException {
        DurableDirectories.make(path);
        return new FileWalDirectory(path);
    }

    @Override
    public List<String> list() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    @Override
    public File create(String name, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS_BYTES, bytes));
        OpenFile file = new OpenFile(FileChannel.open(path.resolve(name), CREATE_NEW, READ, WRITE));
        try {
            for (long written = 0; written < bytes; ) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - written));
                int chunk = zeros.remaining();
                file.write(zeros, written);
                written += chunk;
            }
            return file;
        } catch (IOException e) {
            file.close();
            delete(name);
            throw e;
        }
    }

    @Override
    public File open(String name) throws IOException {
        return new OpenFile(FileChannel.open(path.resolve(name), READ, WRITE));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(path.resolve(from), path.resolve(to), ATOMIC_MOVE, REPLACE_EXISTING);
    }

    @Override
    public void delete(String name) throws IOException {
        Files.delete(path.resolve(name));
    }

    @Override
    public void sync() throws IOException {
        DurableDirectories.sync(path);
    }

    @Override
    public long usableBytes() throws IOException {
        FileStore found = fileStore;
        if (found == null) {
            found = Files.getFileStore(path);
            fileStore = found;
        }
        return found.getUsableSpace();
    }

    @Override
    public String toString() {
        return path.toString();
    }

    private record OpenFile(FileChannel channel) implements File {
        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            long at = position;
            while (source.hasRemaining()) {
                at += channel.write(source, at);
            }
        }

        @Override
        public void read(ByteBuffer target, long position) throws IOException {
            long at = position;
            while (target.hasRemaining()) {
                int count = channel.read(target, at);
                if (count < 0) {
                    return;
                }
                at += count;
            }
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void truncate(long bytes) throws IOException {
            channel.truncate(bytes);
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
