package io.tributary.engine.mysql.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of one server, and a connection that was made while it ran. Whoever answers after that has broken may be another one, after
 * a start or a failover: it has none of this process's connections, may lack what the first has committed, and is to be opened anew.
 * Any thread.
 */
public final class ServerRun implements AutoCloseable {
    /** A server whose answer has taken so long is not asked a second time. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** An age is the difference of two whole seconds, so that it is off by less than one, and so is what it is compared with. */
    private static final int AGE_ERROR_SECONDS = 2;

    private static final Logger log = LoggerFactory.getLogger(ServerRun.class);

    private final ServerNode node;
    private @Nullable Witness witness;
    private boolean isClosed;

    /**
     * What says that it is still the same one.
     *
     * @param name of the server: host, port and number
     * @param sinceNanos when it was connected, of the monotonic clock
     */
    private record Witness(Connection connection, String name, long sinceNanos) {}

    public ServerRun(ServerNode node) {
        this.node = node;
    }

    /**
     * Asks it something, on a connection for that alone: one that was lost alone says nothing, nor does a pool that is in use.
     *
     * @throws TributaryException ENGINE_DOWN where it does not answer in time, is not usable, or may be another run
     */
    public synchronized <T> T ask(ServerNode.Question<T> question) {
        long began = System.nanoTime();
        Witness before = witness;
        try {
            if (before != null) {
                try {
                    return node.ask(before.connection(), question);
                } catch (SQLException e) {
                    end();
                    if (System.nanoTime() - began > PATIENCE_NANOS) {
                        throw e;
                    }
                }
            }
            return askAnew(before, question);
        } catch (SQLException e) {
            throw new TributaryException(
                    ErrorCode.ENGINE_DOWN,
                    "mysql " + node.address() + " does not answer: " + ServerErrors.reason(e),
                    e);
        }
    }

    private <T> T askAnew(@Nullable Witness before, ServerNode.Question<T> question) throws SQLException {
        Connection connection = node.connect();
        boolean isKept = false;
        try {
            long since = System.nanoTime();
            T answer = node.ask(connection, question);
            String name = name(connection);
            if (before != null) {
                requireSame(before, name, connection);
            }
            isKept = !isClosed;
            if (isKept) {
                witness = new Witness(connection, name, since);
            }
            return answer;
        } finally {
            if (!isKept) {
                connection.close();
            }
        }
    }

    /** It is surely the same one only if it ran before the connection was made that has broken. */
    private void requireSame(Witness before, String name, Connection connection) throws SQLException {
        if (!before.name().equals(name)) {
            throw new SQLException("another server answers, " + name + " instead of " + before.name());
        }
        long asked = System.nanoTime();
        long ageSeconds = ageSeconds(connection);
        if (ageSeconds <= TimeUnit.NANOSECONDS.toSeconds(asked - before.sinceNanos()) + AGE_ERROR_SECONDS) {
            throw new SQLException("it was started again");
        }
        log.info("event=connection_lost_alone address={}", node.address());
    }

    private static String name(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@hostname, @@port, @@server_id")) {
            row.next();
            return row.getString(1) + ":" + row.getString(2) + "/" + row.getString(3);
        }
    }

    /** For how long it has run, in seconds, give or take one; 0 where it does not say. */
    private static long ageSeconds(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Uptime'")) {
            return row.next() ? row.getLong(2) : 0;
        }
    }

    private void end() {
        Witness ended = witness;
        witness = null;
        if (ended != null) {
            try {
                ended.connection().close();
            } catch (SQLException e) {
                log.debug("connection not closed", e);
            }
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        end();
    }
}
