package io.tributary.backend.service;

import io.tributary.backend.ingest.LoadTask;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.backend.record.RecoveryProgress;
import io.tributary.contract.calls.BatchInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A log whose inbox has room for as many loads as the test says, and which answers when told. One thread. */
public final class FakeLog implements LogIngest {
    final List<LoadTask> taken = new ArrayList<>();
    public final List<Long> synced = new ArrayList<>();
    final List<BatchInfo> batches = new ArrayList<>();
    /** Barriers that wait for what was acknowledged before them, while {@link #commitsPending}. */
    final List<CompletableFuture<Barrier>> barriers = new ArrayList<>();
    /** Syncs that wait, likewise. */
    final List<CompletableFuture<Void>> syncs = new ArrayList<>();

    volatile boolean commitsPending;
    /** Whether it does not even tell of its batches. */
    boolean hangs;

    int room = Integer.MAX_VALUE;
    /** How many logs there are; a second one is for all tables but 7. */
    int logs = 1;
    /** Whether the second log is full, whatever {@link #room} says. */
    boolean secondIsFull;

    final List<Runnable> secondWaiters = new ArrayList<>();
    /** Tables that are being recovered, until they are taken out. */
    public final Map<Long, CompletableFuture<Void>> recovering = new ConcurrentHashMap<>();

    /** Tables with rows that reads are bound to see, until they are taken out. */
    public final Set<Long> bound = ConcurrentHashMap.newKeySet();
    /** Reads that wait for those. */
    final List<CompletableFuture<Void>> readers = new CopyOnWriteArrayList<>();
    /** Tables of which a snapshot was taken at once, and whether that is over. */
    public final List<Set<Long>> holds = new CopyOnWriteArrayList<>();

    /** What happens while a read waits for those. */
    public volatile Runnable whileHeld = () -> {};

    /** Tables whose log has failed. */
    public final Set<Long> stranded = ConcurrentHashMap.newKeySet();

    public final AtomicInteger held = new AtomicInteger();
    /** How many of the next holds find no moment. */
    public final AtomicInteger heldUp = new AtomicInteger();
    /** What was given to those who wait for such tables. */
    public final List<CompletableFuture<Void>> parts = new CopyOnWriteArrayList<>();

    public RecoveryProgress progress = RecoveryProgress.NONE;
    private final List<Runnable> waiters = new ArrayList<>();
    private final List<Runnable> flushes = new ArrayList<>();

    @Override
    public boolean offer(LoadTask task) {
        if (logOf(task.tableId()) == 1 ? secondIsFull : room == 0) {
            return false;
        }
        room--;
        taken.add(task);
        return true;
    }

    @Override
    public void onSpace(long tableId, Runnable wakeUp) {
        (logOf(tableId) == 1 ? secondWaiters : waiters).add(wakeUp);
    }

    @Override
    public int logs() {
        return logs;
    }

    @Override
    public int logOf(long tableId) {
        return logs == 1 || tableId == 7 ? 0 : 1;
    }

    void makeRoomInTheSecond() {
        secondIsFull = false;
        List<Runnable> woken = List.copyOf(secondWaiters);
        secondWaiters.clear();
        woken.forEach(Runnable::run);
    }

    void makeRoom(int loads) {
        room = loads;
        List<Runnable> woken = List.copyOf(waiters);
        waiters.clear();
        woken.forEach(Runnable::run);
    }

    /** Accepts what was taken, as one cycle of the agent does. */
    void acceptAll(long epoch, long txnId) {
        List<LoadTask> loads = List.copyOf(taken);
        taken.clear();
        loads.forEach(load -> load.listener().accepted(epoch, txnId, load.sync()));
        flush();
    }

    void flush() {
        List.copyOf(flushes).forEach(Runnable::run);
    }

    int listeners() {
        return flushes.size();
    }

    @Override
    public CompletableFuture<Void> sync(List<Long> tableIds) {
        synced.addAll(tableIds);
        if (!commitsPending) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> waiting = new CompletableFuture<>();
        syncs.add(waiting);
        return waiting;
    }

    /** Everything that is waited for is committed, and nothing is pending any more. */
    void commitAll() {
        commitsPending = false;
        syncs.forEach(sync -> sync.complete(null));
        barriers.forEach(barrier -> barrier.complete(() -> {}));
    }

    @Override
    public boolean isBound(long tableId) {
        return bound.contains(tableId);
    }

    @Override
    public Collection<Long> bound() {
        return List.copyOf(bound);
    }

    @Override
    public Set<Long> stranded() {
        return Set.copyOf(stranded);
    }

    @Override
    public CompletableFuture<Void> visible(Collection<Long> tableIds) {
        if (tableIds.stream().noneMatch(bound::contains)) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> reader = new CompletableFuture<>();
        readers.add(reader);
        return reader;
    }

    @Override
    public CompletableFuture<Hold> hold(Collection<Long> tableIds) {
        holds.add(Set.copyOf(tableIds));
        held.incrementAndGet();
        whileHeld.run();
        if (heldUp.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
            return CompletableFuture.completedFuture(held::decrementAndGet);
        }
        CompletableFuture<Hold> inVain = new CompletableFuture<>();
        CompletableFuture<?> unused = inVain.whenComplete((hold, error) -> held.decrementAndGet());
        return inVain;
    }

    /** What reads are bound to see is committed. */
    public void commitBound() {
        bound.clear();
        readers.forEach(reader -> reader.complete(null));
        readers.clear();
    }

    @Override
    public CompletableFuture<List<BatchInfo>> batches() {
        return hangs ? new CompletableFuture<>() : CompletableFuture.completedFuture(batches);
    }

    @Override
    public CompletableFuture<Barrier> barrier(long tableId) {
        if (!commitsPending) {
            return CompletableFuture.completedFuture(() -> {});
        }
        CompletableFuture<Barrier> waiting = new CompletableFuture<>();
        barriers.add(waiting);
        return waiting;
    }

    @Override
    public CompletableFuture<Void> dropTable(long tableId) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public AutoCloseable onAcknowledged(Runnable flush) {
        flushes.add(flush);
        return () -> flushes.remove(flush);
    }

    @Override
    public RecoveryProgress recovery() {
        return progress;
    }

    @Override
    public Set<Long> recovering() {
        return Set.copyOf(recovering.keySet());
    }

    @Override
    public CompletableFuture<Void> recovered(long tableId) {
        CompletableFuture<Void> table = recovering.get(tableId);
        if (table == null) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> part = table.copy();
        parts.add(part);
        return part;
    }
}
