package io.tributary.frontend;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.tributary.contract.health.OwnerThreads;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads for what would keep an event loop too long, with a queue before them that has a name and a limit. Any thread. */
final class WorkPool implements Executor, AutoCloseable {
    private static final int IDLE_SECONDS_MAX = 30;

    private final ThreadPoolExecutor threads;

    /**
     * @param name of the queue, as an error tells it, with {@code _queue} behind it
     * @param queueTasksMax more are refused
     */
    WorkPool(String name, int threadCount, int queueTasksMax, OwnerThreads owners) {
        threads = new ThreadPoolExecutor(
                threadCount,
                threadCount,
                IDLE_SECONDS_MAX,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(queueTasksMax),
                owners.watched(new DefaultThreadFactory("tributary-" + name.replace('_', '-'), true)),
                (task, pool) -> {
                    throw new RejectedExecutionException(name + "_queue of " + queueTasksMax + " tasks is full");
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** @throws RejectedExecutionException where the queue is full; its message names the limit */
    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /** Interrupts what runs and drops what waits. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
