package io.tributary.bench.jmh;

import io.tributary.backend.ingest.LoadTask;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.contract.calls.BatchInfo;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A log that takes everything, stores nothing, and acknowledges on the thread that offers. */
final class InstantLog implements LogIngest {
    private static final long EPOCH = 0x0123_4567_89ab_cdefL;
    private static final long TXN_ID = 4711;

    @Override
    public boolean offer(LoadTask task) {
        task.listener().accepted(EPOCH, TXN_ID, task.sync());
        return true;
    }

    @Override
    public void onSpace(long tableId, Runnable wakeUp) {
        throw new IllegalStateException("this log is never full");
    }

    @Override
    public CompletableFuture<Void> sync(List<Long> tableIds) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<List<BatchInfo>> batches() {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<Barrier> barrier(long tableId) {
        return CompletableFuture.completedFuture(() -> {});
    }

    @Override
    public CompletableFuture<Void> dropTable(long tableId) {
        return CompletableFuture.completedFuture(null);
    }

    /** Nobody to tell: whoever offered a message's loads flushes their answers. */
    @Override
    public AutoCloseable onAcknowledged(Runnable flush) {
        return () -> {};
    }
}
