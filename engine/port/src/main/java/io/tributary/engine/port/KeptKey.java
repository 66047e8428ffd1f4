package io.tributary.engine.port;

import io.tributary.contract.schema.IdempotencyKey;

/**
 * The idempotency key of a load that was committed.
 *
 * @param logEpoch with the transaction id it makes the label of the load's batch
 * @param committedMillis since 1970: what is kept must mean the same after a restart
 */
public record KeptKey(long tableId, IdempotencyKey key, long logEpoch, long txnId, long committedMillis) {}
