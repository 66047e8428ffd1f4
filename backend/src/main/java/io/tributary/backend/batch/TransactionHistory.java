package io.tributary.backend.batch;

import io.tributary.rpc.client.TransactionInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the last {@link #TRANSACTIONS_MAX} loads of this run ended, shared batches and private ones; any thread. Older ones
 * are forgotten; a used label of a user is known beyond that, and beyond a restart, from {@code Labels}.
 */
public final class TransactionHistory {
    public static final int TRANSACTIONS_MAX = 10_000;

    private final Map<Long, TransactionInfo> ended = new LinkedHashMap<>();

    /** It has ended now. */
    public synchronized void add(TransactionInfo transaction) {
        ended.put(transaction.txnId(), transaction);
        if (ended.size() > TRANSACTIONS_MAX) {
            ended.remove(ended.keySet().iterator().next());
        }
    }

    /** The one with this id, or none. */
    public synchronized List<TransactionInfo> byId(long txnId) {
        TransactionInfo found = ended.get(txnId);
        return found == null ? List.of() : List.of(found);
    }

    /** Those with this label, oldest first: aborted ones, and at most one that is visible. */
    public synchronized List<TransactionInfo> byLabel(String label) {
        return ended.values().stream()
                .filter(transaction -> transaction.label().equals(label))
                .toList();
    }
}
