package io.tributary.rpc.client;

/** Outcome of a statement that changes rows by text (DELETE, UPDATE) or inserts what a query gives. */
public record StatementResult(long affectedRows, String label, long txnId) {}
