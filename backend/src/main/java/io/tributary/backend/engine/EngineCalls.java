package io.tributary.backend.engine;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.TableEngine;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Every call into the engine goes through here, to the instance that is open: refused at once while the engine's health
 * refuses it, counted while it runs, and what fails is told to the health. Any thread.
 */
final class EngineCalls {
    private final EngineHealth health;
    private volatile EngineInstance instance;

    EngineCalls(EngineInstance instance, EngineHealth health) {
        this.instance = instance;
        this.health = health;
    }

    EngineInstance instance() {
        return instance;
    }

    /** Its keeper is to open it again; returns the error of who has seen that. */
    TributaryException down(String reason) {
        TributaryException down = new TributaryException(ErrorCode.ENGINE_DOWN, reason);
        health.down(down);
        return down;
    }

    /** What begins from now on goes to this one. */
    void goTo(EngineInstance opened) {
        instance = opened;
    }

    /**
     * What is not held beyond the call.
     *
     * @param writing whether it commits by itself
     * @throws TributaryException also where its health refuses that
     */
    <T> T ask(boolean writing, Question<T> question) {
        EngineInstance used = instance;
        refuse(writing ? health.refusal() : health.refusalOfReads());
        return call(used, writing, question);
    }

    private static void refuse(@Nullable TributaryException refusal) {
        if (refusal != null) {
            throw refusal;
        }
    }

    interface Question<T> {
        T of(TableEngine engine);
    }

    /**
     * Whatever its health says.
     *
     * @param writing whether it commits by itself, or is a checkpoint
     */
    <T> T call(boolean writing, Question<T> question) {
        return call(instance, writing, question);
    }

    private <T> T call(EngineInstance used, boolean writing, Question<T> question) {
        if (!used.enter()) {
            throw Lease.gone(health);
        }
        try {
            return question.of(used.engine());
        } catch (TributaryException e) {
            if (writing) {
                health.seenInCommit(e);
            } else {
                health.seen(e, false);
            }
            throw Lease.told(e, health);
        } finally {
            used.leave();
        }
    }

    /** Asks like {@link #ask}, for what commits by itself. */
    <T> T change(Question<T> question) {
        return ask(true, engine -> {
            try {
                return health.changing(CallsUnderWay.Kind.CHANGE, () -> question.of(engine));
            } catch (TributaryException e) {
                boolean isKnown =
                        switch (e.code()) {
                            // The engine does not tell how far it came, as within a commit.
                            case ENGINE, ENGINE_DOWN, ENGINE_DOWN_DISK_FULL -> false;
                            default -> true;
                        };
                if (isKnown) {
                    throw e;
                }
                health.seenInCommit(e);
                throw new TributaryException(
                        ErrorCode.OUTCOME_UNKNOWN,
                        "the engine failed within a change, and whether it took place is unknown: " + e.why(),
                        e);
            }
        });
    }

    void run(Consumer<TableEngine> body) {
        change(engine -> {
            body.accept(engine);
            return true;
        });
    }

    interface Holding<T> {
        T of(EngineInstance used, TableEngine engine);
    }

    /**
     * What begins something that is held.
     *
     * @param refusal of its health, or null
     */
    <T> T hold(@Nullable TributaryException refusal, Holding<T> holding) {
        refuse(refusal);
        EngineInstance used = instance;
        return call(used, false, engine -> holding.of(used, engine));
    }
}
