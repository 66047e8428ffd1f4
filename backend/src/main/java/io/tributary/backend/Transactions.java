package io.tributary.backend;

import io.tributary.backend.batch.CommitTarget;
import io.tributary.backend.batch.OpenTransactionIds;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.batch.TransactionHistory;
import io.tributary.backend.engine.EveryLabel;
import io.tributary.backend.engine.ReopeningEngine;
import io.tributary.backend.txn.KnownLoads;
import io.tributary.backend.txn.Labels;
import io.tributary.backend.txn.PrecommittedFiles;
import io.tributary.backend.txn.PrecommittedTransactions;
import io.tributary.backend.txn.PrivateCommitter;
import io.tributary.backend.txn.StatementTimeouts;
import io.tributary.backend.txn.TransactionLimits;
import io.tributary.backend.txn.TransactionRegistry;
import io.tributary.contract.calls.TableOwner;
import java.io.IOException;

/**
 * What commits without the log, and what is known of transactions.
 *
 * @param target in which batches of the log commit, too
 * @param known of loads, those of the log, too
 * @param open sessions' transactions
 * @param precommitted loads that wait for their second phase
 */
record Transactions(
        CommitTarget target,
        KnownLoads known,
        PrivateCommitter committer,
        TransactionRegistry open,
        PrecommittedTransactions precommitted,
        StatementTimeouts timeouts) {
    static Transactions open(Opening opening, OpenEngine opened, StoredState stored) throws IOException {
        ReopeningEngine engine = opened.engine();
        CommitTarget target = new CommitTarget(engine, stored.catalog(), new TableLanes());
        Labels labels = new Labels(
                new EveryLabel(engine),
                opening.limit(BackendLimit.LABEL_KEEP_MAX_SECOND),
                opening.limit(BackendLimit.LABEL_NUM_THRESHOLD),
                stored.time());
        KnownLoads known = new KnownLoads(labels, new TransactionHistory());
        PrivateCommitter committer = new PrivateCommitter(
                target,
                stored.txnIds(),
                known,
                opening.random(),
                opening.limit(BackendLimit.GROUP_COMMIT_QUEUE_TIMEOUT_MS));
        TransactionRegistry open = new TransactionRegistry(
                committer,
                labels,
                limits(opening.config()),
                System::nanoTime,
                new OpenTransactionIds(TableOwner.ONLY_BACKEND, opening.random()));
        opening.closing().push("transactions", open);
        PrecommittedTransactions precommitted = new PrecommittedTransactions(
                new PrecommittedFiles(opened.data().precommitted()),
                stored.catalog(),
                committer,
                known,
                open,
                new PrecommittedTransactions.Limits(
                        (int) opening.limit(BackendLimit.PRECOMMITTED_TRANSACTIONS_MAX),
                        opening.limit(BackendLimit.STREAM_LOAD_DEFAULT_PRECOMMIT_TIMEOUT_SECOND)),
                stored.time());
        precommitted.recover();
        return new Transactions(target, known, committer, open, precommitted, new StatementTimeouts(System::nanoTime));
    }

    TableLanes lanes() {
        return target.lanes();
    }

    Labels labels() {
        return known.labels();
    }

    TransactionHistory history() {
        return known.history();
    }

    private static TransactionLimits limits(BackendConfig config) {
        long openBytes = config.limit(BackendLimit.OPEN_TRANSACTIONS_BYTES);
        return new TransactionLimits(
                (int) config.limit(BackendLimit.TRANSACTIONS_MAX),
                config.limit(BackendLimit.TRANSACTION_BYTES),
                openBytes == 0 ? Runtime.getRuntime().maxMemory() / 4 : openBytes,
                config.engine().factory().transactionsMax() / 2,
                config.limit(BackendLimit.TRANSACTION_LEASE_SECONDS));
    }
}
