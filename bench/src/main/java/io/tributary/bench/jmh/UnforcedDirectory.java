package io.tributary.bench.jmh;

import io.tributary.log.WalDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A log's directory that never forces: what is left of the log's cost is CPU. */
record UnforcedDirectory(WalDirectory directory) implements WalDirectory {
    @Override
    public List<String> list() throws IOException {
        return directory.list();
    }

    @Override
    public File create(String name, long bytes) throws IOException {
        return new UnforcedFile(directory.create(name, bytes));
    }

    @Override
    public File open(String name) throws IOException {
        return new UnforcedFile(directory.open(name));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        directory.rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
        directory.delete(name);
    }

    @Override
    public void sync() {}

    @Override
    public long usableBytes() throws IOException {
        return directory.usableBytes();
    }

    private record UnforcedFile(File file) implements File {
        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            file.write(source, position);
        }

        @Override
        public void read(ByteBuffer target, long position) throws IOException {
            file.read(target, position);
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void truncate(long bytes) throws IOException {
            file.truncate(bytes);
        }

        @Override
        public void force() {}

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
