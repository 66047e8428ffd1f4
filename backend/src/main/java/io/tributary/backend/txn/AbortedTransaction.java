package io.tributary.backend.txn;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;

/** What is told of a {@link LoadTransaction} that is lost: why it is, and to every statement of it until its ROLLBACK. */
final class AbortedTransaction {
    private AbortedTransaction() {}

    /** MySQL has rolled back after a conflict: who retries on 1213 must hear it from COMMIT, too, and be done. */
    static TributaryException by(TributaryException cause) {
        return new TributaryException(
                cause.code().isConflict() ? ErrorCode.WRITE_CONFLICT : ErrorCode.TRANSACTION_ABORTED,
                "current transaction is aborted, commands ignored until ROLLBACK; it failed with: "
                        + cause.getMessage());
    }

    static TributaryException outdone() {
        return ErrorCode.WRITE_CONFLICT.error(
                "Deadlock found when trying to get lock; try restarting transaction: rows of the same UNIQUE KEY were"
                        + " committed by others, or its table truncated, and this transaction gave way to that");
    }

    static TributaryException timedOut(int seconds) {
        return ErrorCode.TRANSACTION_ABORTED.error(LoadTransaction.TIMED_OUT + ": it was open for " + seconds
                + " s, the longer of insert_timeout and query_timeout when it began; it is rolled back");
    }

    /** How much of the work was done is unknown. */
    static TributaryException engineFailed(Throwable error) {
        return new TributaryException(ErrorCode.ENGINE, "engine failed: " + TributaryException.reason(error), error);
    }
}
