package io.tributary.backend.engine;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The use of something that an instance of the engine gave away, until it is given back or the instance ends. One lock keeps
 * the end from coming in the middle of a call; nobody else contends for it.
 */
final class Lease implements EngineInstance.Held {
    private final EngineInstance instance;
    private final EngineHealth health;
    private final Runnable close;
    private final Runnable interrupt;
    private final ReentrantLock use = new ReentrantLock();
    private boolean ended;

    /**
     * @param close gives it back to the engine; once
     * @param interrupt makes a call that is under way end soon
     */
    Lease(EngineInstance instance, EngineHealth health, Runnable close, Runnable interrupt) {
        this.instance = instance;
        this.health = health;
        this.close = close;
        this.interrupt = interrupt;
        instance.hold(this);
    }

    /** @param writing see {@link EngineHealth#seen} */
    <T> T call(boolean writing, Supplier<T> body) {
        use.lock();
        try {
            if (ended) {
                throw gone(health);
            }
            return asked(writing, body);
        } finally {
            use.unlock();
        }
    }

    private <T> T asked(boolean writing, Supplier<T> body) {
        try {
            return body.get();
        } catch (TributaryException e) {
            health.seen(e, writing);
            throw told(e, health);
        }
    }

    void run(boolean writing, Runnable body) {
        call(writing, () -> {
            body.run();
            return true;
        });
    }

    /** Returns the error for what was begun in an instance that has ended: all of it is lost. */
    static TributaryException gone(EngineHealth health) {
        TributaryException refusal = health.refusal();
        return refusal != null
                ? refusal
                : new TributaryException(
                        ErrorCode.ENGINE_DOWN,
                        "the engine was opened again meanwhile, and what was begun is rolled back");
    }

    /** What a client hears instead of the engine's own words for being down. */
    static TributaryException told(TributaryException error, EngineHealth health) {
        boolean down = error.code() == ErrorCode.ENGINE_DOWN || error.code() == ErrorCode.ENGINE_DOWN_DISK_FULL;
        if (!down) {
            return error;
        }
        TributaryException refusal = health.refusal();
        // One of a server's connections may be lost alone, or its server refuse what it takes from others: it has said
        // why.
        return refusal == null ? error : refusal.causedBy(error);
    }

    /** What needs no engine any more where the instance has ended. */
    boolean unlessEnded(Runnable body) {
        use.lock();
        try {
            if (!ended) {
                body.run();
            }
            return !ended;
        } finally {
            use.unlock();
        }
    }

    /** Ends it; only its holder does, and once more is harmless. */
    void close() {
        use.lock();
        try {
            if (!ended) {
                finish();
            }
        } finally {
            use.unlock();
        }
    }

    private void finish() {
        ended = true;
        try {
            close.run();
        } finally {
            instance.release(this);
        }
    }

    @Override
    public void end() {
        if (!use.tryLock()) {
            interrupt.run();
            return;
        }
        try {
            if (!ended) {
                finish();
            }
        } finally {
            use.unlock();
        }
    }
}
