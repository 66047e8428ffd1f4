package io.tributary.backend.catalog;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.TableEngine;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A change of what a server has, whose DDL is no part of a transaction: the intent is stored first, then the server is told, then
 * what became of it is stored. Whatever comes between, the server is asked whether it has it, by this process or the next one.
 */
final class ServerChange extends StoredChange {
    private final String database;
    private final TableEngine home;
    private final Steps steps;
    private Runnable givenUp = () -> {};

    /**
     * What it is made of.
     *
     * @param intent stored before anything else
     * @param definition by the server; where it {@linkplain #isRefusal refuses}, nothing has changed there
     * @param isUnderWay whether the server is at it still: what it has says nothing then
     * @param isDefined asks the server whether it is as it shall be
     * @param confirmed stored once it is
     * @param undone stored if it never will be: what the intent has changed is as before
     */
    record Steps(
            Consumer<EngineTransaction> intent,
            Runnable definition,
            BooleanSupplier isUnderWay,
            BooleanSupplier isDefined,
            Consumer<EngineTransaction> confirmed,
            Consumer<EngineTransaction> undone) {}

    /**
     * @param home has the catalog
     * @param done puts it into the catalog's contents
     */
    ServerChange(String database, String what, List<Long> tableIds, TableEngine home, Steps steps, Runnable done) {
        super(what, tableIds, steps.intent(), steps.isDefined(), done);
        this.database = database;
        this.home = home;
        this.steps = steps;
    }

    /** The server's in which it is, or which it is about. */
    String database() {
        return database;
    }

    /** Runs this, too, when nothing has become of it. */
    ServerChange orElse(Runnable then) {
        givenUp = then;
        return this;
    }

    /** One whose steps a crash interrupted, which is to be settled. */
    ServerChange interrupted() {
        became(Outcome.UNKNOWN);
        return this;
    }

    @Override
    void run(TableEngine engine, Runnable beforeCommit) {
        carryOut(
                () -> {
                    store(steps.intent(), Outcome.UNDONE);
                    became(Outcome.UNKNOWN);
                    try {
                        steps.definition().run();
                    } catch (TributaryException e) {
                        if (isRefusal(e)) {
                            undo();
                        }
                        throw e;
                    }
                    beforeCommit.run();
                    store(steps.confirmed(), Outcome.DONE);
                },
                beforeCommit);
    }

    /** Whether an error says that nothing has changed on the server: all that it has answered itself, and no answer that was lost. */
    private static boolean isRefusal(TributaryException error) {
        return switch (error.code()) {
            case OUTCOME_UNKNOWN, UNKNOWN, ENGINE, ENGINE_DOWN, ENGINE_DOWN_DISK_FULL -> false;
            default -> true;
        };
    }

    private void store(Consumer<EngineTransaction> writes, Outcome then) {
        try (EngineTransaction transaction = home.begin()) {
            writes.accept(transaction);
            transaction.commit();
        }
        became(then);
    }

    @Override
    void settle(Runnable beforeCommit) {
        if (steps.isUnderWay().getAsBoolean()) {
            throw new TributaryException(ErrorCode.ENGINE, "the server is still at it: " + what());
        }
        if (steps.isDefined().getAsBoolean()) {
            beforeCommit.run();
            store(steps.confirmed(), Outcome.DONE);
        } else {
            undo();
        }
    }

    private void undo() {
        store(steps.undone(), Outcome.UNDONE);
        givenUp.run();
    }
}
