package io.tributary.backend.ingest.answer;

/** What a load waits for before it is answered. */
public enum Acknowledgement {
    /** The commit of its batch. */
    COMMITTED,
    /** The force of the log that covers it. */
    FORCED,
    /** The write of its record: the operating system has it, and forces it with what comes later. */
    WRITTEN
}
