package io.tributary.backend.batch;

import io.tributary.contract.error.TributaryException;

/** Hears once, on the ingest agent's thread, what became of a batch; must not block. */
public interface CommitListener {
    void committed(Batch batch);

    /** Nobody waits any longer; the message says whether the rows can still become visible. */
    void abandoned(TributaryException error);
}
