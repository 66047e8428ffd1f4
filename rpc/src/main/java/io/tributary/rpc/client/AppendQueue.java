package io.tributary.rpc.client;

import io.tributary.contract.calls.LoadRequest;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.IdempotencyKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Loads of all sessions on their way onto one append stream: whatever is queued when the flusher comes by travels in one
 * message. Any thread may add; the queue's other end, the stream and the back-off belong to the flusher alone.
 *
 * <p>A load that finds the bytes of the queue taken is parked: it waits its turn in the same line, and is counted as one
 * statement instead of by its bytes, which its session holds anyway. Every load waits until its deadline at most; one
 * that was not sent by then stored nothing, and its error says so.
 */
final class AppendQueue implements AppendStream.Owner {
    /** Loads, beside the queue's bytes, that may wait in line; a session has one at most. */
    static final int PARKED_LOADS_MAX = 16_384;

    private static final long RECONNECT_MILLIS_MIN = 20;

    private final Executor flusher;
    private final ScheduledExecutorService timer;
    private final ClientOptions options;
    private final Consumer<AppendStream> open;

    private final ConcurrentLinkedQueue<PendingLoad> added = new ConcurrentLinkedQueue<>();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final AtomicInteger parkedLoads = new AtomicInteger();
    private final AtomicBoolean drainScheduled = new AtomicBoolean();
    private volatile @Nullable TributaryException closed;
    private volatile @Nullable TributaryException lastBreak;
    private final AtomicInteger failures = new AtomicInteger();

    // Flusher only.
    private final ArrayDeque<PendingLoad> unsent = new ArrayDeque<>();
    private @Nullable AppendStream stream;
    private boolean pausing;
    private boolean expiryScheduled;

    /** @param open starts the Append call with this observer */
    AppendQueue(Executor flusher, ScheduledExecutorService timer, ClientOptions options, Consumer<AppendStream> open) {
        this.flusher = flusher;
        this.timer = timer;
        this.options = options;
        this.open = open;
    }

    CompletableFuture<LoadResult> add(LoadRequest request) {
        long bytes = request.bytes();
        TributaryException end = closed;
        if (end != null) {
            return CompletableFuture.failedFuture(end);
        }
        if (bytes > GrpcBackendClient.ROW_BYTES_MAX) {
            return tooLarge(bytes, "the message limit of " + GrpcBackendClient.ROW_BYTES_MAX);
        }
        if (bytes > options.appendQueueBytes()) {
            return tooLarge(bytes, "append_queue_bytes " + options.appendQueueBytes());
        }
        boolean parked = queuedBytes.addAndGet(bytes) > options.appendQueueBytes();
        if (parked) {
            queuedBytes.addAndGet(-bytes);
            if (parkedLoads.incrementAndGet() > PARKED_LOADS_MAX) {
                parkedLoads.decrementAndGet();
                return refused(
                        ErrorCode.LIMIT_OR_LOCK_WAIT,
                        "append_queue_bytes " + options.appendQueueBytes() + " is full and " + PARKED_LOADS_MAX
                                + " loads wait for room in it; " + IdempotencyKey.nothingStored(request.key())
                                + ", try again later");
            }
        }
        PendingLoad load = new PendingLoad(
                request,
                bytes,
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.queueTimeoutMillis()),
                parked);
        added.add(load);
        scheduleDrain();
        return load.answer;
    }

    private static CompletableFuture<LoadResult> tooLarge(long bytes, String limit) {
        return refused(ErrorCode.LOAD_TOO_LARGE, "load of " + bytes + " bytes exceeds " + limit);
    }

    private static CompletableFuture<LoadResult> refused(ErrorCode code, String message) {
        return CompletableFuture.failedFuture(new TributaryException(code, message));
    }

    private void counted(PendingLoad load) {
        if (load.parked) {
            parkedLoads.incrementAndGet();
        } else {
            queuedBytes.addAndGet(load.bytes);
        }
    }

    private void uncounted(PendingLoad load) {
        if (load.parked) {
            parkedLoads.decrementAndGet();
        } else {
            queuedBytes.addAndGet(-load.bytes);
        }
    }

    private void scheduleDrain() {
        if (drainScheduled.compareAndSet(false, true)) {
            try {
                flusher.execute(this::drain);
            } catch (RejectedExecutionException e) {
                drainScheduled.set(false);
                close(new TributaryException(ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress"));
                failAll();
            }
        }
    }

    private void drain() {
        drainScheduled.set(false);
        for (PendingLoad load = added.poll(); load != null; load = added.poll()) {
            unsent.add(load);
        }
        if (closed != null) {
            failAll();
            return;
        }
        AppendStream current = openStream();
        while (current != null && !unsent.isEmpty() && current.isReady()) {
            List<PendingLoad> loads = nextMessage();
            if (!current.send(loads)) {
                for (int i = loads.size() - 1; i >= 0; i--) {
                    PendingLoad load = loads.get(i);
                    counted(load);
                    unsent.addFirst(load);
                }
                break;
            }
        }
        scheduleExpiry();
    }

    private List<PendingLoad> nextMessage() {
        List<PendingLoad> loads = new ArrayList<>();
        long bytes = 0;
        for (PendingLoad load = unsent.peek(); load != null; load = unsent.peek()) {
            boolean full = bytes + load.bytes > options.messageBytesMax() || loads.size() == options.messageLoadsMax();
            if (full && !loads.isEmpty()) {
                break;
            }
            loads.add(load);
            bytes += load.bytes;
            unsent.remove();
            uncounted(load);
        }
        return loads;
    }

    private @Nullable AppendStream openStream() {
        AppendStream current = stream;
        if (current != null && current.isBroken()) {
            stream = null;
            current = null;
            pause();
        }
        if (current == null && !pausing && !unsent.isEmpty()) {
            current = new AppendStream(this);
            stream = current;
            open.accept(current);
        }
        return current;
    }

    private void pause() {
        pausing = true;
        int doublings = Math.min(failures.getAndIncrement(), 20);
        onTimer(
                () -> {
                    pausing = false;
                    drain();
                },
                Math.min(options.reconnectMillisMax(), RECONNECT_MILLIS_MIN << doublings));
    }

    private void scheduleExpiry() {
        PendingLoad oldest = unsent.peek();
        if (oldest != null && !expiryScheduled) {
            expiryScheduled = true;
            long nanos = Math.max(0, oldest.deadlineNanos - System.nanoTime());
            onTimer(this::expire, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
        }
    }

    private void expire() {
        expiryScheduled = false;
        long now = System.nanoTime();
        for (PendingLoad load = unsent.peek(); load != null && load.deadlineNanos - now <= 0; load = unsent.peek()) {
            unsent.remove();
            uncounted(load);
            load.answer.completeExceptionally(lateError(load.request.key()));
        }
        scheduleExpiry();
    }

    private TributaryException lateError(@Nullable IdempotencyKey key) {
        TributaryException broken = lastBreak;
        return broken != null
                ? new TributaryException(
                        ErrorCode.BACKEND_UNAVAILABLE,
                        "no connection to the backend for " + options.queueTimeoutMillis()
                                + " ms (group_commit_queue_timeout_ms); nothing was sent, "
                                + IdempotencyKey.nothingStored(key) + ": "
                                + broken.getMessage(),
                        broken)
                : new TributaryException(
                        ErrorCode.LIMIT_OR_LOCK_WAIT,
                        "the backend took no more rows for " + options.queueTimeoutMillis()
                                + " ms (group_commit_queue_timeout_ms); "
                                + IdempotencyKey.nothingStored(key) + ", try again later");
    }

    @Override
    public void ready() {
        scheduleDrain();
    }

    @Override
    public void alive() {
        failures.set(0);
        lastBreak = null;
    }

    @Override
    public void broken(AppendStream ended, TributaryException error) {
        lastBreak = error;
        scheduleDrain();
    }

    /** Runs this on the flusher after a while. */
    private void onTimer(Runnable task, long millis) {
        try {
            ScheduledFuture<?> unused = timer.schedule(
                    () -> {
                        try {
                            flusher.execute(task);
                        } catch (RejectedExecutionException e) {
                            close(new TributaryException(ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress"));
                        }
                    },
                    millis,
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            close(new TributaryException(ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress"));
        }
    }

    /** Refuses what comes, fails what waits. */
    void close(TributaryException reason) {
        if (closed == null) {
            closed = reason;
            scheduleDrain();
        }
    }

    private void failAll() {
        TributaryException reason = closed;
        if (reason == null) {
            return;
        }
        AppendStream current = stream;
        stream = null;
        if (current != null) {
            current.cancel(reason);
        }
        for (PendingLoad load = added.poll(); load != null; load = added.poll()) {
            unsent.add(load);
        }
        for (PendingLoad load = unsent.poll(); load != null; load = unsent.poll()) {
            uncounted(load);
            load.answer.completeExceptionally(reason);
        }
    }
}
