package io.tributary.backend.txn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.backend.batch.TransactionHistory;
import io.tributary.backend.catalog.TableChanged;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.calls.TransactionInfo.Status;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads between their two phases: durable, each in a file of its own, and visible only when somebody commits them. They
 * survive a restart, and are aborted {@code stream_load_default_precommit_timeout_second} after the first phase. The label,
 * which each of them has, is written by the transaction that commits the rows: after a crash it tells whether that was done.
 *
 * <p>Any thread; all but {@link #find} and {@link #tables} block on the disk or the engine.
 */
public final class PrecommittedTransactions {
    private static final Logger log = LoggerFactory.getLogger(PrecommittedTransactions.class);

    private final PrecommittedFiles files;
    private final TableLookup tables;
    private final PrivateCommitter committer;
    private final Labels labels;
    private final TransactionHistory history;
    private final Supplier<ByteReservation> room;
    private final Limits limits;
    private final LongSupplier wallMillis;

    @GuardedBy("this")
    private final Map<Long, Entry> waiting = new HashMap<>();

    /**
     * @param countMax {@code precommitted_transactions_max}
     * @param timeoutSeconds {@code stream_load_default_precommit_timeout_second}
     */
    public record Limits(int countMax, long timeoutSeconds) {}

    /** Which one is meant: by its id, or by its label if that is not empty. */
    public record Name(String database, long txnId, String label) {
        private boolean names(PrecommittedFile.Head head) {
            return head.database().equals(database)
                    && (label.isEmpty() ? head.txnId() == txnId : head.label().equals(label));
        }

        @Override
        public String toString() {
            return label.isEmpty() ? "transaction [" + txnId + "]" : "transaction with label [" + label + "]";
        }
    }

    private static final class Entry {
        private final PrecommittedFile.Head head;
        private final Labels.Claim claim;
        /** Somebody commits or aborts it. */
        private boolean taken;

        Entry(PrecommittedFile.Head head, Labels.Claim claim) {
            this.head = head;
            this.claim = claim;
        }
    }

    /**
     * @param registry of the transactions whose first phase this ends; their budget of bytes is also that of a commit
     * @param wallMillis milliseconds since 1970
     */
    public PrecommittedTransactions(
            PrecommittedFiles files,
            TableLookup tables,
            PrivateCommitter committer,
            KnownLoads known,
            TransactionRegistry registry,
            Limits limits,
            LongSupplier wallMillis) {
        this.files = files;
        this.tables = tables;
        this.committer = committer;
        this.labels = known.labels();
        this.history = known.history();
        this.room = registry::reservation;
        this.limits = limits;
        this.wallMillis = wallMillis;
    }

    /** Finds those of before a restart. Called once, before anything else. */
    public synchronized void recover() throws IOException {
        for (PrecommittedFile.Head head : files.recover()) {
            recover(head);
        }
        if (!waiting.isEmpty()) {
            log.info("event=precommitted_recovered transactions={}", waiting.size());
        }
    }

    /**
     * A label is one load's at a time, and each takes its id, which only grow, while it has the label: of two with the same
     * label the larger id came later, when the other had ended. So in the order from the newest to the oldest:
     *
     * <ul>
     *   <li>The label was used by this load: it is committed.
     *   <li>It was used by a later one, or a later one waits with it: this one was aborted, failed, or was committed so
     *       long ago that its label was free again; its file could not be deleted then.
     *   <li>It was used by an earlier one: that was over when this load took the label, though it may not be by today's
     *       clock and {@code label_keep_max_second}. This load waits, as where nobody has used the label.
     * </ul>
     *
     * Only the first two have ended for certain. No load runs yet that could have the label without being one of these.
     */
    private synchronized void recover(PrecommittedFile.Head head) {
        // While its server is away nobody knows: it waits, and whoever ends it asks again.
        long user = labels.lastUserIfKnown(head.database(), head.label()).orElse(0);
        if (user == head.txnId()) {
            removeFile(head);
            return;
        }
        Optional<Labels.Claim> claim =
                user > head.txnId() ? Optional.empty() : labels.claimAgain(head.database(), head.label(), head.txnId());
        if (claim.isEmpty()) {
            log.warn(
                    "event=precommitted_ended_before file={} transaction={} database={} label={} a later load has its"
                            + " label, so it had ended; its file is removed",
                    files.of(head),
                    head.txnId(),
                    head.database(),
                    head.label());
            removeFile(head);
            return;
        }
        waiting.put(head.txnId(), new Entry(head, claim.get()));
    }

    /** However long ago: the label of one that waits is not forgotten. */
    private boolean isCommitted(PrecommittedFile.Head head) {
        return labels.lastUser(head.database(), head.label()).orElse(0) == head.txnId();
    }

    /**
     * The first phase: the rows of this transaction are durable when this returns. It is lost whether this succeeds or not.
     *
     * @param table that its rows are for
     */
    public LoadResult keep(LoadTransaction transaction, TableSchema table) {
        LoadTransaction.Prepared prepared = transaction.prepare(table);
        boolean kept = false;
        try {
            // Its disk is that of the file.
            committer.requireEngine(List.of(table.tableId()));
            PrecommittedFile.Head head = new PrecommittedFile.Head(
                    committer.newTxnId(),
                    prepared.label(),
                    table.database(),
                    table.name(),
                    table.tableId(),
                    table.schemaVersion(),
                    prepared.rows(),
                    prepared.blocks().size(),
                    wallMillis.getAsLong());
            Entry entry = new Entry(head, prepared.claim());
            entry.taken = true;
            admit(entry);
            try {
                files.write(head, prepared.blocks());
                kept = true;
            } finally {
                if (!kept) {
                    forget(entry);
                    files.removeUnfinished(head);
                    removeFile(head);
                }
            }
            prepared.claim().precommitted(head.txnId());
            giveBack(entry);
            return new LoadResult(head.label(), head.txnId(), false);
        } finally {
            if (!kept) {
                prepared.claim().close();
            }
            transaction.close();
        }
    }

    private synchronized void admit(Entry entry) {
        if (waiting.size() >= limits.countMax()) {
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "precommitted_transactions_max " + limits.countMax()
                            + " wait for their second phase: commit or abort some of them");
        }
        waiting.put(entry.head.txnId(), entry);
    }

    private synchronized void forget(Entry entry) {
        waiting.remove(entry.head.txnId());
    }

    private synchronized void giveBack(Entry entry) {
        entry.taken = false;
    }

    /** The tables of rows that wait for their second phase under this name; empty: under any. */
    public synchronized List<Long> tables(Optional<Name> name) {
        return waiting.values().stream()
                .filter(entry -> name.isEmpty() || name.get().names(entry.head))
                .map(entry -> entry.head.tableId())
                .toList();
    }

    /** What waits for its second phase. */
    public synchronized List<TransactionInfo> find(Name name) {
        return waiting.values().stream()
                .filter(entry ->
                        name.database().isEmpty() ? entry.head.txnId() == name.txnId() : name.names(entry.head))
                .map(entry -> info(entry.head, Status.PRECOMMITTED, 0, ""))
                .toList();
    }

    /**
     * The second phase. After an error it waits on, and this may be tried again.
     *
     * @throws TributaryException {@code INVALID_STATEMENT} if none waits under this name, {@code UNKNOWN_TABLE} or {@code
     *     SCHEMA_VERSION_MISMATCH} if the table is not what it was any more
     */
    public LoadResult commit(Name name) {
        Entry entry = take(name);
        try {
            if (!endedVisibly(entry)) {
                store(entry.head, entry.claim);
                ended(entry);
            }
            return new LoadResult(entry.head.label(), entry.head.txnId(), true);
        } finally {
            giveBack(entry);
        }
    }

    /** The answer of a commit may have been lost: then it has ended with that. */
    private boolean endedVisibly(Entry entry) {
        if (!isCommitted(entry.head)) {
            return false;
        }
        history.add(info(entry.head, Status.VISIBLE, wallMillis.getAsLong(), ""));
        ended(entry);
        return true;
    }

    private void store(PrecommittedFile.Head head, Labels.Claim claim) {
        TableSchema table = tables.table(head.tableId());
        if (table == null) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TABLE,
                    "Table '" + head.database() + "." + head.table() + "' doesn't exist, transaction [" + head.txnId()
                            + "] can only be aborted");
        }
        if (table.schemaVersion() != head.schemaVersion()) {
            throw TableChanged.since(table, head.schemaVersion());
        }
        ByteReservation bytes = room.get();
        try {
            List<RowBlock> blocks = files.blocks(head);
            TableRows rows = new TableRows(table, blocks);
            bytes.add(rows.bytes());
            committer.commitPrecommitted(rows, head.txnId(), head.label(), claim);
        } catch (IOException e) {
            throw new TributaryException(
                    ErrorCode.ENGINE, "rows of transaction [" + head.txnId() + "]: " + TributaryException.reason(e), e);
        } finally {
            bytes.release();
        }
    }

    /** Ends a load like {@link #commit}, but nothing is stored. */
    public LoadResult abort(Name name) {
        Entry entry = take(name);
        try {
            if (endedVisibly(entry)) {
                throw notWaiting(name);
            }
            aborted(entry, "transaction is aborted by user.");
            return new LoadResult(entry.head.label(), entry.head.txnId(), false);
        } finally {
            giveBack(entry);
        }
    }

    private void aborted(Entry entry, String reason) {
        ended(entry);
        history.add(info(entry.head, Status.ABORTED, wallMillis.getAsLong(), reason));
    }

    private void ended(Entry entry) {
        removeFile(entry.head);
        forget(entry);
        entry.claim.close();
    }

    /** Removes the file of a load before its label is free. */
    private void removeFile(PrecommittedFile.Head head) {
        if (!files.remove(head)) {
            // Found again after a restart: if it was committed, or a later load was, its label tells; else it waits for
            // its timeout.
            labels.keep(head.database(), head.label());
        }
    }

    private Entry take(Name name) {
        return takeWaiting(name).orElseThrow(() -> notWaiting(name));
    }

    private synchronized Optional<Entry> takeWaiting(Name name) {
        Optional<Entry> found =
                waiting.values().stream().filter(one -> name.names(one.head)).findAny();
        if (found.isEmpty()) {
            return found;
        }
        Entry entry = found.get();
        if (entry.taken) {
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "transaction [" + entry.head.txnId() + "] is just being committed or aborted");
        }
        entry.taken = true;
        return found;
    }

    private TributaryException notWaiting(Name name) {
        List<TransactionInfo> ended =
                name.label().isEmpty() ? history.byId(name.txnId()) : history.byLabel(name.label());
        if (ended.isEmpty() && !name.label().isEmpty()) {
            ended = labels.find(name.database(), name.label()).stream().toList();
        }
        String what = ended.stream()
                .filter(one -> one.database().equals(name.database()))
                .reduce((first, last) -> last)
                .map(one -> switch (one.status()) {
                    case VISIBLE -> " is already visible, not pre-committed.";
                    case ABORTED -> " is already aborted, abort reason: " + one.reason();
                    case PREPARE, PRECOMMITTED, COMMITTED, UNKNOWN -> " is not pre-committed: " + one.reason();
                })
                .orElse(" not found");
        return new TributaryException(ErrorCode.INVALID_STATEMENT, "errCode = 2, detailMessage = " + name + what);
    }

    /** Ends what has waited for too long in these databases, and returns how many; blocks on their engines. */
    public int endExpired(Predicate<String> databases) {
        long until = wallMillis.getAsLong() - TimeUnit.SECONDS.toMillis(limits.timeoutSeconds());
        List<Entry> expired;
        synchronized (this) {
            expired = waiting.values().stream()
                    .filter(entry -> !entry.taken && entry.head.beganMillis() <= until)
                    .filter(entry -> databases.test(entry.head.database()))
                    .toList();
            expired.forEach(entry -> entry.taken = true);
        }
        int ended = 0;
        for (Entry entry : expired) {
            try {
                if (!endedVisibly(entry)) {
                    log.info("transaction={} aborted, nobody came for its second phase", entry.head.txnId());
                    aborted(entry, LoadTransaction.TIMED_OUT);
                }
                ended++;
            } catch (RuntimeException e) {
                log.warn("transaction={} could not be ended after its timeout, tried again", entry.head.txnId(), e);
            } finally {
                giveBack(entry);
            }
        }
        return ended;
    }

    private static TransactionInfo info(PrecommittedFile.Head head, Status status, long endedMillis, String reason) {
        return new TransactionInfo(
                head.txnId(),
                head.label(),
                head.database(),
                head.table(),
                false,
                status,
                head.rows(),
                head.beganMillis(),
                endedMillis,
                reason);
    }
}
