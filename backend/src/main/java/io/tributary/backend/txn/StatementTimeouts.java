package io.tributary.backend.txn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Statements that may run only so long. {@link #check}, called from time to time, interrupts those whose time is over, each
 * time again until they have ended: an interrupt misses what is just beginning. Any thread.
 */
public final class StatementTimeouts {
    private final LongSupplier nanoClock;
    private final Set<Running> running = ConcurrentHashMap.newKeySet();

    public StatementTimeouts(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /**
     * One statement, from its begin until it is closed, behind which no interrupt of it comes: a session's transaction runs
     * its next one then. Of its own thread but for {@link #interruptIfOver}.
     */
    public final class Running implements AutoCloseable {
        private final long millisMax;
        private final String limit;
        private final long beganNanos = nanoClock.getAsLong();

        /** Held while it is interrupted. */
        private final Object interruption = new Object();

        @GuardedBy("interruption")
        private @Nullable Runnable interrupter;

        @GuardedBy("interruption")
        private boolean interrupted;

        private Running(long millisMax, String limit) {
            this.millisMax = millisMax;
            this.limit = limit;
        }

        /** What makes the step that follows end soon, at once itself; called by any thread, maybe more than once. */
        public void interruptBy(Runnable interrupt) {
            synchronized (interruption) {
                interrupter = interrupt;
            }
        }

        private void endInterrupts() {
            synchronized (interruption) {
                interrupter = null;
            }
        }

        private boolean isOver() {
            return millisMax > 0 && nanoClock.getAsLong() - beganNanos >= TimeUnit.MILLISECONDS.toNanos(millisMax);
        }

        private void interruptIfOver() {
            synchronized (interruption) {
                Runnable interrupt = interrupter;
                if (interrupt != null && isOver()) {
                    interrupted = true;
                    interrupt.run();
                }
            }
        }

        /**
         * Fails if the time is over; to be asked before the statement's last step, which nothing interrupts from here on.
         *
         * @throws TributaryException {@code STATEMENT_TIMEOUT}
         */
        public void requireTime() {
            endInterrupts();
            if (isOver()) {
                throw timeout();
            }
        }

        /** What to tell the client of an error of the statement, which an interrupt may have brought about. */
        public RuntimeException told(RuntimeException error) {
            synchronized (interruption) {
                return interrupted ? timeout() : error;
            }
        }

        private TributaryException timeout() {
            return exceeded(limit + "; nothing of it was stored");
        }

        @Override
        public void close() {
            endInterrupts();
            running.remove(this);
        }
    }

    /** @param limit what bounds it, with its value */
    public static TributaryException exceeded(String limit) {
        return new TributaryException(
                ErrorCode.STATEMENT_TIMEOUT,
                "Query execution was interrupted, maximum statement execution time exceeded: it ran longer than "
                        + limit);
    }

    /** An INSERT whose rows the engine computes; 0: for ever. */
    Running beginInsert(int seconds) {
        return begin(1_000L * seconds, "insert_timeout = " + seconds + " s");
    }

    /** An UPDATE or DELETE; 0: for ever. */
    public Running beginChange(long millisMax) {
        return begin(millisMax, "query_timeout = " + millisMax / 1_000 + " s");
    }

    private Running begin(long millisMax, String limit) {
        Running begun = new Running(millisMax, limit);
        running.add(begun);
        return begun;
    }

    /** Interrupts what has run for too long. */
    public void check() {
        running.forEach(Running::interruptIfOver);
    }
}
