package io.tributary.backend.service;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The end of a wait for the log. Any thread. */
final class Deadline {
    private Deadline() {}

    /** Runs {@code ending} on the timer's thread unless {@code waited} has ended by then. */
    static void end(CompletableFuture<?> waited, ScheduledExecutorService timer, Runnable ending, long millis) {
        try {
            ScheduledFuture<?> end = timer.schedule(ending, millis, TimeUnit.MILLISECONDS);
            var unused = waited.whenComplete((done, error) -> end.cancel(false));
        } catch (RejectedExecutionException e) {
            // The backend is closing: the log ends every wait itself when it ends.
        }
    }
}
