package io.tributary.backend.txn;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.concurrent.atomic.AtomicLong;

/** The encoded rows one transaction holds back, counted against its own limit and one that all share. */
final class ByteReservation {
    private final AtomicLong shared;
    private final long sharedMax;
    private final long max;
    private long own;

    ByteReservation(AtomicLong shared, long sharedMax, long max) {
        this.shared = shared;
        this.sharedMax = sharedMax;
        this.max = max;
    }

    void add(long bytes) {
        String refusal = reserve(bytes);
        if (!refusal.isEmpty()) {
            throw new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, refusal);
        }
    }

    /** False if there is no room for them. */
    boolean tryAdd(long bytes) {
        return reserve(bytes).isEmpty();
    }

    private String reserve(long bytes) {
        if (own + bytes > max) {
            return "transaction holds " + own + " bytes, " + bytes + " more exceed transaction_bytes " + max
                    + "; the statement was not added, commit more often or fewer rows at once";
        }
        if (shared.addAndGet(bytes) > sharedMax) {
            long others = shared.addAndGet(-bytes);
            return "open transactions hold " + others + " bytes, " + bytes + " more exceed open_transactions_bytes "
                    + sharedMax + "; the statement was not added, try again later";
        }
        own += bytes;
        return "";
    }

    /** Gives back some of what was added. */
    void remove(long bytes) {
        shared.addAndGet(-bytes);
        own -= bytes;
    }

    void release() {
        shared.addAndGet(-own);
        own = 0;
    }
}
