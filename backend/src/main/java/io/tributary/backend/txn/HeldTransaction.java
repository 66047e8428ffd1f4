package io.tributary.backend.txn;

import io.tributary.backend.batch.CommittedKeys;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.engine.port.EngineTransaction;

/**
 * An engine transaction that is held while its client thinks, with its snapshot.
 *
 * @param places in one of which it is
 * @param watch asks it to give way
 * @param seen the tables that are in the snapshot
 * @param missed what is not, although it should be
 */
record HeldTransaction(
        HeldTransactions places,
        EngineTransaction engine,
        CommittedKeys.Watch watch,
        TableLookup seen,
        MissedRows missed)
        implements AutoCloseable {
    /** Rolls it back, if it was not committed, and gives back its place. */
    @Override
    public void close() {
        places.leave(engine, watch);
    }
}
