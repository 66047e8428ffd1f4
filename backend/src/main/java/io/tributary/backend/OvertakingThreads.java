package io.tributary.backend;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks on a few threads, one after another, until one takes long: it keeps its thread, and those behind it get another
 * one, up to a bound. So a few tasks that wait for somebody's lock do not hold up the rest, and as long as none does, no more
 * run at once than is good for who serves them.
 */
final class OvertakingThreads extends ThreadPoolExecutor {
    private final ScheduledExecutorService timer;
    private final Bounds bounds;

    @GuardedBy("bounds")
    private int slow;

    /**
     * @param threads that run tasks which take no longer than {@code slowNanos}
     * @param threadsMax all of them
     * @param tasksMax tasks that wait; further ones are rejected
     */
    record Bounds(int threads, int threadsMax, long slowNanos, int tasksMax) {}

    /** @param timer looks at how long a task takes; once it is shut down, none overtakes another */
    OvertakingThreads(Bounds bounds, long idleMillis, ScheduledExecutorService timer, ThreadFactory factory) {
        super(
                bounds.threads,
                bounds.threads,
                idleMillis,
                TimeUnit.MILLISECONDS,
                new ArrayBlockingQueue<>(bounds.tasksMax),
                factory);
        this.bounds = bounds;
        this.timer = timer;
        allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        super.execute(new Timed(task));
    }

    private final class Timed implements Runnable {
        private final Runnable task;

        @GuardedBy("bounds")
        private boolean counted;

        @GuardedBy("bounds")
        private boolean ended;

        private Timed(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            Future<?> look = look();
            try {
                task.run();
            } finally {
                look.cancel(false);
                ends();
            }
        }

        private Future<?> look() {
            try {
                return timer.schedule(this::takesLong, bounds.slowNanos, TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException e) {
                return CompletableFuture.completedFuture(null); // The end has come.
            }
        }

        private void takesLong() {
            synchronized (bounds) {
                if (!ended) {
                    counted = true;
                    slow++;
                    resize();
                }
            }
        }

        private void ends() {
            synchronized (bounds) {
                ended = true;
                if (counted) {
                    slow--;
                    resize();
                }
            }
        }
    }

    @GuardedBy("bounds")
    private void resize() {
        int count = Math.min(bounds.threads + slow, bounds.threadsMax);
        if (count > getMaximumPoolSize()) {
            setMaximumPoolSize(count);
            setCorePoolSize(count); // starts threads for those that wait
        } else {
            setCorePoolSize(count);
            setMaximumPoolSize(count);
        }
    }
}
