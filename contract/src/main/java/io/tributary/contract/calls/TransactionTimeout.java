package io.tributary.contract.calls;

/**
 * When a transaction ends, however busy it is.
 *
 * @param seconds of its whole life, as its session had set them: the longer of {@code insert_timeout} and {@code
 *     query_timeout}
 * @param leftMillis of them; 0: they are over, which its first statement is told
 */
public record TransactionTimeout(int seconds, long leftMillis) {
    /** The timeout of a transaction that ends by its lease alone: longer than anybody waits. */
    public static final TransactionTimeout NONE = of(Integer.MAX_VALUE);

    public TransactionTimeout {
        if (seconds < 1 || leftMillis < 0) {
            throw new IllegalArgumentException(
                    "a transaction lives for 1 second at least, got " + seconds + ", left " + leftMillis + " ms");
        }
    }

    /** Returns the timeout of a transaction that begins now. */
    public static TransactionTimeout of(int seconds) {
        return new TransactionTimeout(seconds, seconds * 1_000L);
    }

    /** The same when so much of it has passed. */
    public TransactionTimeout after(long millis) {
        return new TransactionTimeout(seconds, Math.max(0, leftMillis - millis));
    }
}
