package io.tributary.contract.memory;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes of memory that all who need some of one kind may have together. Nobody waits: who finds no room is refused. Any
 * thread; each reserved byte is released exactly once.
 */
public final class ByteBudget {
    private final long bytesMax;
    private final AtomicLong held = new AtomicLong();

    /** The text of a refusal, which names the budget. */
    public interface Refusal {
        String of(long bytesMax, long wanted);
    }

    public ByteBudget(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    public long bytesMax() {
        return bytesMax;
    }

    /** Bytes in use. */
    public long held() {
        return held.get();
    }

    /** False: there is no room, and nothing was taken. */
    public boolean tryReserve(long bytes) {
        return tryReserve(bytes, bytesMax);
    }

    private boolean tryReserve(long bytes, long max) {
        if (held.addAndGet(bytes) <= max) {
            return true;
        }
        held.addAndGet(-bytes);
        return false;
    }

    /** @throws IllegalStateException if fewer were reserved */
    public void release(long bytes) {
        if (held.addAndGet(-bytes) < 0) {
            throw new IllegalStateException("budget below zero after a release of " + bytes + " bytes");
        }
    }

    /**
     * Returns a share for one holder whose need changes.
     *
     * @param freeBytes of it are not counted, so that a small one touches nothing that is shared
     */
    public Share share(long freeBytes, Refusal refusal) {
        return new Share(freeBytes, refusal);
    }

    /** What one holder has; one thread at a time. */
    public final class Share {
        private final long freeBytes;
        private final Refusal refusal;
        private long counted;

        private Share(long freeBytes, Refusal refusal) {
            this.freeBytes = freeBytes;
            this.refusal = refusal;
        }

        /**
         * Sets how many bytes the holder has from now on; 0 at its end.
         *
         * @throws TributaryException 1205 where there is no room; it has no more than before then
         */
        public void hold(long bytes) {
            if (!tryHold(bytes, bytesMax)) {
                throw new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, refusal.of(bytesMax, bytes));
            }
        }

        /**
         * Sets the bytes like {@link #hold}, for what can be done without: half of all is not for that. False: it has what
         * it had.
         */
        public boolean tryKeep(long bytes) {
            return tryHold(bytes, bytesMax / 2);
        }

        private boolean tryHold(long bytes, long max) {
            long wanted = Math.max(0, bytes - freeBytes);
            long more = wanted - counted;
            if (more < 0) {
                release(-more);
            } else if (more > 0 && !tryReserve(more, max)) {
                return false;
            }
            counted = wanted;
            return true;
        }
    }
}
