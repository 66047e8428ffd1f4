package io.tributary.bench.server;

import java.io.IOException;
import java.nio.file.Path;

/** A server, or a cluster of them, that may have the tables of a Tributary. One thread. */
public interface TablesServer extends MeasuredServer {
    /**
     * Returns what follows the name in a CREATE DATABASE of a Tributary whose tables are to be here.
     *
     * @param login a file of the user and the password, a line each
     */
    String databaseClause(Path login);

    /** CPU time of all its processes since they started. */
    double cpuSeconds() throws IOException;
}
