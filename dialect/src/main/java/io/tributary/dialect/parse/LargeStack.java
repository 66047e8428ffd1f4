package io.tributary.dialect.parse;

import io.tributary.contract.error.TributaryException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** A thread for what recurses too deeply for the stack of whoever asks. */
final class LargeStack {
    /** Measured: 200 levels of subqueries, or 500 joins, need a tenth. */
    private static final long BYTES = 16L << 20;

    private LargeStack() {}

    static <T> T call(Supplier<T> recursion) {
        FutureTask<T> task = new FutureTask<>(recursion::get);
        new Thread(null, task, "tributary-parse", BYTES).start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            if (e.getCause() instanceof StackOverflowError) {
                throw TributaryException.notSupported("a statement that nests this deeply");
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
