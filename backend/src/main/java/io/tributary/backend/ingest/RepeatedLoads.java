package io.tributary.backend.ingest;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.ingest.answer.Answers;
import io.tributary.backend.ingest.answer.HeldAnswers;
import io.tributary.backend.keys.LoadKeys;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.IdempotencyKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides, before a load is logged, whether it was made before under its idempotency key, and answers it as the first one
 * was or will be: one of a load that reads are bound to see, and an async one of an async load, after the next force, any other
 * after the commit of its batch. Ingest agent's thread.
 */
final class RepeatedLoads {
    private final LoadKeys keys;
    private final Inbox inbox;
    private final Answers answers;
    private final HeldAnswers held;
    private final long logEpoch;
    private final List<Repetition> unforced = new ArrayList<>();

    private record Repetition(LoadTask task, LoadKeys.Known first) {}

    RepeatedLoads(LoadKeys keys, Inbox inbox, Answers answers, HeldAnswers held, long logEpoch) {
        this.keys = keys;
        this.inbox = inbox;
        this.answers = answers;
        this.held = held;
        this.logEpoch = logEpoch;
    }

    /** Whether the load must not be logged: it is answered now or, when the first one is, later. */
    boolean takes(LoadTask task, IdempotencyKey key) {
        LoadKeys.Known first = keys.find(task.tableId(), key);
        if (first == null) {
            return refusesUnknown(task) || refusesOneMore(task);
        }
        if (first.rowsDigest() != key.rowsDigest()) {
            refuse(
                    task,
                    new TributaryException(
                            ErrorCode.DUPLICATE_KEY,
                            "Duplicate entry '" + key.text() + "' for key '" + IdempotencyKey.VARIABLE
                                    + "': the load that was made under it, in transaction " + first.txnId()
                                    + ", had other rows; nothing was stored"));
            return true;
        }
        Batch batch = first.batch();
        if (batch == null) {
            inbox.release(task.bytes());
            answers.repeated(task.listener(), first.logEpoch(), first.txnId(), true, first.firstId());
        } else if (batch.isBound(first.load())) {
            unforced.add(new Repetition(task, first));
        } else if (task.sync() || batch.isSync(first.load())) {
            // Nobody was told yet that the first one is safe: it may still be refused at the commit.
            inbox.release(task.bytes());
            batch.await(first.load(), answers.awaitingRepeated(task.listener(), first.firstId()));
        } else {
            unforced.add(new Repetition(task, first));
        }
        return true;
    }

    private boolean refusesUnknown(LoadTask task) {
        if (!keys.isUnknown(task.tableId())) {
            return false;
        }
        refuse(
                task,
                new TributaryException(
                        ErrorCode.ENGINE_DOWN,
                        "the engine of the table has not said yet which " + IdempotencyKey.VARIABLE
                                + "s it keeps, so whether this load was made before is not known; nothing was stored:"
                                + " try again, or send loads without a key"));
        return true;
    }

    private boolean refusesOneMore(LoadTask task) {
        if (!keys.isFull()) {
            return false;
        }
        refuse(
                task,
                new TributaryException(
                        ErrorCode.LIMIT_OR_LOCK_WAIT,
                        "idempotency_keys_max = " + keys.max()
                                + " keys are known already; nothing was stored: wait until"
                                + " the oldest have been kept for label_keep_max_second, or send loads without a key"));
        return true;
    }

    /** The load with this key was logged and is in the batch. */
    void logged(IdempotencyKey key, Batch batch) {
        batch.addKey(key);
        keys.added(key, batch, batch.loads() - 1);
    }

    /** Whether somebody waits for a force. */
    boolean isForceAwaited() {
        return !unforced.isEmpty();
    }

    /** Answers those who waited for a force, after it; returns how many. */
    int acknowledge() {
        if (unforced.isEmpty()) {
            return 0;
        }
        int count = unforced.size();
        for (Repetition repetition : unforced) {
            LoadTask task = repetition.task();
            LoadKeys.Known first = repetition.first();
            inbox.release(task.bytes());
            // Who repeats a load learns of it as its first writer does.
            held.give(
                    task.tableId(),
                    () -> answers.repeated(task.listener(), logEpoch, first.txnId(), false, first.firstId()));
        }
        unforced.clear();
        return count;
    }

    /** The log failed before the first ones were known to be durable. */
    void refuseUnforced(TributaryException error) {
        unforced.forEach(repetition -> refuse(repetition.task(), error));
        unforced.clear();
    }

    private void refuse(LoadTask task, TributaryException error) {
        inbox.release(task.bytes());
        answers.refused(task.listener(), error);
    }
}
