package io.tributary.backend.service.wait;

import io.tributary.backend.txn.PrivateCommitter;

/**
 * A call's ways to the engine.
 *
 * @param waits what it waits for first
 * @param committer the lanes that it enters
 * @param pools the threads that it runs on
 */
public record EngineAccess(StatementWaits waits, PrivateCommitter committer, EnginePools pools) {
    /** @param pool of {@link #pools}, of which the bodies run */
    public Barriers barriers(EnginePool pool) {
        return new Barriers(waits, committer, pool);
    }
}
