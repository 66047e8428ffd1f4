package io.tributary.frontend.execution;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.routing.RemoteCatalog;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One statement until it is answered, with the two reasons to start it again: the catalog it was planned against may be
 * older than the backend's (asked for once before a client hears that something is unknown), and the schema may change
 * between encoding and logging (planned and encoded anew, at most {@link #REPLANS_MAX} times).
 *
 * <p>What is repeated is planning, INSERT, UPDATE, DELETE and changes of one table: of none anything is left when it fails. Where
 * the failure aborted the transaction it belonged to, the client hears why and not that the repetition found it aborted.
 *
 * <p>Whatever is thrown on the way becomes the answer: a future would swallow it, and the client would wait for ever.
 * Event loop of the connection.
 */
public final class StatementRun<T> {
    /** Each waits for the schema change that was in its way, so this many follow one another closely. */
    public static final int REPLANS_MAX = 50;

    private final Work<T> work;
    private final RemoteCatalog catalog;
    private final ConnectionLoop loop;
    private final Consumer<T> done;
    private final Consumer<Throwable> failed;
    private boolean refreshed;
    private int replans;
    private @Nullable Throwable repeatedFor;

    /** What is to be done; called again for each attempt. */
    public interface Work<T> {
        CompletableFuture<? extends T> start();

        /** Whether what {@link #start} began may be repeated after it failed. */
        boolean isRepeatable();

        /** Work that is done once. */
        static <T> Work<T> once(Supplier<CompletableFuture<? extends T>> start) {
            return of(start, false);
        }

        /** Work that leaves nothing behind when it fails. */
        static <T> Work<T> repeatable(Supplier<CompletableFuture<? extends T>> start) {
            return of(start, true);
        }

        private static <T> Work<T> of(Supplier<CompletableFuture<? extends T>> start, boolean isRepeatable) {
            return new Work<>() {
                @Override
                public CompletableFuture<? extends T> start() {
                    return start.get();
                }

                @Override
                public boolean isRepeatable() {
                    return isRepeatable;
                }
            };
        }
    }

    public StatementRun(
            Work<T> work, RemoteCatalog catalog, ConnectionLoop loop, Consumer<T> done, Consumer<Throwable> failed) {
        this.work = work;
        this.catalog = catalog;
        this.loop = loop;
        this.done = done;
        this.failed = failed;
    }

    public void run() {
        CompletableFuture<? extends T> started;
        try {
            started = work.start();
        } catch (RuntimeException e) {
            retryOrFail(e, true);
            return;
        } catch (Throwable e) {
            failed.accept(e);
            return;
        }
        CompletableFuture<?> unused = started.whenComplete((value, error) -> {
            if (error == null) {
                answer(value);
            } else {
                retryOrFail(ConnectionLoop.cause(error), work.isRepeatable());
            }
        });
    }

    private void answer(T value) {
        try {
            done.accept(value);
        } catch (Throwable e) {
            failed.accept(e);
        }
    }

    private void retryOrFail(Throwable error, boolean repeatable) {
        if (!repeatable || !mayRetry(error)) {
            failed.accept(reason(error));
            return;
        }
        repeatedFor = error;
        CompletableFuture<?> unused = loop.resume(catalog.refresh()).whenComplete((snapshot, refreshError) -> {
            if (refreshError == null) {
                run();
            } else {
                failed.accept(error);
            }
        });
    }

    private Throwable reason(Throwable error) {
        Throwable first = repeatedFor;
        boolean aborted =
                error instanceof TributaryException refused && refused.code() == ErrorCode.TRANSACTION_ABORTED;
        return aborted && first != null ? first : error;
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
                    case UNKNOWN_DATABASE,
                            UNKNOWN_TABLE,
                            UNKNOWN_COLUMN,
                            COLUMN_COUNT,
                            UNKNOWN_PARTITION,
                            NO_PARTITION -> true;
                    default -> false;
                };
        if (!unknown || refreshed) {
            return false;
        }
        refreshed = true;
        return true;
    }
}
