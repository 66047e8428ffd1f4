package io.tributary.rpc.client;

/**
 * Outcome of a statement that changes rows by text (DELETE, UPDATE) or inserts what a query gives.
 *
 * @param lastInsertId the first id that was generated for an AUTO_INCREMENT column, or 0
 * @param largestGiven the largest number that computed rows brought for such a column themselves, or 0
 */
public record StatementResult(long affectedRows, String label, long txnId, long lastInsertId, long largestGiven) {}
