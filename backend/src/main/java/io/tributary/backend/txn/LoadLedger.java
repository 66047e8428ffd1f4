package io.tributary.backend.txn;

import io.tributary.backend.batch.TransactionHistory;
import io.tributary.backend.batch.TxnIds;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.error.TributaryException;
import java.util.HexFormat;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/** Gives each load that does not go through the log its id and its label, and keeps how it ended. Any thread. */
final class LoadLedger {
    private final TxnIds txnIds;
    private final TransactionHistory history;
    private final RandomGenerator random;

    /** @param random for generated labels */
    LoadLedger(TxnIds txnIds, TransactionHistory history, RandomGenerator random) {
        this.txnIds = txnIds;
        this.history = history;
        this.random = random;
    }

    long newTxnId() {
        return txnIds.next();
    }

    /** Keeps how a transaction ended whose client did not end it. */
    void timedOut(String label, WrittenRows rows, long beganMillis, String reason) {
        String name = label.isEmpty() ? generatedLabel() : label;
        history.add(info(txnIds.next(), name, rows, TransactionInfo.Status.ABORTED, beganMillis, reason));
    }

    /**
     * Gives a load its id and name, and keeps how it ended.
     *
     * @param label the user's, or empty for a generated one
     * @param rows of it, as far as they are known
     */
    LoadResult ended(String label, WrittenRows rows, LongConsumer body) {
        return ended(txnIds.next(), label, rows, body);
    }

    LoadResult ended(long txnId, String label, WrittenRows rows, LongConsumer body) {
        String name = label.isEmpty() ? generatedLabel() : label;
        long began = System.currentTimeMillis();
        try {
            body.accept(txnId);
        } catch (RuntimeException e) {
            history.add(info(txnId, name, rows, statusAfter(e), began, String.valueOf(e.getMessage())));
            throw e;
        }
        history.add(info(txnId, name, rows, TransactionInfo.Status.VISIBLE, began, ""));
        return new LoadResult(name, txnId, true);
    }

    private static TransactionInfo.Status statusAfter(RuntimeException error) {
        return TributaryException.of(error).code().leavesOutcomeOpen()
                ? TransactionInfo.Status.UNKNOWN
                : TransactionInfo.Status.ABORTED;
    }

    private static TransactionInfo info(
            long txnId, String label, WrittenRows rows, TransactionInfo.Status status, long began, String reason) {
        return new TransactionInfo(
                txnId,
                label,
                rows.database(),
                rows.table(),
                false,
                status,
                rows.count(),
                began,
                System.currentTimeMillis(),
                reason);
    }

    private String generatedLabel() {
        HexFormat hex = HexFormat.of();
        return "label_" + hex.toHexDigits(random.nextLong()) + "_" + hex.toHexDigits(random.nextLong());
    }
}
