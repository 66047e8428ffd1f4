package io.tributary.backend.service.wait;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads on which requests of one kind may block on the engine. A request is admitted where it arrives, or when the tables
 * it needs are recovered, at most {@code engine_query_queue} beyond those that run, and keeps its place until it has ended,
 * even while it waits elsewhere without a thread (for the log, or for a client that reads slowly).
 *
 * <p>Each thread is had by one request at a time, in the order of asking. Who is to hold something that others wait for, a
 * table's turn or its barrier, has a thread ({@link Place#hold}) before it keeps it: nobody waits for one that waits for a
 * thread.
 */
public final class EnginePool implements AutoCloseable {
    private final ThreadPoolExecutor threads;
    private final int threadCount;
    private final int queueMax;
    private final AtomicInteger admitted = new AtomicInteger();

    private final Object lock = new Object();

    /** Steps that wait for a thread; of admitted requests only, so it needs no bound. */
    @GuardedBy("lock")
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

    /** Threads that nobody has. */
    @GuardedBy("lock")
    private int free;

    @GuardedBy("lock")
    private boolean draining;

    /** Whether somebody waits, for those who look without the lock. */
    private volatile boolean awaited;

    public EnginePool(int threadCount, int queueMax, ThreadFactory factory) {
        this.threadCount = threadCount;
        this.queueMax = queueMax;
        free = threadCount;
        threads = new ThreadPoolExecutor(
                threadCount, threadCount, 0, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), factory);
    }

    /** Lets threads that have had nothing to do for so long end. */
    public EnginePool endingIdle(long millis) {
        threads.setKeepAliveTime(millis, TimeUnit.MILLISECONDS);
        threads.allowCoreThreadTimeOut(true);
        return this;
    }

    /** A request's place; closing it twice is harmless. Its steps follow one another. */
    public final class Place implements AutoCloseable {
        private final AtomicInteger left = new AtomicInteger();
        private volatile boolean holds;

        private Place() {}

        /**
         * Runs the request's next step, at once if it holds a thread.
         *
         * @throws TributaryException {@code SERVER_SHUTDOWN}; the place is closed then, and the step does not run
         */
        public void run(Runnable step) {
            try {
                if (holds) {
                    threads.execute(step);
                } else {
                    takeThread(stepOf(step), false);
                }
            } catch (RejectedExecutionException e) {
                close();
                throw new TributaryException(
                        ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress; nothing was done", e);
            }
        }

        /**
         * Runs the next step when there is a thread, which is the request's from then on until the place is closed: what it
         * runs later runs without waiting.
         *
         * @throws TributaryException as {@link #run}
         */
        void hold(Runnable step) {
            try {
                takeThread(
                        () -> {
                            holds = true;
                            step.run();
                        },
                        false);
            } catch (RejectedExecutionException e) {
                close();
                throw new TributaryException(
                        ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress; nothing was done", e);
            }
        }

        /** Makes a thread the request's until the place is closed, if nobody has it; false: all are taken. */
        boolean holdNow() {
            synchronized (lock) {
                if (free == 0 || draining) {
                    return false;
                }
                free--;
            }
            holds = true;
            return true;
        }

        /** Gives back the thread that it holds. */
        void letGo() {
            holds = false;
            giveThreadBack();
        }

        /** Lets others run before the rest of a step that could go on later; false if nobody else waits. */
        public boolean letOthersRun(Runnable rest) {
            if (!awaited) {
                return false;
            }
            takeThread(stepOf(rest), true);
            return true;
        }

        private Runnable stepOf(Runnable step) {
            return () -> {
                try {
                    step.run();
                } finally {
                    giveThreadBack();
                }
            };
        }

        @Override
        public void close() {
            if (left.getAndIncrement() == 0) {
                admitted.decrementAndGet();
                if (holds) {
                    giveThreadBack();
                }
            }
        }
    }

    private void takeThread(Runnable step, boolean begun) {
        synchronized (lock) {
            if (draining && !begun) {
                throw new RejectedExecutionException("draining");
            }
            if (free == 0) {
                waiting.add(step);
                awaited = true;
                return;
            }
            free--;
        }
        threads.execute(step);
    }

    private void giveThreadBack() {
        Runnable next;
        synchronized (lock) {
            next = waiting.poll();
            awaited = !waiting.isEmpty();
            if (next == null) {
                free++;
                lock.notifyAll();
                return;
            }
        }
        try {
            threads.execute(next);
        } catch (RejectedExecutionException e) {
            // Closed: who waits for its answer is told by the end of his call.
            giveThreadBack();
        }
    }

    /** @throws TributaryException "server busy" if too many requests are under way */
    public Place admit() {
        if (admitted.incrementAndGet() > threadCount + queueMax) {
            admitted.decrementAndGet();
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "server busy: " + threadCount + " statements run and engine_query_queue " + queueMax
                            + " more wait; nothing was done, try again later");
        }
        return new Place();
    }

    /** Requests under way, for metrics. */
    public int admittedCount() {
        return admitted.get();
    }

    /** Takes no new step; waits for those that were taken. False: some still run. */
    public boolean drain(long timeoutMillis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        try {
            synchronized (lock) {
                draining = true;
                while (free < threadCount || !waiting.isEmpty()) {
                    long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                    if (millis <= 0) {
                        return false;
                    }
                    lock.wait(millis);
                }
            }
            threads.shutdown();
            return threads.awaitTermination(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
