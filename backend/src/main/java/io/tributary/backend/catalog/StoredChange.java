package io.tributary.backend.catalog;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.TableEngine;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One change of what exists. What the engine has and what the catalog's store says of it change in one engine transaction,
 * so that a failure or a crash leaves both as they were, or both changed: there is no step that must be taken back. Only
 * the commit's answer can be lost; then the store is asked, now or as soon as it answers. One thread at a time.
 */
class StoredChange {
    private static final Logger log = LoggerFactory.getLogger(StoredChange.class);

    private final String what;
    private final List<Long> tableIds;
    private final Consumer<EngineTransaction> writes;
    private final BooleanSupplier isStored;
    private final Runnable done;
    private Outcome outcome = Outcome.UNDONE;

    /** What became of it. */
    enum Outcome {
        /** Everything is as it was. */
        UNDONE,
        DONE,
        /** The engine answered the commit with an error, and does not say either what it holds. */
        UNKNOWN
    }

    /**
     * @param what as errors say it, such as "table db.t was dropped"
     * @param tableIds tables that nobody may use while the outcome is unknown
     * @param writes all of it, in the transaction
     * @param isStored whether the store holds what was written, and not what was there before
     * @param done puts it into the catalog's contents
     */
    StoredChange(
            String what,
            List<Long> tableIds,
            Consumer<EngineTransaction> writes,
            BooleanSupplier isStored,
            Runnable done) {
        this.what = what;
        this.tableIds = List.copyOf(tableIds);
        this.writes = writes;
        this.isStored = isStored;
        this.done = done;
    }

    /** What is known of it now. */
    final void became(Outcome now) {
        outcome = now;
    }

    String what() {
        return what;
    }

    List<Long> tableIds() {
        return tableIds;
    }

    Outcome outcome() {
        return outcome;
    }

    /**
     * Carries it out in the engine. The contents are the caller's to change, with {@link #putIntoContents}, once the
     * {@link #outcome} is DONE.
     *
     * @param beforeCommit called when everything but the commit has succeeded
     * @throws TributaryException or what else the engine threw, unless the outcome is DONE
     */
    void run(TableEngine engine, Runnable beforeCommit) {
        carryOut(() -> commit(engine, beforeCommit), beforeCommit);
    }

    private void commit(TableEngine engine, Runnable beforeCommit) {
        try (EngineTransaction transaction = engine.begin()) {
            writes.accept(transaction);
            beforeCommit.run();
            outcome = Outcome.UNKNOWN;
            transaction.commit();
            outcome = Outcome.DONE;
        }
    }

    /** Runs the steps of it, each of which says before it what became of it if nothing more is heard. */
    final void carryOut(Runnable steps, Runnable beforeCommit) {
        try {
            steps.run();
        } catch (RuntimeException | Error e) {
            if (outcome == Outcome.UNDONE) {
                throw e;
            }
            if (outcome == Outcome.UNKNOWN) {
                ask(e, beforeCommit);
            }
            if (outcome == Outcome.UNDONE) {
                throw e;
            }
            log.warn("event=definition_answer_lost what=\"{}\" the engine has it", what, e);
        }
    }

    private void ask(Throwable error, Runnable beforeCommit) {
        try {
            settle(beforeCommit);
        } catch (RuntimeException | Error e) {
            error.addSuppressed(e);
            log.error("event=definition_outcome_unknown what=\"{}\" tables={} closed", what, tableIds, error);
            throw new TributaryException(
                    ErrorCode.OUTCOME_UNKNOWN,
                    "whether " + what + " is not known, the engine answered: " + error.getMessage() + closed()
                            + "; it is asked again every second",
                    error);
        }
    }

    private String closed() {
        return tableIds.isEmpty() ? "" : "; until that is known nobody can use what it is about";
    }

    /**
     * Asks the store what became of it.
     *
     * @param beforeCommit called before what is still to be stored is
     * @throws TributaryException if that is still not known
     */
    void settle(Runnable beforeCommit) {
        beforeCommit.run();
        outcome = isStored.getAsBoolean() ? Outcome.DONE : Outcome.UNDONE;
    }

    void putIntoContents() {
        done.run();
    }
}
