package io.tributary.rpc.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Remembers what it was asked to do later, and does it when the test says that the time has come. */
final class StepTimer extends ScheduledThreadPoolExecutor {
    record Task(Runnable action, long delayMillis) {}

    private final List<Task> tasks = new ArrayList<>();

    StepTimer() {
        super(0);
    }

    @Override
    public synchronized ScheduledFuture<?> schedule(Runnable action, long delay, TimeUnit unit) {
        tasks.add(new Task(action, unit.toMillis(delay)));
        return (RunnableScheduledFuture<Object>)
                super.<Object>schedule((Callable<Object>) Object::new, 1, TimeUnit.DAYS);
    }

    synchronized List<Task> tasks() {
        return List.copyOf(tasks);
    }

    /** Runs all that was asked for so far. */
    void elapse() {
        List<Task> due;
        synchronized (this) {
            due = List.copyOf(tasks);
            tasks.clear();
        }
        due.forEach(task -> task.action().run());
    }
}
