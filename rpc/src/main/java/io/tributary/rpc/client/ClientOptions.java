package io.tributary.rpc.client;

/**
 * Bounds of a {@link GrpcBackendClient}.
 *
 * @param appendQueueBytes encoded loads that wait to be sent ({@code append_queue_bytes})
 * @param queueTimeoutMillis how long one of them may wait ({@code group_commit_queue_timeout_ms})
 * @param messageBytesMax a message takes no further load from this size on; a larger load travels alone
 * @param messageLoadsMax loads in one message
 * @param reconnectMillisMax the longest pause between two attempts to reopen a broken stream
 */
public record ClientOptions(
        long appendQueueBytes,
        int queueTimeoutMillis,
        int messageBytesMax,
        int messageLoadsMax,
        int reconnectMillisMax) {
    public ClientOptions {
        if (appendQueueBytes < 1
                || queueTimeoutMillis < 1
                || messageBytesMax < 1
                || messageLoadsMax < 1
                || reconnectMillisMax < 1) {
            throw new IllegalArgumentException("every bound must be at least 1, got " + appendQueueBytes + ", "
                    + queueTimeoutMillis + ", " + messageBytesMax + ", " + messageLoadsMax + ", " + reconnectMillisMax);
        }
    }

    public static ClientOptions defaults() {
        return new ClientOptions(64L << 20, 10_000, 1 << 20, 1024, 2_000);
    }
}
