package io.tributary.backend.txn;

import io.tributary.backend.batch.TransactionHistory;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.calls.TransactionInfo.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What became of loads that are not in a log any more, or never were: between two phases, in the history, or known by
 * their label. A commit whose answer was lost is asked of its label, which stands in the engine if the rows do; that an
 * attempt failed is told of a label only when no other attempt has it.
 *
 * <p>Any thread; blocks on the engine, and fails with it.
 */
public final class LoadOutcomes {
    private final PrecommittedTransactions precommitted;
    private final TransactionHistory history;
    private final Labels labels;

    public LoadOutcomes(PrecommittedTransactions precommitted, KnownLoads known) {
        this.precommitted = precommitted;
        this.history = known.history();
        this.labels = known.labels();
    }

    /** Those of this name, oldest first; of a label the last one tells what became of the load. */
    public List<TransactionInfo> find(PrecommittedTransactions.Name name) {
        List<TransactionInfo> waiting = precommitted.find(name);
        if (!waiting.isEmpty()) {
            return waiting;
        }
        return name.label().isEmpty() ? byId(name.txnId()) : byLabel(name);
    }

    private List<TransactionInfo> byId(long txnId) {
        List<TransactionInfo> ended = history.byId(txnId);
        return ended.stream()
                .filter(one -> one.status() == Status.UNKNOWN)
                .flatMap(one -> labels.find(one.database(), one.label()).stream())
                .filter(used -> used.txnId() == txnId)
                .findAny()
                .map(List::of)
                .orElse(ended);
    }

    private List<TransactionInfo> byLabel(PrecommittedTransactions.Name name) {
        List<TransactionInfo> ended = ended(name);
        if (isVisible(ended)) {
            return ended;
        }
        String database =
                name.database().isEmpty() && !ended.isEmpty() ? last(ended).database() : name.database();
        Optional<TransactionInfo> other =
                labels.find(database, name.label()).or(() -> labels.underWay(database, name.label()));
        // Whoever had the label until now, and committed behind the question, is in the history before it is free.
        return other.map(found -> with(ended, found)).orElseGet(() -> ended(name));
    }

    private List<TransactionInfo> ended(PrecommittedTransactions.Name name) {
        return history.byLabel(name.label()).stream()
                .filter(one -> one.database().isEmpty()
                        || name.database().isEmpty()
                        || one.database().equals(name.database()))
                .toList();
    }

    private static boolean isVisible(List<TransactionInfo> ended) {
        return !ended.isEmpty() && last(ended).status() == Status.VISIBLE;
    }

    private static TransactionInfo last(List<TransactionInfo> ended) {
        return ended.get(ended.size() - 1);
    }

    private static List<TransactionInfo> with(List<TransactionInfo> ended, TransactionInfo found) {
        List<TransactionInfo> all = new ArrayList<>(ended);
        all.removeIf(one -> one.txnId() == found.txnId());
        all.add(found);
        return all;
    }
}
