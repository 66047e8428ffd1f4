package io.tributary.log;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One file of zeros that is made and forced ahead of its need, so that the ingest agent need not. It has the name of an
 * unfinished file until it becomes a segment. Runs on the thread of its executor; all else is the ingest agent's.
 */
final class SegmentPreparation implements Runnable {
    /** How long {@link #discard} waits for one that is under way; then it removes its file by itself. */
    static final long DISCARD_WAIT_MILLIS = 3_000;

    private static final String NOT_PREPARED = "log segment not prepared, the log makes its own: file={}/{} bytes={}";

    private static final Logger log = LoggerFactory.getLogger(SegmentPreparation.class);

    private final WalDirectory directory;
    private final String name;
    private final long bytes;
    private final AtomicBoolean claimed = new AtomicBoolean();
    private final CompletableFuture<WalDirectory.File> made = new CompletableFuture<>();

    SegmentPreparation(WalDirectory directory, String name, long bytes) {
        this.directory = directory;
        this.name = name;
        this.bytes = bytes;
    }

    String name() {
        return name;
    }

    @Override
    public void run() {
        if (!claimed.compareAndSet(false, true)) {
            return;
        }
        try {
            made.complete(make());
            log.debug("log segment prepared: file={}/{} bytes={}", directory, name, bytes);
        } catch (IOException e) {
            // The disk's error, as of a full one: where in the code it showed tells nothing.
            log.warn(NOT_PREPARED + " error={}", directory, name, bytes, e.getMessage());
            made.completeExceptionally(e);
        } catch (RuntimeException e) {
            log.warn(NOT_PREPARED, directory, name, bytes, e);
            made.completeExceptionally(e);
        } finally {
            made.cancel(false);
        }
    }

    private WalDirectory.File make() throws IOException {
        WalDirectory.File file = directory.create(name, bytes);
        try {
            file.force();
            return file;
        } catch (IOException | RuntimeException e) {
            remove(file);
            throw e;
        }
    }

    boolean isUnderWay() {
        return !made.isDone();
    }

    /** What was made, or null if there is nothing (yet); whoever writes to it owns it. */
    WalDirectory.@Nullable File file() {
        return made.isDone() && !made.isCompletedExceptionally() ? made.join() : null;
    }

    /** Leaves no file behind: one not begun never begins, one under way is waited for. */
    void discard() throws IOException {
        if (claimed.compareAndSet(false, true)) {
            return;
        }
        CompletableFuture<Void> removed = made.thenAccept(this::remove);
        try {
            removed.get(DISCARD_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            log.debug("no prepared segment to discard: file={}/{}", directory, name);
        } catch (TimeoutException e) {
            throw new IOException(
                    "preparation of " + directory + "/" + name + " not ended in " + DISCARD_WAIT_MILLIS
                            + " ms, the next start deletes it",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void remove(WalDirectory.File file) {
        try {
            file.close();
            directory.delete(name);
        } catch (IOException e) {
            log.warn("prepared log segment not removed, the next start does: file={}/{}", directory, name, e);
        }
    }
}
