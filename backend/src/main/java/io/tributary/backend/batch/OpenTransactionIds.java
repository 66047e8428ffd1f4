package io.tributary.backend.batch;

import io.tributary.contract.calls.TransactionIds;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Ids of the transactions that one run of a backend opens. The first one is random, so that an id from before a restart
 * names no transaction of after it. Any thread.
 */
public final class OpenTransactionIds implements LongSupplier {
    /** The other half of what can be counted is for the transactions of one run. */
    private static final long FIRST_COUNT_MAX = TransactionIds.COUNT_MAX / 2;

    private final AtomicLong next;

    /** @param backend the number of the one that opens them */
    public OpenTransactionIds(int backend, RandomGenerator random) {
        next = new AtomicLong(TransactionIds.of(backend, random.nextLong(FIRST_COUNT_MAX) + 1));
    }

    @Override
    public long getAsLong() {
        return next.getAndIncrement();
    }
}
