package io.tributary.backend.txn;

import io.tributary.backend.engine.EngineTransaction;
import io.tributary.backend.engine.SystemStore;
import io.tributary.rpc.client.TransactionInfo;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * The labels that users give to their loads: each may commit once in a database, until {@code label_keep_max_second}
 * later. A used label stands in the engine, written by the very transaction that holds the rows; a label of a load under
 * way stands in memory only, so that one of a failed load is free again.
 *
 * <p>Any thread; {@link #claim} reads the engine.
 */
public final class Labels {
    static final String SPACE = "label";

    /** Doris' FeNameFormat; without a dot, so that one can part the database from the label in a key. */
    private static final Pattern FORM = Pattern.compile("[-_A-Za-z0-9:]{1,128}");

    private static final String RESERVED_PREFIX = "group_commit_";

    private final SystemStore store;
    private final long keepSeconds;
    private final LongSupplier wallMillis;
    /** The transaction that waits for its second phase, or {@link #RUNNING}. */
    private final ConcurrentMap<String, Long> underWay = new ConcurrentHashMap<>();
    /** Not to be forgotten; one for each file of a load that has ended and cannot be deleted. */
    private final Set<String> kept = ConcurrentHashMap.newKeySet();

    private static final long RUNNING = 0;

    /**
     * @param wallMillis milliseconds since 1970: what is kept must mean the same after a restart. It must not jump, or labels are
     *     free too early
     */
    public Labels(SystemStore store, long keepSeconds, LongSupplier wallMillis) {
        this.store = store;
        this.keepSeconds = keepSeconds;
        this.wallMillis = wallMillis;
    }

    /** A label held by one load under way; closing it frees the label unless it was committed. */
    public final class Claim implements AutoCloseable {
        private final String key;

        private Claim(String key) {
            this.key = key;
        }

        /** Makes the label used, if the transaction commits. */
        public void write(EngineTransaction transaction, long txnId) {
            transaction.putSystem(SPACE, key, txnId + " " + wallMillis.getAsLong());
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
     *     load with it, {@code INVALID_STATEMENT} if it is not a label
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
            Used used = store.get(SPACE, key).map(Used::parse).orElse(null);
            if (used != null && !isOver(used)) {
                throw new TributaryException(
                        ErrorCode.LABEL_USED,
                        "errCode = 2, detailMessage = Label [" + label + "] has already been used, relate to txn ["
                                + used.txnId + "], status [VISIBLE].");
            }
            free = true;
        } finally {
            if (!free) {
                underWay.remove(key);
            }
        }
        return new Claim(key);
    }

    /** The label of a load that had it before a restart; empty if another has it. Whose it was before that is of no account. */
    Optional<Claim> claimAgain(String database, String label, long txnId) {
        String key = key(database, label);
        return underWay.putIfAbsent(key, txnId) == null ? Optional.of(new Claim(key)) : Optional.empty();
    }

    /** Who used a label last, however long ago, unless {@link #removeExpired} has forgotten it; reads the engine. */
    OptionalLong lastUser(String database, String label) {
        return store.get(SPACE, key(database, label)).map(Used::parse).stream()
                .mapToLong(Used::txnId)
                .findAny();
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
        return store.get(SPACE, key(database, label))
                .map(Used::parse)
                .filter(used -> !isOver(used))
                .map(used -> new TransactionInfo(
                        used.txnId,
                        label,
                        database,
                        "",
                        false,
                        TransactionInfo.Status.VISIBLE,
                        0,
                        0,
                        used.committedMillis,
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

    /** Forgets what was kept long enough; returns how many. Blocks on the engine. */
    public int removeExpired() {
        int removed = 0;
        for (Map.Entry<String, String> entry : store.list(SPACE).entrySet()) {
            if (isOver(Used.parse(entry.getValue())) && underWay.putIfAbsent(entry.getKey(), RUNNING) == null) {
                try {
                    // Since the list was read, a new load may have taken the expired label and committed.
                    if (!kept.contains(entry.getKey()) && isOver(entry.getKey())) {
                        store.remove(SPACE, entry.getKey());
                        removed++;
                    }
                } finally {
                    underWay.remove(entry.getKey());
                }
            }
        }
        return removed;
    }

    private boolean isOver(String key) {
        return store.get(SPACE, key).map(Used::parse).filter(this::isOver).isPresent();
    }

    private boolean isOver(Used used) {
        return wallMillis.getAsLong() - used.committedMillis >= TimeUnit.SECONDS.toMillis(keepSeconds);
    }

    private record Used(long txnId, long committedMillis) {
        static Used parse(String value) {
            int blank = value.indexOf(' ');
            return new Used(Long.parseLong(value.substring(0, blank)), Long.parseLong(value.substring(blank + 1)));
        }
    }
}
