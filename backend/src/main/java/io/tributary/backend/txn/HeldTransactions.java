package io.tributary.backend.txn;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.concurrent.Semaphore;

/**
 * How many transactions of clients may be held in the engine at a time. A client may let each of them wait as long as it
 * likes, so they must leave connections to commits, statements and rollbacks. Any thread.
 */
final class HeldTransactions {
    private final int max;
    private final Semaphore places;

    /** @param max 1 or more */
    HeldTransactions(int max) {
        this.max = max;
        places = new Semaphore(max);
    }

    /** Does not wait: whoever would be waited for may be a client that never goes on. */
    void take() {
        if (!places.tryAcquire()) {
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    max + " open transactions are held in the engine, which are all that may be;"
                            + " the statement was not added, try again later");
        }
    }

    void giveBack() {
        places.release();
    }
}
