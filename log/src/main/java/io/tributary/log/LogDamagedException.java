package io.tributary.log;

import java.io.IOException;

/**
 * The log is not what was written, and it cannot be a torn last write: rows that were acknowledged may be lost, so
 * nobody goes on by himself. The message names file, offset and what is wrong there.
 */
public final class LogDamagedException extends IOException {
    private final String what;

    LogDamagedException(WalDirectory directory, String file, long offset, String what) {
        super("log damaged: file=" + directory + "/" + file + " offset=" + offset + ": " + what + "; 'tributary wal"
                + " verify' shows all damage, 'tributary wal skip' goes on without it");
        this.what = what;
    }

    /** What is wrong there. */
    String what() {
        return what;
    }
}
