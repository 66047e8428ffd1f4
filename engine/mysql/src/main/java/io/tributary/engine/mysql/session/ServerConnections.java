package io.tributary.engine.mysql.session;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** The connections to one server. Any thread. */
public final class ServerConnections implements AutoCloseable {
    /** How long one who wants a connection waits for it. */
    private static final long WAIT_MILLIS = 10_000;

    private static final int CONNECT_MILLIS = 5_000;

    /** How long an answer may take: a query may be long, and is cancelled by others, but a server that is gone must be noticed. */
    private static final int ANSWER_MILLIS = (int) TimeUnit.MINUTES.toMillis(10);

    /** How long the answer to who asks whether it is there. */
    private static final int PING_MILLIS = 5_000;

    /** How long a statement waits for a row that another transaction has: its table waits meanwhile. */
    private static final int LOCK_WAIT_SECONDS = 2;

    /** How long a definition waits for transactions that use its table: all others wait behind it. */
    private static final int DEFINITION_WAIT_SECONDS = 10;

    private final HikariDataSource pool;
    private final int max;
    private final DataSource asking;

    private ServerConnections(HikariDataSource pool, int max, DataSource asking) {
        this.pool = pool;
        this.max = max;
        this.asking = asking;
    }

    /**
     * Makes no connection yet.
     *
     * @param use what they are for, as errors say it
     * @param max connections at once
     */
    public static ServerConnections of(ServerAddress address, Credentials credentials, String use, int max) {
        return of(
                address,
                credentials,
                use,
                max,
                "sql_mode='STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION',time_zone='+00:00',innodb_lock_wait_timeout="
                        + LOCK_WAIT_SECONDS + ",lock_wait_timeout=" + DEFINITION_WAIT_SECONDS);
    }

    /** @param variables of each session, {@code NAME=VALUE} divided by commas */
    public static ServerConnections of(
            ServerAddress address, Credentials credentials, String use, int max, String variables) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("mysql " + address.host() + ":" + address.port() + " " + use);
        config.setDataSource(new LateLogin(source(address, ANSWER_MILLIS, variables), credentials));
        config.setMaximumPoolSize(max);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(WAIT_MILLIS);
        config.setInitializationFailTimeout(-1);
        config.setAutoCommit(true);
        return new ServerConnections(
                new HikariDataSource(config), max, new LateLogin(source(address, PING_MILLIS, variables), credentials));
    }

    private static DataSource source(ServerAddress address, int answerMillis, String variables) {
        MysqlDataSource source = new MysqlDataSource();
        source.setUrl(address.jdbcUrl());
        try {
            source.setCharacterEncoding("UTF-8");
            source.setConnectionCollation("utf8mb4_bin");
            source.setConnectTimeout(CONNECT_MILLIS);
            source.setSocketTimeout(answerMillis);
            source.setTcpKeepAlive(true);
            source.setTinyInt1isBit(false);
            source.setYearIsDateType(false);
            source.setUseServerPrepStmts(false);
            source.setUseLocalSessionState(true);
            source.setCacheServerConfiguration(true);
            source.setAllowMultiQueries(false);
            source.setAllowLoadLocalInfile(true);
            source.setAllowPublicKeyRetrieval(true);
            source.setSessionVariables(variables);
        } catch (SQLException e) {
            throw new IllegalStateException("a setting of the driver", e);
        }
        return source;
    }

    /**
     * Returns a connection that commits each statement; the caller closes it.
     *
     * @throws TributaryException LIMIT_OR_LOCK_WAIT where all that may be are in use, ENGINE_DOWN where none can be made in time
     */
    public Connection open() {
        try {
            Connection connection = pool.getConnection();
            LocalFiles.none(connection);
            return connection;
        } catch (SQLTransientConnectionException e) {
            if (pool.getHikariPoolMXBean().getActiveConnections() >= max) {
                throw new TributaryException(
                        ErrorCode.LIMIT_OR_LOCK_WAIT,
                        pool.getPoolName() + ": " + max
                                + " connections, which are all that may be, are in use for longer" + " than "
                                + WAIT_MILLIS + " ms; nothing was stored, try again",
                        e);
            }
            Throwable cause = e.getCause();
            throw new TributaryException(
                    ErrorCode.ENGINE_DOWN,
                    pool.getPoolName() + ": no connection within " + WAIT_MILLIS + " ms"
                            + (cause == null ? "" : ": " + cause.getMessage()),
                    e);
        } catch (SQLException e) {
            throw ServerErrors.translate(e);
        }
    }

    /**
     * Asks the server on a connection that is made for that, so that one which was lost alone says nothing.
     *
     * @throws TributaryException ENGINE_DOWN where it does not answer in time
     */
    public void ping() {
        try (Connection connection = asking.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        } catch (SQLException e) {
            throw new TributaryException(
                    ErrorCode.ENGINE_DOWN, pool.getPoolName() + " does not answer: " + e.getMessage(), e);
        }
    }

    /** Replaces all connections, those in use once they are given back: a session does not notice that its database is gone. */
    public void renew() {
        pool.getHikariPoolMXBean().softEvictConnections();
    }

    @Override
    public void close() {
        pool.close();
    }
}
