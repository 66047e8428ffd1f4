package io.tributary.log;

import java.io.IOException;

/** Receives the records of a log, oldest first. */
@FunctionalInterface
public interface RecordVisitor {
    /** @param record whose payload is valid until this returns */
    void record(WalRecord record) throws IOException;
}
