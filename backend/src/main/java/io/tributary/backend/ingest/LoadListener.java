package io.tributary.backend.ingest;

import io.tributary.rpc.error.TributaryException;

/** Hears once, on the ingest agent's thread, how a load ended; must not block. */
public interface LoadListener {
    /**
     * @param logEpoch with the transaction id it makes the batch's label
     * @param visible whether the batch is committed
     */
    void accepted(long logEpoch, long txnId, boolean visible);

    void refused(TributaryException error);
}
