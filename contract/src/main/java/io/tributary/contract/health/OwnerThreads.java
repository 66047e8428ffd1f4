package io.tributary.contract.health;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a server without which it does only half of what it promises: event loops, committers, timers. One that
 * dies of an error is remembered until the process ends, also where a pool replaces it: what it was at work on is left
 * half done, and nobody waits for it. Any thread.
 */
public final class OwnerThreads {
    /** Deaths that are told; of more the first ones say what happened. */
    private static final int DEATHS_MAX = 8;

    private final Listener listener;
    private final List<String> deaths = new ArrayList<>();
    private volatile boolean ending;

    /** Told of each death by the thread that dies, for the log. */
    public interface Listener {
        void died(String death, @Nullable Throwable error);
    }

    public OwnerThreads(Listener listener) {
        this.listener = listener;
    }

    /** Daemon threads {@code name-1}, {@code name-2}, …; each may end by itself, but not of an error. */
    public ThreadFactory named(String name) {
        AtomicInteger number = new AtomicInteger();
        return watched(task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((dead, told) -> {});
            return thread;
        });
    }

    /** The threads of another factory; each may end by itself, but not of an error. */
    public ThreadFactory watched(ThreadFactory factory) {
        return task -> factory.newThread(() -> run(task));
    }

    /**
     * Watches like {@link #watched}, but these threads must not end at all before {@link #ending}: their loops swallow the
     * error.
     */
    public ThreadFactory lasting(ThreadFactory factory) {
        return watched(task -> factory.newThread(() -> {
            task.run();
            if (!ending) {
                died(null);
            }
        }));
    }

    /** One thread for what is timed. A task that fails counts as the thread's death: its executor would say nothing of it. */
    public ScheduledThreadPoolExecutor timer(String name) {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, named(name)) {
            @Override
            protected void afterExecute(Runnable task, @Nullable Throwable error) {
                super.afterExecute(task, error);
                Throwable cause = error != null ? error : errorOf(task);
                if (cause != null) {
                    died(cause);
                }
            }
        };
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    /** Notes that threads end from now on because the server does. */
    public void ending() {
        ending = true;
    }

    /** One line for each thread that has died, with its name and the error; empty while all are well. */
    public List<String> deaths() {
        synchronized (deaths) {
            return List.copyOf(deaths);
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            died(e);
            throw e;
        }
    }

    private void died(@Nullable Throwable error) {
        if (ending) {
            return;
        }
        String death =
                "thread " + Thread.currentThread().getName() + (error == null ? " has ended" : " died of " + error);
        synchronized (deaths) {
            if (deaths.size() < DEATHS_MAX) {
                deaths.add(death);
            }
        }
        listener.died(death, error);
    }

    private static @Nullable Throwable errorOf(Runnable task) {
        if (!(task instanceof Future<?> future) || !future.isDone()) {
            return null;
        }
        try {
            future.get();
            return null;
        } catch (CancellationException e) {
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
