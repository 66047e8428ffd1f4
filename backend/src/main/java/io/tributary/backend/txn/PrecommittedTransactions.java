package io.tributary.backend.txn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.backend.batch.TransactionHistory;
import io.tributary.backend.catalog.TableChanged;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.wal.DurableDirectories;
import io.tributary.rpc.client.LoadResult;
import io.tributary.rpc.client.TransactionInfo;
import io.tributary.rpc.client.TransactionInfo.Status;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.schema.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads between their two phases: durable, each in a file of its own, and visible only when somebody commits them. They
 * survive a restart, and are aborted {@code stream_load_default_precommit_timeout_second} after the first phase. The label,
 * which each of them has, is written by the transaction that commits the rows: after a crash it tells whether that was done.
 *
 * <p>Any thread; all but {@link #find} and {@link #tableOf} block on the disk or the engine.
 */
public final class PrecommittedTransactions {
    private static final Logger log = LoggerFactory.getLogger(PrecommittedTransactions.class);

    private final Path directory;
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
            Path directory,
            TableLookup tables,
            PrivateCommitter committer,
            Labels labels,
            TransactionHistory history,
            TransactionRegistry registry,
            Limits limits,
            LongSupplier wallMillis) {
        this.directory = directory;
        this.tables = tables;
        this.committer = committer;
        this.labels = labels;
        this.history = history;
        this.room = registry::reservation;
        this.limits = limits;
        this.wallMillis = wallMillis;
    }

    /** Finds those of before a restart. Called once, before anything else. */
    public synchronized void recover() throws IOException {
        DurableDirectories.make(directory);
        List<Path> files;
        try (Stream<Path> list = Files.list(directory)) {
            files = list.toList();
        }
        for (Path file : files) {
            if (PrecommittedFile.isUnfinished(file)) {
                Files.delete(file);
                continue;
            }
            PrecommittedFile.Head head = PrecommittedFile.head(file);
            if (isCommitted(head)) {
                Files.delete(file);
                continue;
            }
            Labels.Claim claim = labels.claim(head.database(), head.label());
            claim.precommitted(head.txnId());
            waiting.put(head.txnId(), new Entry(head, claim));
        }
        if (!waiting.isEmpty()) {
            log.info("event=precommitted_recovered transactions={}", waiting.size());
        }
    }

    private boolean isCommitted(PrecommittedFile.Head head) {
        return labels.find(head.database(), head.label())
                .filter(used -> used.txnId() == head.txnId())
                .isPresent();
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
                PrecommittedFile.write(directory, head, prepared.blocks());
                kept = true;
            } catch (IOException e) {
                PrecommittedFile.discard(directory, head.txnId());
                throw new TributaryException(
                        ErrorCode.ENGINE,
                        "rows could not be written to " + directory + ": " + e + "; nothing is stored");
            } finally {
                if (!kept) {
                    forget(entry);
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

    /** The table whose rows it holds, if it waits for its second phase. */
    public synchronized Optional<Long> tableOf(Name name) {
        return waiting.values().stream()
                .filter(entry -> name.names(entry.head))
                .map(entry -> entry.head.tableId())
                .findAny();
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
            PrecommittedFile.Head head = entry.head;
            // The answer of a commit may have been lost.
            if (isCommitted(head)) {
                history.add(info(head, Status.VISIBLE, wallMillis.getAsLong(), ""));
            } else {
                store(head, entry.claim);
            }
            ended(entry);
            return new LoadResult(head.label(), head.txnId(), true);
        } finally {
            giveBack(entry);
        }
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
            List<RowBlock> blocks = PrecommittedFile.blocks(PrecommittedFile.path(directory, head.txnId()));
            TableRows rows = new TableRows(table, blocks);
            bytes.add(rows.bytes());
            committer.commitPrecommitted(rows, head.txnId(), head.label(), claim);
        } catch (IOException e) {
            throw new TributaryException(ErrorCode.ENGINE, "rows of transaction [" + head.txnId() + "]: " + e, e);
        } finally {
            bytes.release();
        }
    }

    /** As {@link #commit}, but nothing is stored. */
    public LoadResult abort(Name name) {
        Entry entry = take(name);
        aborted(entry, "transaction is aborted by user.");
        return new LoadResult(entry.head.label(), entry.head.txnId(), false);
    }

    private void aborted(Entry entry, String reason) {
        ended(entry);
        history.add(info(entry.head, Status.ABORTED, wallMillis.getAsLong(), reason));
    }

    private void ended(Entry entry) {
        try {
            Files.deleteIfExists(PrecommittedFile.path(directory, entry.head.txnId()));
            DurableDirectories.sync(directory);
        } catch (IOException e) {
            // Found again after a restart: committed, it is known by its label; aborted, it waits for its timeout.
            log.warn("transaction={} its file could not be deleted: {}", entry.head.txnId(), e.toString());
        }
        forget(entry);
        entry.claim.close();
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
                .map(one -> one.status() == Status.VISIBLE
                        ? " is already visible, not pre-committed."
                        : " is already aborted, abort reason: " + one.reason())
                .orElse(" not found");
        return new TributaryException(ErrorCode.INVALID_STATEMENT, "errCode = 2, detailMessage = " + name + what);
    }

    /** Aborts what has waited for too long; returns how many. Called from time to time. */
    public int endExpired() {
        long until = wallMillis.getAsLong() - TimeUnit.SECONDS.toMillis(limits.timeoutSeconds());
        List<Entry> expired;
        synchronized (this) {
            expired = waiting.values().stream()
                    .filter(entry -> !entry.taken && entry.head.beganMillis() <= until)
                    .toList();
            expired.forEach(entry -> entry.taken = true);
        }
        for (Entry entry : expired) {
            log.info("transaction={} aborted, nobody came for its second phase", entry.head.txnId());
            aborted(entry, LoadTransaction.TIMED_OUT);
        }
        return expired.size();
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
