package io.tributary.backend.engine.duckdb;

import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes that the results under way hold ({@code result_bytes_max}), in all: rows that the engine has given and that were not
 * yet made blocks of, and rows that are large by themselves. Any thread.
 */
final class ResultMemory {
    /** Of each result so much is not counted: one of narrow rows touches nothing that is shared. */
    static final int FREE_BYTES = 1 << 20;

    private final long bytesMax;
    private final AtomicLong held = new AtomicLong();

    ResultMemory(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Bytes in use. */
    long held() {
        return held.get();
    }

    Share share() {
        return new Share();
    }

    /** What one result has of it; one thread at a time. */
    final class Share {
        private long counted;

        private Share() {}

        /**
         * From now on the result holds so many bytes; 0 at its end.
         *
         * @throws TributaryException 1205 where there is no room; it has no more than before then
         */
        void hold(long bytes) {
            long wanted = bytes <= FREE_BYTES ? 0 : bytes;
            long more = wanted - counted;
            if (more == 0) {
                return;
            }
            if (held.addAndGet(more) > bytesMax && more > 0) {
                held.addAndGet(-more);
                throw new TributaryException(
                        ErrorCode.LIMIT_OR_LOCK_WAIT,
                        "the results under way would hold more than result_bytes_max " + bytesMax
                                + " bytes with the next rows of this one, which take " + wanted
                                + "; try again when others have been read, or ask for fewer large columns");
            }
            counted = wanted;
        }
    }
}
