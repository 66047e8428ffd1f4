package io.tributary.backend.service;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs what it was asked to do later when the test says that the time has come. */
public final class ManualTimer extends ScheduledThreadPoolExecutor {
    private final List<Runnable> tasks = new ArrayList<>();

    public ManualTimer() {
        super(0);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable action, long delay, TimeUnit unit) {
        synchronized (tasks) {
            tasks.add(action);
        }
        return super.schedule(Executors.callable(() -> {}), 1, TimeUnit.DAYS);
    }

    public void elapse() {
        List<Runnable> due;
        synchronized (tasks) {
            due = List.copyOf(tasks);
            tasks.clear();
        }
        due.forEach(Runnable::run);
    }

    /** Those of waits that have ended since, too. */
    public int taskCount() {
        synchronized (tasks) {
            return tasks.size();
        }
    }
}
