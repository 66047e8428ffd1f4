package io.tributary.backend.ingest;

import io.tributary.backend.batch.CommitTarget;
import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.batch.Quarantine;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.batch.TransactionHistory;
import io.tributary.backend.batch.TxnIds;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.keys.KeyRetention;
import io.tributary.engine.port.TableEngine;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * What a log and its batches work with; all of it belongs to the caller, who closes it after the agent.
 *
 * @param keys how long and how many idempotency keys are known
 * @param quarantine where rows go that the engine refuses
 */
public record IngestParts(
        CommitTarget target,
        TxnIds txnIds,
        TransactionHistory history,
        Executors executors,
        Outside outside,
        KeyRetention keys,
        Quarantine quarantine) {
    /**
     * What blocks runs here.
     *
     * @param committersOf of an engine, the same ones whenever they are asked for
     * @param logPreparer makes the log's next file, one at a time; a rejection only costs time
     */
    public record Executors(Function<TableEngine, Committers> committersOf, Executor logPreparer) {
        /** For an engine that stands for no other. */
        public Executors(Executor first, Executor retries, Executor logPreparer) {
            this(engine -> new Committers(first, retries, Long.MAX_VALUE), logPreparer);
        }
    }

    /**
     * What commits the batches of an engine.
     *
     * @param first runs commits, one of a table at a time; a bounded one that rejects is asked again later
     * @param retries runs further attempts at commits that failed, likewise; apart, for they may take long
     * @param slowNanos how long a first attempt takes beside which another one may begin
     */
    public record Committers(Executor first, Executor retries, long slowNanos) {}

    /**
     * What differs from run to run, so that a history can be drawn from a seed.
     *
     * @param nanoClock a monotonic clock, {@code System::nanoTime}
     * @param wallMillis the wall clock, in milliseconds since 1970, for people to read
     * @param random 64 bits that nobody can guess, for the log
     */
    public record Outside(LongSupplier nanoClock, LongSupplier wallMillis, LongSupplier random, Failpoint failpoint) {}

    TableEngine engine() {
        return target.engine();
    }

    TableLookup tables() {
        return target.tables();
    }

    TableLanes lanes() {
        return target.lanes();
    }

    Executor logPreparer() {
        return executors.logPreparer();
    }

    LongSupplier nanoClock() {
        return outside.nanoClock();
    }

    LongSupplier wallMillis() {
        return outside.wallMillis();
    }

    LongSupplier random() {
        return outside.random();
    }

    Failpoint failpoint() {
        return outside.failpoint();
    }
}
