package io.tributary.backend.service;

import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads on which requests may block on the engine ({@code engine_query_threads}). A request is admitted where it
 * arrives, at most {@code engine_query_queue} beyond those that run, and keeps its place until it has ended, even while
 * it waits elsewhere without a thread (for a barrier, or for a client that reads slowly).
 */
public final class EnginePool implements AutoCloseable {
    private final ThreadPoolExecutor threads;
    private final int queueMax;
    private final int admittedMax;
    private final AtomicInteger admitted = new AtomicInteger();

    public EnginePool(int threadCount, int queueMax, ThreadFactory factory) {
        this.queueMax = queueMax;
        admittedMax = threadCount + queueMax;
        // What can be queued is what was admitted, so the queue itself needs no bound.
        threads = new ThreadPoolExecutor(
                threadCount, threadCount, 0, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), factory);
    }

    /** A request's place; closing it twice is harmless. */
    public final class Place implements AutoCloseable {
        private final AtomicInteger left = new AtomicInteger();

        private Place() {}

        /** Runs the request's next step. */
        void run(Runnable step) {
            try {
                threads.execute(step);
            } catch (RejectedExecutionException e) {
                close();
                throw new TributaryException(ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress", e);
            }
        }

        @Override
        public void close() {
            if (left.getAndIncrement() == 0) {
                admitted.decrementAndGet();
            }
        }
    }

    /** @throws TributaryException "server busy" if too many requests are under way */
    Place admit() {
        if (admitted.incrementAndGet() > admittedMax) {
            admitted.decrementAndGet();
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "server busy: " + threads.getMaximumPoolSize() + " statements run and engine_query_queue "
                            + queueMax + " more wait; nothing was done, try again later");
        }
        return new Place();
    }

    /** Requests under way, for metrics. */
    public int admittedCount() {
        return admitted.get();
    }

    /** Takes no new step; waits for those that run. False: some still run. */
    public boolean drain(long timeoutMillis) {
        threads.shutdown();
        try {
            return threads.awaitTermination(timeoutMillis, TimeUnit.MILLISECONDS);
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
