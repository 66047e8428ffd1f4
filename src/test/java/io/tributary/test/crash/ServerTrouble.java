package io.tributary.test.crash;

/** What happens to the servers that have the tables while writers write. */
interface ServerTrouble {
    void begin() throws Exception;

    /** All is as before, once this has returned. */
    void end() throws Exception;
}
