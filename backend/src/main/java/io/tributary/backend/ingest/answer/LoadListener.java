package io.tributary.backend.ingest.answer;

import io.tributary.contract.error.TributaryException;

/** Hears once, on the ingest agent's thread, how a load ended; must not block. */
public interface LoadListener {
    /**
     * @param logEpoch with the transaction id it makes the batch's label
     * @param visible whether the batch is committed
     */
    void accepted(long logEpoch, long txnId, boolean visible);

    /**
     * The load was made before under its idempotency key, and nothing was added now; the rest is as it was then.
     *
     * @param firstId the first number that was generated for it, or 0
     */
    default void repeated(long logEpoch, long txnId, boolean visible, long firstId) {
        accepted(logEpoch, txnId, visible);
    }

    void refused(TributaryException error);
}
