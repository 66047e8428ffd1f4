package io.tributary.backend.wal;

import java.io.IOException;

/**
 * The log is not what was written, and it cannot be a torn last write: rows that were acknowledged may be lost, so
 * nobody goes on by himself. The message names file, offset and what is wrong there.
 */
public final class LogDamagedException extends IOException {
    LogDamagedException(WalDirectory directory, String file, long offset, String what) {
        super("log damaged: file=" + directory + "/" + file + " offset=" + offset + ": " + what);
    }
}
