package io.tributary.backend.record;

import io.tributary.backend.batch.Batch;
import io.tributary.contract.error.TributaryException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The batches that a start found in the log and the engine did not have, until each is committed: the agent commits them
 * like its own while loads are taken already, and who reads such a table or writes to it alone waits for its last one. Changed
 * by the ingest agent's thread; any thread may ask.
 */
public final class RecoveredBatches {
    private static final Logger log = LoggerFactory.getLogger(RecoveredBatches.class);

    private final String logEpoch;
    private final long firstLsn;
    private final long beganNanos;
    private final int batches;
    private final ConcurrentMap<Long, Table> tables = new ConcurrentHashMap<>();

    private volatile RecoveryProgress progress;
    private long rows;

    private static final class Table {
        /** Who waits for it; each leaves when its future is completed, by whom ever. */
        final ConcurrentMap<Object, CompletableFuture<Void>> waiting = new ConcurrentHashMap<>();
        /** Completes before anybody of those. */
        final CompletableFuture<Void> recovered = new CompletableFuture<>();

        int left;

        void recovered() {
            recovered.complete(null);
            waiting.values().forEach(each -> each.complete(null));
        }

        void failed(TributaryException reason) {
            recovered.completeExceptionally(reason);
            waiting.values().forEach(each -> each.completeExceptionally(reason));
        }

        /** Nobody's dependent: the table keeps nothing of who has given up. */
        CompletableFuture<Void> await() {
            CompletableFuture<Void> mine = new CompletableFuture<>();
            Object place = new Object();
            waiting.put(place, mine);
            CompletableFuture<?> unused = mine.whenComplete((done, error) -> waiting.remove(place));
            // Whoever completes them may have passed by before this one stood there.
            if (recovered.isDone()) {
                return recovered.copy();
            }
            return mine;
        }
    }

    /**
     * @param found in the log's order
     * @param firstLsn of what this process writes: a batch that was opened below it was found
     * @param nowNanos of a monotonic clock
     */
    public RecoveredBatches(long logEpoch, List<Batch> found, long firstLsn, long nowNanos) {
        this.logEpoch = Long.toHexString(logEpoch);
        this.firstLsn = firstLsn;
        this.beganNanos = nowNanos;
        this.batches = found.size();
        for (Batch batch : found) {
            tables.computeIfAbsent(batch.table().tableId(), id -> new Table()).left++;
        }
        progress = new RecoveryProgress(found.stream().mapToLong(Batch::bytes).sum(), 0);
        if (found.isEmpty()) {
            tell(nowNanos);
        }
    }

    /** Whether the start found it. */
    public boolean contains(Batch batch) {
        return batch.lowestLsn() < firstLsn;
    }

    /** The engine has it. */
    public void committed(Batch batch, long nowNanos) {
        if (contains(batch)) {
            rows += batch.rows() - batch.refusedPart().rows();
            over(batch, nowNanos);
        }
    }

    /** Its table was dropped. */
    public void discarded(Batch batch, long nowNanos) {
        if (contains(batch)) {
            over(batch, nowNanos);
        }
    }

    private void over(Batch batch, long nowNanos) {
        progress = progress.plus(new RecoveryProgress(0, batch.bytes()));
        long tableId = batch.table().tableId();
        Table table = tables.get(tableId);
        if (table == null) {
            throw new IllegalStateException("batch " + batch.txnId() + " of table " + tableId + " was recovered twice");
        }
        if (--table.left > 0) {
            return;
        }
        tables.remove(tableId);
        if (tables.isEmpty()) {
            tell(nowNanos);
        }
        table.recovered();
    }

    private void tell(long nowNanos) {
        log.info(
                "log recovered: epoch={} batches={} rows={} millis={}",
                logEpoch,
                batches,
                rows,
                TimeUnit.NANOSECONDS.toMillis(nowNanos - beganNanos));
    }

    /** Nobody commits them any more: the next start does. */
    public void abandon(TributaryException reason) {
        tables.values().forEach(table -> table.failed(reason));
    }

    /** Tables of which some are not committed. */
    public Set<Long> tables() {
        return tables.isEmpty() ? Set.of() : Set.copyOf(tables.keySet());
    }

    public boolean isOver() {
        return tables.isEmpty();
    }

    public boolean isRecovering(long tableId) {
        return !tables.isEmpty() && tables.containsKey(tableId);
    }

    /** Completes, on the agent's thread, when all of this table are committed; fails if the agent ends before. The caller's own. */
    public CompletableFuture<Void> recovered(long tableId) {
        Table table = tables.get(tableId);
        return table == null ? CompletableFuture.completedFuture(null) : table.await();
    }

    /** How many wait for the tables. */
    int waiting() {
        return tables.values().stream().mapToInt(table -> table.waiting.size()).sum();
    }

    public RecoveryProgress progress() {
        return progress;
    }
}
