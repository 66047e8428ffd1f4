package io.tributary.backend.txn;

/**
 * @param transactionsMax {@code transactions_max}: open at once
 * @param bytesMax {@code transaction_bytes}: encoded rows one of them may hold back
 * @param openBytesMax {@code open_transactions_bytes}: encoded rows all of them may hold back
 * @param heldMax held in the engine at once, so few that commits and statements find connections
 * @param leaseSeconds {@code transaction_lease_seconds}: idle for so long, one is rolled back
 */
public record TransactionLimits(
        int transactionsMax, long bytesMax, long openBytesMax, int heldMax, long leaseSeconds) {}
