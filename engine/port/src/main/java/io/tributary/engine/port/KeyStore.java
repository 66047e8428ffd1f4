package io.tributary.engine.port;

import java.util.function.Consumer;
import java.util.function.LongPredicate;

/**
 * The idempotency keys of committed loads, each written by the transaction that holds its load's rows ({@link
 * EngineTransaction#keepKeys}). All methods block.
 */
public interface KeyStore {
    /** Every key committed after this time, in milliseconds since 1970, the oldest first. */
    void readSince(long millis, Consumer<KeptKey> reader);

    /** Forgets the keys committed at this time or before, some at a time; returns how many. */
    long removeUntil(long millis);

    /** Forgets the keys of these tables, some at a time; returns how many. */
    default long removeOf(LongPredicate tables) {
        return 0;
    }
}
