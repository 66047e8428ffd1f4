package io.tributary.backend.catalog.turn;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Shared by changes from before each is committed in the engine until it is published, and taken before the catalog's monitor;
 * exclusive for whoever must not come between.
 */
public final class DefinitionLock {
    /** How long who is to see an unchanging moment waits for others that do. */
    private static final long LOOK_MILLIS_MAX = 10;

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    /** Runs a change, or what looks at one. */
    public <T> T shared(Supplier<T> body) {
        lock.readLock().lock();
        try {
            return body.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Takes it for a change that ends elsewhere; the caller ends it by {@link #endSharing}. */
    @SuppressWarnings("LockNotBeforeTry") // taken within a commit
    public void share() {
        lock.readLock().lock();
    }

    /** This thread may have it several times, or not at all. */
    public void endSharing() {
        while (lock.getReadHoldCount() > 0) {
            lock.readLock().unlock();
        }
    }

    /** See {@link io.tributary.backend.catalog.TableLookup#ifUnchanging}. */
    public boolean ifUnchanging(Runnable body) {
        try {
            // Others who look do so for as short; the one who waits keeps writers waiting.
            if (!lock.writeLock().tryLock(LOOK_MILLIS_MAX, TimeUnit.MILLISECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        try {
            body.run();
            return true;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** See {@link io.tributary.backend.catalog.TableLookup#awaitUnchanging}. */
    public void awaitUnchanging(long millis) {
        try {
            if (lock.writeLock().tryLock(millis, TimeUnit.MILLISECONDS)) {
                lock.writeLock().unlock();
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT, "interrupted behind a change of a table; nothing was done", e);
        }
        throw new TributaryException(
                ErrorCode.LIMIT_OR_LOCK_WAIT,
                "Lock wait timeout exceeded; a change of a table has not been committed for " + millis
                        + " ms (group_commit_queue_timeout_ms); nothing was done, try again later");
    }
}
