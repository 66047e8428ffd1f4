package io.tributary.backend;

import io.tributary.backend.engine.EngineKeeper;
import io.tributary.backend.engine.ReopeningEngine;
import java.io.IOException;
import java.util.function.Consumer;

/** All of a backend below its services. */
record BackendParts(
        OpenEngine opened, BackendThreads threads, StoredState stored, Transactions transactions, OpenLogs ingest) {
    /**
     * Opens one after the other, and recovers what they hold.
     *
     * @param endProcess for an engine that has failed and cannot be closed, with the reason
     */
    static BackendParts open(Opening opening, Consumer<String> endProcess) throws BackendStartException, IOException {
        OpenEngine opened = OpenEngine.open(opening);
        BackendThreads threads = new BackendThreads(opening.config(), opening.owners(), opening.closing());
        StoredState stored = StoredState.read(opening, opened, threads);
        Transactions transactions = Transactions.open(opening, opened, stored);
        opening.closing().push("engine pools", threads.engine());
        OpenLogs ingest = OpenLogs.recover(opening, opened, threads, stored, transactions);
        EngineKeeper keeper = EngineKeeper.start(
                opened.engine(),
                opened.health(),
                EngineKeeper.Settings.of(
                        opening.config().engine().factory().checkpointBytes(opened.options()), endProcess),
                opening.owners().named("engine-keeper"));
        keeper.makeWayBy(transactions.lanes().committedKeys()::makeWayForAll);
        opening.closing().push("engine keeper", keeper::stop);
        return new BackendParts(opened, threads, stored, transactions, ingest);
    }

    ReopeningEngine engine() {
        return opened.engine();
    }
}
