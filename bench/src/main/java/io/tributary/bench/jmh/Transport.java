package io.tributary.bench.jmh;

/** How frontend and backend reach each other. */
public enum Transport {
    /** TCP, as between two processes. */
    LOOPBACK,
    IN_PROCESS
}
