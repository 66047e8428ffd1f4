package io.tributary.contract.calls;

import io.tributary.contract.row.FilteredRows;

/**
 * Outcome of a statement that changes rows by text (DELETE, UPDATE) or inserts what a query gives.
 *
 * @param lastInsertId the first id that was generated for an AUTO_INCREMENT column, or 0
 * @param largestGiven the largest number that computed rows brought for such a column themselves, or 0
 * @param filtered computed rows that were left out; they are not among the affected
 */
public record StatementResult(
        long affectedRows, String label, long txnId, long lastInsertId, long largestGiven, FilteredRows filtered) {
    /** The result of a statement that left out no row. */
    public StatementResult(long affectedRows, String label, long txnId, long lastInsertId, long largestGiven) {
        this(affectedRows, label, txnId, lastInsertId, largestGiven, FilteredRows.NONE);
    }
}
