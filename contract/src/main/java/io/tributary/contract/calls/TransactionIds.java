package io.tributary.contract.calls;

/**
 * What an id of a transaction or a load says. Below the sign, which is never set, stand 15 bits with the number of the
 * backend that gave it, and 48 bits that this backend counts. So a frontend knows whom to ask, and ids of backend 0 are
 * small numbers.
 */
public final class TransactionIds {
    public static final int BACKENDS_MAX = 1 << 15;

    /** The largest number that a backend counts to. */
    public static final long COUNT_MAX = (1L << 48) - 1;

    private static final int BACKEND_SHIFT = 48;

    private TransactionIds() {}

    /** @throws IllegalArgumentException if there can be no such id */
    public static long of(int backend, long count) {
        if (backend < 0 || backend >= BACKENDS_MAX) {
            throw new IllegalArgumentException(
                    "a transaction of backend " + backend + ", must be 0 to " + (BACKENDS_MAX - 1));
        }
        if (count < 0 || count > COUNT_MAX) {
            throw new IllegalArgumentException(
                    "transaction " + count + " of backend " + backend + ", must be 0 to " + COUNT_MAX);
        }
        return ((long) backend << BACKEND_SHIFT) | count;
    }

    /** Who gave the id; {@link #BACKENDS_MAX} or more of a negative one, which nobody gave. */
    public static int backendOf(long id) {
        return (int) (id >>> BACKEND_SHIFT);
    }
}
