package io.tributary.backend;

import io.tributary.backend.batch.TxnIds;
import io.tributary.backend.catalog.AutoIncrementIds;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.backend.catalog.clock.DynamicTables;
import io.tributary.backend.catalog.clock.TableDefaults;
import io.tributary.backend.engine.ReopeningEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the engine's system store holds for the backend.
 *
 * @param ids numbers of AUTO_INCREMENT columns
 * @param time by which keys, labels and loads between their phases are kept
 */
record StoredState(TableCatalog catalog, TxnIds txnIds, AutoIncrementIds ids, RetentionTime time) {
    private static final Logger log = LoggerFactory.getLogger(StoredState.class);

    static StoredState read(Opening opening, OpenEngine opened, BackendThreads threads) {
        ReopeningEngine engine = opened.engine();
        long generation = engine.systemStore().raiseGeneration();
        log.debug("the engine's owner is of generation {}", generation);
        TableCatalog catalog =
                TableCatalog.load(engine, opened.servers(), defaults(opening), opening.random()::nextLong);
        TxnIds txnIds = TxnIds.open(engine.systemStore(), TxnIds.BLOCK_IDS_DEFAULT, threads.txnIds());
        RetentionTime time = RetentionTime.open(engine, opening.wallClock().millis(), System::nanoTime);
        return new StoredState(catalog, txnIds, new AutoIncrementIds(engine), time);
    }

    private static TableDefaults defaults(Opening opening) {
        return new TableDefaults(opening.config().policy(), dynamic(opening));
    }

    /** Partitions by this backend's clock. */
    static DynamicTables dynamic(Opening opening) {
        return new DynamicTables(opening.wallClock(), opening.limit(BackendLimit.MAX_DYNAMIC_PARTITION_NUM));
    }
}
