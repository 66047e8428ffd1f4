package io.tributary.engine.mysql.session;

import com.mysql.cj.MysqlConnection;
import com.mysql.cj.jdbc.MysqlDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Connections to one server for one use. Any thread. */
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

    /**
     * What rows are stored in. They have their numbers of an AUTO_INCREMENT column by then, so a 0 there is one that was given.
     */
    public static final String OWN_SQL_MODE = "STRICT_TRANS_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION";

    private static final String OWN_VARIABLES =
            "sql_mode='" + OWN_SQL_MODE + "',time_zone='+00:00',innodb_lock_wait_timeout=" + LOCK_WAIT_SECONDS
                    + ",lock_wait_timeout=" + DEFINITION_WAIT_SECONDS;

    /** What reads wait for on a Galera node: that it has all that was committed on others before. */
    private static final String READS_WAIT = ",wsrep_sync_wait=1";

    private final HikariDataSource pool;
    private final String server;
    private final int max;
    private final LateLogin source;

    private ServerConnections(HikariDataSource pool, String server, int max, LateLogin source) {
        this.pool = pool;
        this.server = server;
        this.max = max;
        this.source = source;
    }

    /** What decides by what it reads, or does not. */
    public enum Use {
        /** Commits, and what is asked of positions, labels, keys and tokens. */
        COMMITS,
        QUERIES,
        /** Transactions that clients hold. */
        TRANSACTIONS;

        private boolean decides() {
            return this == COMMITS;
        }
    }

    /**
     * Makes no connection yet.
     *
     * @param max connections at once
     */
    public static ServerConnections of(ServerNode node, Use use, int max) {
        String further = node.isGalera() && use.decides() ? READS_WAIT : "";
        return of(
                node.address(),
                use.name().toLowerCase(Locale.ROOT),
                new LateLogin(source(node.address(), ANSWER_MILLIS, OWN_VARIABLES + further), node.credentials()),
                max);
    }

    /**
     * Makes no connection yet to a server of another kind.
     *
     * @param use what they are for, as errors say it
     * @param max connections at once
     * @param variables of each session, {@code NAME=VALUE} divided by commas
     */
    public static ServerConnections of(
            ServerAddress address, Credentials credentials, String use, int max, String variables) {
        return of(address, use, new LateLogin(source(address, ANSWER_MILLIS, variables), credentials), max);
    }

    private static ServerConnections of(ServerAddress address, String use, LateLogin source, int max) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("mysql " + address + " " + use);
        config.setDataSource(source);
        config.setMaximumPoolSize(max);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(WAIT_MILLIS);
        config.setInitializationFailTimeout(-1);
        config.setAutoCommit(true);
        return new ServerConnections(new HikariDataSource(config), "the server at " + address, max, source);
    }

    /**
     * Asks a server of another kind whether it is there, on a connection that is made for that.
     *
     * @throws TributaryException ENGINE_DOWN where it does not answer in time
     */
    public static void ping(ServerAddress address, Credentials credentials, String variables) {
        try (Connection connection =
                        new LateLogin(source(address, PING_MILLIS, variables), credentials).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        } catch (SQLException e) {
            throw new TributaryException(
                    ErrorCode.ENGINE_DOWN, "mysql " + address + " does not answer: " + ServerErrors.reason(e), e);
        }
    }

    /** Makes connections for who asks whether a server is there. */
    static DataSource asking(ServerAddress address, Credentials credentials) {
        return new LateLogin(source(address, PING_MILLIS, OWN_VARIABLES), credentials);
    }

    private static DataSource source(ServerAddress address, int answerMillis, String variables) {
        MysqlDataSource source = new MysqlDataSource();
        source.setUrl(address.jdbcUrl());
        try {
            source.setCharacterEncoding("UTF-8");
            source.setConnectionCollation("utf8mb4_bin");
            source.setCharacterSetResults("UTF-8");
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
            address.tls().apply(source);
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
                            + (cause == null ? "" : ": " + ServerErrors.reason(cause)),
                    e);
        } catch (SQLException e) {
            throw ServerErrors.translate(e);
        }
    }

    /**
     * Ends the statement that runs on one of these connections, or whose rows are being read, from a connection that is made for that;
     * the driver's own cancel does nothing once the first row is there. A statement that has ended by then is not harmed, but the
     * next one may be.
     */
    public void kill(Connection connection) throws SQLException {
        long id = connection.unwrap(MysqlConnection.class).getSession().getThreadId();
        try (Connection other = source.getConnection();
                Statement statement = other.createStatement()) {
            statement.execute("KILL QUERY " + id);
        }
    }

    /**
     * Runs a definition, which the server commits at once, in no transaction.
     *
     * @throws TributaryException as {@link ServerErrors#ofDefinition} says: what the server answered itself is its refusal
     */
    public void define(String sql) {
        try (Connection connection = open()) {
            execute(connection, sql);
        } catch (SQLException e) {
            throw named(ServerErrors.ofDefinition(e));
        }
    }

    /**
     * The same of one whose answer may be lost.
     *
     * @param lock held by its session until it is over
     */
    public void define(DefinitionLock lock, String sql) {
        try (Connection connection = open()) {
            lock.take(connection);
            SQLException failed = null;
            try {
                execute(connection, sql);
            } catch (SQLException e) {
                failed = e;
            }
            lock.release(connection, failed);
        } catch (SQLException e) {
            throw named(ServerErrors.ofDefinition(e));
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Translates what a statement of a client has failed with; what this process's own account may not do names the server. */
    public TributaryException translated(SQLException error) {
        return named(ServerErrors.translate(error));
    }

    /** Translates what rows of a table have failed with, as {@link ServerErrors#ofRows}, and names the server likewise. */
    public TributaryException translatedOfRows(TableSchema table, SQLException error) {
        return named(ServerErrors.ofRows(table, error));
    }

    /** Who hears of an account must not look for it among Tributary's own. */
    private TributaryException named(TributaryException translated) {
        boolean isOfServer = ServerErrors.isDenied(translated) || translated.code() == ErrorCode.SERVER_REFUSED;
        return isOfServer
                ? new TributaryException(
                        translated.code(), server + " says: " + translated.getMessage(), translated.getCause())
                : translated;
    }

    /** Replaces all connections, those in use once they are given back: a session does not notice that its database is gone. */
    public void renew() {
        pool.getHikariPoolMXBean().softEvictConnections();
    }

    /** Takes all connections away from whoever waits for an answer on them, and lets none be made any more. */
    public void cut() {
        source.cut();
    }

    @Override
    public void close() {
        pool.close();
    }
}
