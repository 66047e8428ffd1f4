package io.tributary.engine.mysql.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the credentials when a connection is made, so that no object keeps a password; and knows its connections, to take them away
 * from whoever waits for a server that is gone. Any thread.
 */
final class LateLogin implements DataSource {
    private static final Logger log = LoggerFactory.getLogger(LateLogin.class);

    private final DataSource source;
    private final Credentials credentials;
    private final Object lock = new Object();

    /** Those that somebody has. */
    @GuardedBy("lock")
    private final Set<Connection> made = Collections.newSetFromMap(new WeakHashMap<>());

    @GuardedBy("lock")
    private boolean isCut;

    LateLogin(DataSource source, Credentials credentials) {
        this.source = source;
        this.credentials = credentials;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Credentials.Login login = credentials.read();
        Connection connection = source.getConnection(login.user(), login.password());
        synchronized (lock) {
            if (!isCut) {
                made.add(connection);
                return connection;
            }
        }
        connection.abort(Runnable::run);
        throw new SQLNonTransientConnectionException("the server was left", "08003");
    }

    /** Aborts all connections, and lets none be made any more. */
    void cut() {
        List<Connection> all;
        synchronized (lock) {
            isCut = true;
            all = List.copyOf(made);
            made.clear();
        }
        for (Connection connection : all) {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException e) {
                log.debug("event=connection_not_aborted reason={}", e.getMessage());
            }
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return source.getConnection(user, password);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        source.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        source.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return source.getLoginTimeout();
    }

    @Override
    public java.util.logging.Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("java.util.logging is not used");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return source.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return source.isWrapperFor(type);
    }
}
