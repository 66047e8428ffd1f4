package io.tributary.frontend.execution;

import io.tributary.frontend.routing.RemoteCatalog;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One statement until it is answered, with the two reasons to start it again: the catalog it was planned against may be
 * older than the backend's (asked for once before a client hears that something is unknown), and the schema may change
 * between encoding and logging (planned and encoded anew, at most {@link #REPLANS_MAX} times).
 *
 * <p>Only planning and INSERTs are repeated: of neither anything is left when it fails. Event loop of the connection.
 */
final class StatementRun<T> {
    static final int REPLANS_MAX = 3;

    private final Work<T> work;
    private final RemoteCatalog catalog;
    private final ConnectionLoop loop;
    private final Consumer<T> done;
    private final Consumer<Throwable> failed;
    private boolean refreshed;
    private int replans;

    /** What is to be done; called again for each attempt. */
    interface Work<T> {
        CompletableFuture<? extends T> start();

        /** Whether what {@link #start} began may be repeated after it failed. */
        boolean isRepeatable();
    }

    StatementRun(
            Work<T> work, RemoteCatalog catalog, ConnectionLoop loop, Consumer<T> done, Consumer<Throwable> failed) {
        this.work = work;
        this.catalog = catalog;
        this.loop = loop;
        this.done = done;
        this.failed = failed;
    }

    void run() {
        CompletableFuture<? extends T> started;
        try {
            started = work.start();
        } catch (RuntimeException e) {
            retryOrFail(e, true);
            return;
        }
        CompletableFuture<?> unused = started.whenComplete((value, error) -> {
            if (error == null) {
                done.accept(value);
            } else {
                retryOrFail(ConnectionLoop.cause(error), work.isRepeatable());
            }
        });
    }

    private void retryOrFail(Throwable error, boolean repeatable) {
        if (!repeatable || !mayRetry(error)) {
            failed.accept(error);
            return;
        }
        CompletableFuture<?> unused = loop.resume(catalog.refresh()).whenComplete((snapshot, refreshError) -> {
            if (refreshError == null) {
                run();
            } else {
                failed.accept(error);
            }
        });
    }

    private boolean mayRetry(Throwable error) {
        if (!(error instanceof TributaryException refused)) {
            return false;
        }
        if (refused.code() == ErrorCode.SCHEMA_VERSION_MISMATCH) {
            return replans++ < REPLANS_MAX;
        }
        boolean unknown =
                switch (refused.code()) {
                    case UNKNOWN_DATABASE, UNKNOWN_TABLE, UNKNOWN_COLUMN, COLUMN_COUNT -> true;
                    default -> false;
                };
        if (!unknown || refreshed) {
            return false;
        }
        refreshed = true;
        return true;
    }
}
