package io.tributary.bench.server;

import io.tributary.bench.load.ServerAddress;
import java.io.IOException;

/** A server that runs are made against; closing ends it if it was started for that. One thread. */
public interface MeasuredServer extends AutoCloseable {
    /** Returns its name in reports: {@code tributary}, that of a peer, or {@code other} for one that was there already. */
    String label();

    ServerAddress address();

    /** Returns the port for Stream Load; 0 if it has none, or none that is known. */
    default int httpPort() {
        return 0;
    }

    /** What follows the name in the CREATE DATABASE of its tables. */
    default String databaseClause() {
        return "";
    }

    /** What it has used since it started. */
    Usage usage() throws IOException;

    @Override
    void close();
}
