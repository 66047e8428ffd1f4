package io.tributary.backend;

import io.tributary.log.DurableDirectories;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A directory that one process owns, by a lock of the operating system on its file {@code LOCK}, gone when the process is. */
final class DirectoryLock implements AutoCloseable {
    private static final int HOLDER_BYTES_MAX = 200;
    private static final Logger log = LoggerFactory.getLogger(DirectoryLock.class);

    private final FileChannel file;

    private DirectoryLock(FileChannel file) {
        this.file = file;
    }

    /**
     * Makes the directory if it is missing, and takes it.
     *
     * @param what it is, for messages
     * @throws BackendStartException if it cannot be written to, or another process has it, which is named
     */
    static DirectoryLock take(String what, Path directory) throws BackendStartException {
        FileChannel file;
        try {
            DurableDirectories.make(directory);
            DurableDirectories.syncNames(directory);
            file = FileChannel.open(
                    directory.resolve("LOCK"),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw cannotBeWritten(what, directory, e);
        }
        try {
            if (tryLock(file) == null) {
                throw new BackendStartException(
                        what + " " + directory + " is in use by another process: " + holder(file), null);
            }
            writeHolder(file);
            return new DirectoryLock(file);
        } catch (IOException e) {
            close(file, e);
            throw cannotBeWritten(what, directory, e);
        } catch (BackendStartException e) {
            close(file, e);
            throw e;
        }
    }

    static BackendStartException cannotBeWritten(String what, Path directory, IOException e) {
        return new BackendStartException(what + " " + directory + " cannot be written: " + reason(e), e);
    }

    /** The operating system's words where the exception is only a path. */
    static String reason(IOException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }

    private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // this very process
        }
    }

    /** Writes this process's id into the file, for people only: a full disk is no reason not to start. */
    private static void writeHolder(FileChannel file) {
        ByteBuffer text =
                ByteBuffer.wrap(("pid " + ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8));
        try {
            int bytes = text.remaining();
            file.write(text, 0);
            file.truncate(bytes);
        } catch (IOException e) {
            log.warn("who holds the lock is not written into it: {}", reason(e));
        }
    }

    private static String holder(FileChannel file) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(HOLDER_BYTES_MAX);
        file.read(text, 0);
        return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
    }

    private static void close(FileChannel file, Exception cause) {
        try {
            file.close();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
