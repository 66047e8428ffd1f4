package io.tributary.frontend.execution;

import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that the loads of all connections hold beside what is staged: the bytes of a row that is not whole yet, the block
 * that is being filled, and blocks on their way to the backend. Any thread.
 */
public final class LoadMemory {
    /** Of each holder so much is not counted: small loads touch nothing that is shared. */
    static final int FREE_BYTES = 64 << 10;

    private final long bytesMax;
    private final AtomicLong held = new AtomicLong();

    public LoadMemory(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Of the heap a quarter, at least 128 MiB. */
    public static LoadMemory ofHeap() {
        return new LoadMemory(Math.max(128L << 20, Runtime.getRuntime().maxMemory() / 4));
    }

    /** What one load may take of it, so that it need not fail where it is alone. */
    public long ofOneMax() {
        return bytesMax / 2;
    }

    /** Bytes in use. */
    public long held() {
        return held.get();
    }

    Share share() {
        return new Share();
    }

    /** What one holder has of it; one thread at a time. */
    final class Share {
        private long counted;

        private Share() {}

        /**
         * From now on the holder has so many bytes; 0 at its end.
         *
         * @throws TributaryException 1205 where there is no room; it has no more than before then
         */
        void hold(long bytes) {
            if (!tryHold(bytes, bytesMax)) {
                throw new TributaryException(
                        ErrorCode.LIMIT_OR_LOCK_WAIT,
                        "the loads that are under way hold " + bytesMax
                                + " bytes of memory, and no more are allowed; try again, nothing was stored");
            }
        }

        /** As {@link #hold}, of what can be done without: half of all is not for that. */
        boolean tryKeep(long bytes) {
            return tryHold(bytes, bytesMax / 2);
        }

        private boolean tryHold(long bytes, long max) {
            long wanted = Math.max(0, bytes - FREE_BYTES);
            long more = wanted - counted;
            if (more == 0) {
                return true;
            }
            if (held.addAndGet(more) > max && more > 0) {
                held.addAndGet(-more);
                return false;
            }
            counted = wanted;
            return true;
        }
    }
}
