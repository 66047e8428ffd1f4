package io.tributary.backend.ingest;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.ReadPace;
import io.tributary.backend.ingest.answer.Acknowledgement;
import io.tributary.backend.ingest.answer.Answers;
import io.tributary.backend.ingest.answer.HeldAnswers;
import io.tributary.contract.row.RowBlock;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads in the log whose force or write is not over and is waited for: says when that is due, and answers them after it. Ingest
 * agent's thread.
 */
final class UnforcedLoads {
    /** Logged at most before a force, also when nobody waits for one: a later one would then take long. */
    static final long BYTES_MAX = 1 << 20;

    private final Inbox inbox;
    private final Answers answers;
    private final HeldAnswers held;
    private final List<Logged> logged = new ArrayList<>();
    /** Those whose force is that of their batch's SEAL, or comes at a time. */
    private final List<Logged> awaitingSeal = new ArrayList<>();

    private long sealAwaitedUntilNanos;
    private boolean forceAwaited;
    private long loads;
    private long rows;

    private record Logged(LoadTask task, Batch batch, boolean bindsReads) {}

    UnforcedLoads(LogState state) {
        inbox = state.inbox;
        answers = state.answers;
        held = state.held;
    }

    /** @param bindsReads whether reads are bound to see it from its answer on */
    void add(LoadTask task, Batch batch, boolean bindsReads) {
        logged.add(new Logged(task, batch, bindsReads));
        forceAwaited |= bindsReads || task.answered() == Acknowledgement.FORCED;
    }

    /**
     * Its answer will be followed by a read, which waits for the commit: a force before that of the SEAL would be one more, and
     * win nothing.
     */
    void awaitSeal(LoadTask task, Batch batch, long nowNanos) {
        if (awaitingSeal.isEmpty()) {
            sealAwaitedUntilNanos = nowNanos + ReadPace.WORK_NANOS;
        }
        awaitingSeal.add(new Logged(task, batch, true));
    }

    /** Returns the nanoseconds until loads that wait for a SEAL wait no longer; {@link Long#MAX_VALUE} if there are none. */
    long nanosUntilForce(long nowNanos) {
        return awaitingSeal.isEmpty() ? Long.MAX_VALUE : Math.max(0, sealAwaitedUntilNanos - nowNanos);
    }

    /** Whether somebody waits for the force now. */
    boolean isForceDue(long nowNanos) {
        return forceAwaited || nanosUntilForce(nowNanos) == 0;
    }

    /** Whether somebody waits for the operating system to have it. */
    boolean isWriteDue() {
        return !logged.isEmpty();
    }

    /** Everything is durable. */
    void forced() {
        forceAwaited = false;
        logged.addAll(awaitingSeal);
        awaitingSeal.clear();
    }

    /** Answers after a force, or the write that is enough for these; frees the places of async loads in the inbox. */
    int acknowledge() {
        int count = logged.size();
        for (Logged load : logged) {
            LoadTask task = load.task();
            placed(task);
            if (load.bindsReads()) {
                load.batch().bindReads();
            }
            if (load.bindsReads() && held.holds(task.tableId())) {
                held.give(
                        task.tableId(),
                        () -> answers.logged(task.listener(), load.batch().txnId()));
            } else {
                answers.logged(task.listener(), load.batch().txnId());
            }
        }
        logged.clear();
        return count;
    }

    /** Those that are answered otherwise: the log has failed. */
    List<LoadTask> takeAll() {
        forced();
        List<LoadTask> all = logged.stream().map(Logged::task).toList();
        logged.clear();
        return all;
    }

    /** A load needs its place in the inbox no more, and counts. */
    void placed(LoadTask task) {
        inbox.release(task.bytes());
        loads++;
        for (RowBlock block : task.blocks()) {
            rows += block.rowCount();
        }
    }

    long loads() {
        return loads;
    }

    long rows() {
        return rows;
    }
}
