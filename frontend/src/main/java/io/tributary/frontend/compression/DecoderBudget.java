package io.tributary.frontend.compression;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.concurrent.atomic.AtomicLong;

/** What the decoders of all bodies may hold together, each for as long as its body comes. Any thread. */
public final class DecoderBudget {
    private final long bytesMax;
    private final AtomicLong reserved = new AtomicLong();

    public DecoderBudget(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Returns a budget of a quarter of the heap, at least 128 MiB. */
    public static DecoderBudget ofHeap() {
        return new DecoderBudget(Math.max(128L << 20, Runtime.getRuntime().maxMemory() / 4));
    }

    /** @throws TributaryException 1205 where there is no room; nothing is reserved then */
    public void reserve(Compression compression) {
        long bytes = compression.memoryBytesMax();
        if (reserved.addAndGet(bytes) > bytesMax) {
            reserved.addAndGet(-bytes);
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "too many compressed bodies come at a time: their decoders may hold " + bytesMax
                            + " bytes together; try again, nothing was stored");
        }
    }

    public void release(Compression compression) {
        if (reserved.addAndGet(-compression.memoryBytesMax()) < 0) {
            throw new IllegalStateException("decoder released twice: " + compression);
        }
    }

    /** Bytes in use. */
    public long reserved() {
        return reserved.get();
    }
}
