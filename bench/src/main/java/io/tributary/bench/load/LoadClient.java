package io.tributary.bench.load;

import java.io.IOException;
import java.sql.SQLException;

/** Connections that are open and write when they are told to. One thread calls it. */
interface LoadClient extends AutoCloseable {
    /** Sends for so long, one statement in flight a connection, and waits for the last answer. */
    PhaseResult run(int seconds) throws IOException, SQLException, InterruptedException;

    @Override
    void close() throws SQLException;
}
