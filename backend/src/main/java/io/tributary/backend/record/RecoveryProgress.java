package io.tributary.backend.record;

/**
 * How far a backend has come with what the start found in its logs and the engine did not have. Of batches, since the log's
 * other records were read when the start ended.
 *
 * @param bytes encoded rows that were found
 * @param committedBytes of these, what the engine has by now, or does not need since the table was dropped
 */
public record RecoveryProgress(long bytes, long committedBytes) {
    /** Nothing was found. */
    public static final RecoveryProgress NONE = new RecoveryProgress(0, 0);

    /** Bytes that are still to be committed. */
    public long leftBytes() {
        return bytes - committedBytes;
    }

    public RecoveryProgress plus(RecoveryProgress other) {
        return new RecoveryProgress(bytes + other.bytes, committedBytes + other.committedBytes);
    }

    /** {@code 12 of 34 bytes are committed}. */
    @Override
    public String toString() {
        return committedBytes + " of " + bytes + " bytes are committed";
    }
}
