package io.tributary.frontend.routing;

import io.tributary.contract.calls.BackendClient;
import io.tributary.contract.calls.LogStatus;
import io.tributary.contract.calls.TransactionIds;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.calls.TransactionInfo.Status;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Whom a frontend asks, by what for: a table has an owner, and a transaction is of the backend that its id names. Any
 * thread; futures complete where the backends' answers come.
 */
public final class BackendRouter {
    private final List<BackendClient> backends;
    private final TableOwners owners;

    /** @param backends by their numbers; the first one keeps the definitions and runs what is of no transaction */
    public BackendRouter(List<BackendClient> backends, TableOwners owners) {
        if (backends.isEmpty() || backends.size() > TransactionIds.BACKENDS_MAX) {
            throw new IllegalArgumentException(
                    backends.size() + " backends, must be 1 to " + TransactionIds.BACKENDS_MAX);
        }
        this.backends = List.copyOf(backends);
        this.owners = owners;
    }

    /** @throws TributaryException BACKEND_UNAVAILABLE where this frontend does not know the owner */
    public BackendClient ownerOf(long tableId) {
        return backends.get(numberOf(tableId));
    }

    /**
     * Returns the owner of all these tables, of which there is at least one.
     *
     * @throws TributaryException NOT_SUPPORTED naming two of them that have different owners
     */
    public BackendClient ownerOf(List<Long> tableIds) {
        long first = tableIds.get(0);
        int owner = numberOf(first);
        for (long tableId : tableIds) {
            if (numberOf(tableId) != owner) {
                throw severalOwners("table '" + owners.nameOf(first) + "' is of backend " + owner + " and table '"
                        + owners.nameOf(tableId) + "' of backend " + numberOf(tableId));
            }
        }
        return backends.get(owner);
    }

    /**
     * Who has the transaction, which must be the table's owner.
     *
     * @throws TributaryException NOT_SUPPORTED naming the table if it is not
     */
    public BackendClient ownerOf(long tableId, long transactionId) {
        BackendClient backend = ofTransaction(transactionId);
        if (backend != ownerOf(tableId)) {
            throw severalOwners("the transaction is of backend " + backends.indexOf(backend) + " and table '"
                    + owners.nameOf(tableId) + "' of backend " + numberOf(tableId));
        }
        return backend;
    }

    /** An id that names no backend is nobody's, and the first one says so as of any id that it has not given. */
    public BackendClient ofTransaction(long transactionId) {
        int backend = TransactionIds.backendOf(transactionId);
        return backends.get(backend < backends.size() ? backend : 0);
    }

    /** Who keeps the definitions of tables, databases and accounts, and the global variables. */
    public BackendClient catalog() {
        return backends.get(0);
    }

    /** Who runs statements of no transaction. */
    public BackendClient queries() {
        return backends.get(0);
    }

    /** Who runs the statements of a transaction, which see what it has written; 0: of none. */
    public BackendClient queriesOf(long transactionId) {
        return transactionId == 0 ? queries() : ofTransaction(transactionId);
    }

    /** Returns all backends by their numbers. */
    public List<BackendClient> all() {
        return backends;
    }

    /** The answers of all backends by their numbers; fails as soon as all have answered, or failed, and one has failed. */
    public <T> CompletableFuture<List<T>> each(Function<BackendClient, CompletableFuture<T>> question) {
        return together(backends.stream().map(question).toList());
    }

    /** Asks like {@link #each} for lists, and joins them: one after another. */
    public <T> CompletableFuture<List<T>> eachOf(Function<BackendClient, CompletableFuture<List<T>>> question) {
        return each(question).thenApply(BackendRouter::joined);
    }

    /** {@link BackendClient#sync} of these tables, of which each owner is asked for its own. */
    public CompletableFuture<Void> sync(List<Long> tableIds, int timeoutMillis) {
        Map<Integer, List<Long>> byOwner = new TreeMap<>();
        for (long tableId : tableIds) {
            byOwner.computeIfAbsent(numberOf(tableId), number -> new ArrayList<>())
                    .add(tableId);
        }
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        byOwner.forEach((owner, tables) -> answers.add(backends.get(owner).sync(tables, timeoutMillis)));
        return answers.size() == 1
                ? answers.get(0)
                : CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new));
    }

    /**
     * {@link BackendClient#transactions}: of an id its backend knows, of a label any may. Of several backends the one whose
     * last attempt did not fail comes last, for the last tells what became of the load.
     */
    public CompletableFuture<List<TransactionInfo>> transactions(long txnId, String label, String database) {
        return label.isEmpty()
                ? ofTransaction(txnId).transactions(txnId, label, database)
                : each(backend -> backend.transactions(txnId, label, database))
                        .thenApply(lists -> joined(lists.stream()
                                .sorted(Comparator.comparing(BackendRouter::isStored))
                                .toList()));
    }

    /** Who has a load of this label between its two phases, or the first one, who says what else there is. */
    public CompletableFuture<BackendClient> ofPrecommitted(String label, String database) {
        return first(backend -> backend.transactions(0, label, database), loads -> loads.stream()
                .anyMatch(load -> load.status() == Status.PRECOMMITTED));
    }

    /** Who has this address, or the first one, who refuses it. */
    public CompletableFuture<BackendClient> at(String address) {
        return first(
                BackendClient::logStatus, (LogStatus status) -> status.address().equals(address));
    }

    /** The first backend with such an answer, or else the first one; where there is one, it is not asked. */
    private <T> CompletableFuture<BackendClient> first(
            Function<BackendClient, CompletableFuture<T>> question, Predicate<T> wanted) {
        if (backends.size() == 1) {
            return CompletableFuture.completedFuture(backends.get(0));
        }
        return each(question).thenApply(answers -> {
            int found = 0;
            while (found < answers.size() && !wanted.test(answers.get(found))) {
                found++;
            }
            return backends.get(found < answers.size() ? found : 0);
        });
    }

    private int numberOf(long tableId) {
        int owner = owners.ownerOf(tableId).backend();
        if (owner >= backends.size()) {
            throw new TributaryException(
                    ErrorCode.BACKEND_UNAVAILABLE,
                    "table '" + owners.nameOf(tableId) + "' is of backend " + owner
                            + ", and this frontend knows backends 0 to " + (backends.size() - 1)
                            + "; nothing was done");
        }
        return owner;
    }

    private static TributaryException severalOwners(String which) {
        return TributaryException.notSupported(
                "transactions over several backends", ": " + which + "; nothing was done");
    }

    private static boolean isStored(List<TransactionInfo> attempts) {
        return !attempts.isEmpty() && attempts.get(attempts.size() - 1).status() != Status.ABORTED;
    }

    private static <T> List<T> joined(List<List<T>> lists) {
        return lists.stream().flatMap(List::stream).toList();
    }

    private static <T> CompletableFuture<List<T>> together(List<CompletableFuture<T>> answers) {
        if (answers.size() == 1) {
            return answers.get(0).thenApply(List::of);
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> answers.stream().map(CompletableFuture::join).toList());
    }
}
