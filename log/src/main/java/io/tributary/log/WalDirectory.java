package io.tributary.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * The one directory of one log: a seam, so that tests can lose what was not synced. Names are plain file names. What
 * {@link #create}, {@link #rename} and {@link #delete} did is durable after {@link #sync}; before, a crash may keep any of
 * it and lose the rest, but for each single name in the order it was done, and a rename whole. Safe for several threads
 * that use different names.
 */
public interface WalDirectory {
    /** The directory at this path, made if absent. */
    static WalDirectory open(Path path) throws IOException {
        return FileWalDirectory.open(path);
    }

    List<String> list() throws IOException;

    /** A new file for reading and writing, of this size and filled with zeros; none is left if that fails. */
    File create(String name, long bytes) throws IOException;

    /** An existing file for reading and writing. */
    File open(String name) throws IOException;

    /** Replaces a file that has the new name already. */
    void rename(String from, String to) throws IOException;

    void delete(String name) throws IOException;

    void sync() throws IOException;

    /** What its file system has left for new files. Any thread. */
    long usableBytes() throws IOException;

    /** Where it is, for messages. */
    @Override
    String toString();

    /** An open file; positions are byte offsets. Safe for one writer and any number of readers. */
    interface File extends AutoCloseable {
        /** Writes all that remains in {@code source}. */
        void write(ByteBuffer source, long position) throws IOException;

        /** Reads until {@code target} is full or the file ends. */
        void read(ByteBuffer target, long position) throws IOException;

        long size() throws IOException;

        void truncate(long bytes) throws IOException;

        /** Makes all that was written durable (the data, and the size if it changed). */
        void force() throws IOException;

        @Override
        void close() throws IOException;
    }
}
