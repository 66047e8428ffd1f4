package io.tributary.backend.ingest;

import io.tributary.contract.error.TributaryException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Who waits for the commit of everything that was in a table's batches when they asked. Ingest agent's thread. */
final class TableDrains {
    private final List<Drain> drains = new ArrayList<>();

    /** Completes when everything up to a position is committed. */
    private record Drain(long position, CompletableFuture<Void> done) {}

    CompletableFuture<Void> upTo(long position) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        drains.add(new Drain(position, done));
        return done;
    }

    boolean isEmpty() {
        return drains.isEmpty();
    }

    /** Everything up to this position is committed. */
    void committed(long position) {
        List<Drain> done =
                drains.stream().filter(drain -> drain.position() <= position).toList();
        drains.removeAll(done);
        done.forEach(drain -> drain.done().complete(null));
    }

    void fail(TributaryException error) {
        List<Drain> failed = List.copyOf(drains);
        drains.clear();
        failed.forEach(drain -> drain.done().completeExceptionally(error));
    }

    /** There is nothing left to wait for. */
    void complete() {
        committed(Long.MAX_VALUE);
    }
}
