package io.tributary.backend.engine;

import java.util.function.Consumer;

/**
 * The idempotency keys of committed loads, each written by the transaction that holds its load's rows ({@link
 * EngineTransaction#keepKeys}). All methods block.
 */
public interface KeyStore {
    /** Every key committed after this time, in milliseconds since 1970, the oldest first. */
    void readSince(long millis, Consumer<KeptKey> reader);

    /** Forgets the keys committed at this time or before; returns how many. */
    long removeUntil(long millis);
}
