package io.tributary.backend.batch;

import io.tributary.backend.catalog.TableLookup;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.AppliedBatch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the last {@link #TRANSACTIONS_MAX} loads ended, shared batches and private ones; any thread. Older ones are forgotten.
 * Beyond a restart the engine knows shared batches that are visible, and {@code Labels} the used labels of users.
 */
public final class TransactionHistory {
    public static final int TRANSACTIONS_MAX = 10_000;

    private final Map<Long, TransactionInfo> ended = new LinkedHashMap<>();

    /** What the engine knows of batches before this run. */
    public void restore(List<AppliedBatch> batches, TableLookup tables) {
        for (AppliedBatch batch : batches) {
            TableSchema table = tables.table(batch.tableId());
            add(new TransactionInfo(
                    batch.txnId(),
                    LoadResult.groupLabel(batch.logEpoch(), batch.txnId()),
                    table == null ? "" : table.database(),
                    table == null ? "" : table.name(),
                    true,
                    TransactionInfo.Status.VISIBLE,
                    batch.rows(),
                    0,
                    batch.committedMillis(),
                    ""));
        }
    }

    /** It has ended now. */
    public synchronized void add(TransactionInfo transaction) {
        ended.put(transaction.txnId(), transaction);
        if (ended.size() > TRANSACTIONS_MAX) {
            ended.remove(ended.keySet().iterator().next());
        }
    }

    /** How many are known. */
    public synchronized int size() {
        return ended.size();
    }

    /** The one with this id, or none. */
    public synchronized List<TransactionInfo> byId(long txnId) {
        TransactionInfo found = ended.get(txnId);
        return found == null ? List.of() : List.of(found);
    }

    /** Those with this label, oldest first: aborted ones, and at most one that is visible. Batches are found by their earlier labels, too. */
    public synchronized List<TransactionInfo> byLabel(String label) {
        String present = LoadResult.presentLabel(label);
        return ended.values().stream()
                .filter(transaction ->
                        transaction.label().equals(label) || transaction.label().equals(present))
                .toList();
    }
}
