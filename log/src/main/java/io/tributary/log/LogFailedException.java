package io.tributary.log;

import java.io.IOException;

/** A write or force of this log has failed: what reached the disk is unknown, so it takes nothing more until a restart. */
public final class LogFailedException extends IOException {
    LogFailedException(WalDirectory directory, IOException cause) {
        super("log " + directory + " failed and takes nothing more until a restart: " + cause.getMessage(), cause);
    }
}
