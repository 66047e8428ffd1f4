package io.tributary.log;

import java.nio.ByteBuffer;

/** Takes the records of a log, one after another; their bytes mean nothing to it. Used by the thread that owns the log. */
@FunctionalInterface
public interface RecordAppender {
    /**
     * Appends a record; it is durable after the next {@link WriteAheadLog#force}. What the buffers hold is copied once, and
     * their positions are left alone.
     *
     * @param type not {@link WalRecord#SKIPPED}
     * @param tags the tagged fields, encoded as docs/wal-format.md says; may be empty
     * @param head first part of the payload
     * @param body the rest of it
     * @return its LSN
     * @throws LogFailedException also where an earlier call failed
     * @throws IllegalStateException if the log is not begun
     * @throws IllegalArgumentException if the record is too long for any log; nothing was written, and the log goes on
     */
    long append(byte type, ByteBuffer tags, ByteBuffer head, ByteBuffer body) throws LogFailedException;
}
