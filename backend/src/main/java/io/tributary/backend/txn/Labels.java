package io.tributary.backend.txn;

import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.LabelStore;
import io.tributary.engine.port.LabelStore.UsedLabel;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The labels that users give to their loads: each may commit once in a database, until {@code label_keep_max_second}
 * later. A used label stands in the engine, written by the very transaction that holds the rows; a label of a load under
 * way stands in memory only, so that one of a failed load is free again.
 *
 * <p>The engine is asked only for labels that were used, as {@link LabelIndex} knows, about when they were; for every label
 * until {@link #read} has ended. There is a limit for labels that are kept: with so many a load with a new one is refused.
 *
 * <p>Any thread.
 */
public final class Labels {
    /** Doris' FeNameFormat; without a dot, so that one can part the database from the label in a key. */
    private static final Pattern FORM = Pattern.compile("[-_A-Za-z0-9:]{1,128}");

    private static final String RESERVED_PREFIX = "group_commit_";

    private static final Logger log = LoggerFactory.getLogger(Labels.class);

    private final LabelStore store;
    private final long keepSeconds;
    private final long countMax;
    private final LongSupplier wallMillis;
    private final LabelIndex index;
    /** Those that the index does not know. */
    private volatile long unread;
    /** The transaction that waits for its second phase, or {@link #RUNNING}. */
    private final ConcurrentMap<String, Long> underWay = new ConcurrentHashMap<>();
    /** Not to be forgotten; one for each file of a load that has ended and cannot be deleted. */
    private final Set<String> kept = ConcurrentHashMap.newKeySet();

    private static final long RUNNING = 0;

    /**
     * Blocks on the engine, but does not read the labels; moves those of former versions.
     *
     * @param keepSeconds {@code label_keep_max_second}
     * @param countMax {@code label_num_threshold}
     * @param wallMillis milliseconds since 1970: what is kept must mean the same after a restart. It must not jump, or labels are
     *     free too early
     */
    public Labels(LabelStore store, long keepSeconds, long countMax, LongSupplier wallMillis) {
        this.store = store;
        this.keepSeconds = keepSeconds;
        this.countMax = countMax;
        this.wallMillis = wallMillis;
        index = new LabelIndex(TimeUnit.SECONDS.toMillis(keepSeconds));
        store.moveFormer();
        unread = store.count();
    }

    /** Reads what was used before, about 0.1 s a million, so that the engine is asked for little. Blocks. */
    public synchronized void read() {
        if (unread == 0) {
            return;
        }
        long began = System.nanoTime();
        LabelIndex before = new LabelIndex(TimeUnit.SECONDS.toMillis(keepSeconds));
        store.read(before::add);
        index.addOlder(before);
        unread = 0;
        log.info(
                "event=labels_read labels={} millis={}",
                before.size(),
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
    }

    /** How many are kept; about, as of a label used twice, and of a load whose commit failed. */
    public long count() {
        return unread + index.size();
    }

    /** A label held by one load under way; closing it frees the label unless it was committed. */
    public final class Claim implements AutoCloseable {
        private final String key;

        private Claim(String key) {
            this.key = key;
        }

        /** Makes the label used, if the transaction commits. */
        public void write(EngineTransaction transaction, long txnId) {
            long millis = wallMillis.getAsLong();
            // The index knows it before the commit: what was not committed costs a question, what was and is not
            // known a doubled load.
            index.add(LabelStore.hash(key), millis);
            transaction.putLabel(new UsedLabel(key, txnId, millis));
        }

        /** Its load is durable, and waits for its second phase. */
        void precommitted(long txnId) {
            underWay.put(key, txnId);
        }

        @Override
        public void close() {
            underWay.remove(key);
        }
    }

    /**
     * Takes a label for one load.
     *
     * @throws TributaryException {@code LABEL_USED}, {@code LABEL_RUNNING} or {@code LABEL_PRECOMMITTED} if there is a
     *     load with it, {@code INVALID_STATEMENT} if it is not a label, {@code LIMIT_OR_LOCK_WAIT} if too many are kept
     */
    public Claim claim(String database, String label) {
        requireForm(label);
        String key = key(database, label);
        Long other = underWay.putIfAbsent(key, RUNNING);
        if (other != null) {
            throw new TributaryException(
                    other == RUNNING ? ErrorCode.LABEL_RUNNING : ErrorCode.LABEL_PRECOMMITTED,
                    "errCode = 2, detailMessage = Label [" + label + "] has already been used, "
                            + (other == RUNNING
                                    ? "by a load that is still running, status [PREPARE]."
                                    : "relate to txn [" + other + "], status [PRECOMMITTED]."));
        }
        boolean free = false;
        try {
            UsedLabel used = lastUse(key).orElse(null);
            if (used != null && !isOver(used)) {
                throw new TributaryException(
                        ErrorCode.LABEL_USED,
                        "errCode = 2, detailMessage = Label [" + label + "] has already been used, relate to txn ["
                                + used.txnId() + "], status [VISIBLE].");
            }
            requireRoom();
            free = true;
        } finally {
            if (!free) {
                underWay.remove(key);
            }
        }
        return new Claim(key);
    }

    private void requireRoom() {
        // The claim that asks is among those under way.
        if (count() + underWay.size() > countMax) {
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "label_num_threshold = " + countMax
                            + " labels are kept or under way; nothing was stored: wait until"
                            + " the oldest have been kept for label_keep_max_second = " + keepSeconds
                            + ", or send loads without a label");
        }
    }

    /** However long ago, unless it was forgotten. */
    private Optional<UsedLabel> lastUse(String key) {
        Optional<LabelIndex.Time> time =
                unread > 0 || kept.contains(key) ? Optional.of(LabelIndex.Time.EVER) : index.find(LabelStore.hash(key));
        return time.flatMap(used -> store.find(key, used.from(), used.until()));
    }

    /** The label of a load that had it before a restart; empty if another has it. Whose it was before that is of no account. */
    Optional<Claim> claimAgain(String database, String label, long txnId) {
        String key = key(database, label);
        return underWay.putIfAbsent(key, txnId) == null ? Optional.of(new Claim(key)) : Optional.empty();
    }

    /** Who used a label last, however long ago, unless {@link #removeExpired} has forgotten it; reads the engine. */
    OptionalLong lastUser(String database, String label) {
        return lastUse(key(database, label)).stream()
                .mapToLong(UsedLabel::txnId)
                .findAny();
    }

    /** The same; empty, too, while the engine that knows does not answer. */
    OptionalLong lastUserIfKnown(String database, String label) {
        try {
            return lastUser(database, label);
        } catch (TributaryException e) {
            if (e.code().kind() != ErrorCode.Kind.UNAVAILABLE) {
                throw e;
            }
            log.warn("event=label_unknown database={} label={} reason={}", database, label, e.getMessage());
            return OptionalLong.empty();
        }
    }

    /** Who used this label, or will, is not forgotten before the next start. To be called while it is claimed, or at start. */
    void keep(String database, String label) {
        kept.add(key(database, label));
    }

    private static String key(String database, String label) {
        return database + "." + label;
    }

    /** The load that used a label, while it is kept; reads the engine. */
    public Optional<TransactionInfo> find(String database, String label) {
        return lastUse(key(database, label))
                .filter(used -> !isOver(used))
                .map(used -> new TransactionInfo(
                        used.txnId(),
                        label,
                        database,
                        "",
                        false,
                        TransactionInfo.Status.VISIBLE,
                        0,
                        0,
                        used.committedMillis(),
                        ""));
    }

    /** The load that has this label and has not ended. */
    Optional<TransactionInfo> underWay(String database, String label) {
        return Optional.ofNullable(underWay.get(key(database, label)))
                .map(txnId -> new TransactionInfo(
                        txnId,
                        label,
                        database,
                        "",
                        false,
                        txnId == RUNNING ? TransactionInfo.Status.PREPARE : TransactionInfo.Status.PRECOMMITTED,
                        0,
                        0,
                        0,
                        ""));
    }

    /** @throws TributaryException if this can be no user's label */
    public static void requireForm(String label) {
        if (!FORM.matcher(label).matches()) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "Label format error. regex: ^" + FORM.pattern() + "$, label: " + label);
        }
        if (label.startsWith(RESERVED_PREFIX)) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "Label [" + label + "] must not start with " + RESERVED_PREFIX + ", which names shared batches");
        }
    }

    /**
     * Forgets what was kept long enough, in transactions of at most {@link LabelIndex#GENERATION_LABELS} labels; returns how
     * many. Blocks on the engine.
     */
    public long removeExpired() {
        read();
        long over = wallMillis.getAsLong() - TimeUnit.SECONDS.toMillis(keepSeconds);
        long removed = 0;
        OptionalLong end = index.nextEnd(Long.MIN_VALUE, over);
        while (end.isPresent()) {
            long until = end.getAsLong();
            Set<String> needed = neededUntil(until);
            removed += store.removeUntil(until, needed);
            if (needed.isEmpty()) {
                index.removeUntil(until);
            }
            end = index.nextEnd(until, over);
        }
        return removed;
    }

    /**
     * Labels of generations that have ended which tell whether a load was committed that is under way or whose file is
     * there. A use by another load would be of no account, but it is not known here whose it was. Whoever takes one of the
     * other labels from here on uses it now, not then.
     */
    private Set<String> neededUntil(long until) {
        Set<String> needed = new HashSet<>(kept);
        needed.addAll(underWay.keySet());
        needed.removeIf(key -> index.find(LabelStore.hash(key), until).isEmpty());
        return needed;
    }

    private boolean isOver(UsedLabel used) {
        return wallMillis.getAsLong() - used.committedMillis() >= TimeUnit.SECONDS.toMillis(keepSeconds);
    }
}
