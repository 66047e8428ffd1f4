package io.tributary.backend.txn;

import io.tributary.backend.batch.TransactionHistory;

/**
 * What is known of loads beside their rows.
 *
 * @param labels who has one, or had it
 * @param history how transactions ended
 */
public record KnownLoads(Labels labels, TransactionHistory history) {}
