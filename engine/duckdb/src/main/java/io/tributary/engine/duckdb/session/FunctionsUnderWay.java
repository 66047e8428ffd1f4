package io.tributary.engine.duckdb.session;

import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * MySQL's functions while they are made for an instance, on a thread and a connection of their own: they take a good part of what
 * opening an engine takes, and its file has no part in them.
 */
public final class FunctionsUnderWay implements AutoCloseable {
    private final FutureTask<@Nullable Void> making;

    private FunctionsUnderWay(FutureTask<@Nullable Void> making) {
        this.making = making;
    }

    /** Whoever calls this closes it before the instance is used, or closed. */
    public static FunctionsUnderWay begin(DuckDBConnection root) {
        FutureTask<@Nullable Void> making = new FutureTask<>(() -> {
            try (DuckDBConnection connection = root.duplicate()) {
                StepFunction.register(connection);
                ValueFunctions.register(connection);
            }
            return null;
        });
        new Thread(making, "engine-functions").start();
        return new FunctionsUnderWay(making);
    }

    /** Waits also for those that are not wanted any more. */
    @Override
    public void close() throws SQLException {
        await();
    }

    /** Returns when they are made, whoever interrupts. */
    public void await() throws SQLException {
        boolean isInterrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    making.get();
                    return;
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof SQLException cause ? cause : new SQLException(e.getCause());
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
