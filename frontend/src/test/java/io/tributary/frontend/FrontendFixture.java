package io.tributary.frontend;

import com.mysql.cj.jdbc.StatementImpl;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** A frontend on free loopback ports over a {@link MemoryBackend}, and Connector/J to talk to it. */
final class FrontendFixture implements AutoCloseable {
    /** The manual's own parameters, without the mode. */
    static final String MANUAL = "useServerPrepStmts=true&useLocalSessionState=true&rewriteBatchedStatements=true"
            + "&cachePrepStmts=true&prepStmtCacheSqlLimit=99999&prepStmtCacheSize=500";

    final MemoryBackend backend = new MemoryBackend();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final FrontendServer server;

    FrontendFixture() throws Exception {
        this(FrontendConfig.Limits.defaults());
    }

    FrontendFixture(FrontendConfig.Limits limits) throws Exception {
        this(FrontendConfig.defaults().withLimits(limits));
    }

    /** A fixture on free ports, whatever {@code config} says of them. */
    FrontendFixture(FrontendConfig config) throws Exception {
        FrontendConfig onFreePorts = config.withListen(new FrontendConfig.Listen("127.0.0.1", 0, 0, false));
        server = FrontendServer.start(onFreePorts, loop -> backend, meters, () -> "up 1\n");
    }

    /** Returns {@code defaults} with other staged budgets and connections. */
    static FrontendConfig.Limits limits(int connections, long stagedMax, long stagedSessionMax) {
        FrontendConfig.Limits base = FrontendConfig.Limits.defaults();
        return new FrontendConfig.Limits(
                connections,
                base.maxAllowedPacketBytes(),
                base.largePacketBytesMax(),
                base.largePacketWaitMillis(),
                base.maxPreparedStatements(),
                base.preparedStatementBytesMax(),
                stagedMax,
                stagedSessionMax,
                base.planCacheBytes(),
                base.connectTimeoutMillis(),
                base.backendWaitMillis(),
                2_000,
                2,
                base.streamLoadBodyBytesMax(),
                base.loadMemoryBytes());
    }

    /** Returns {@code defaults} with bodies of loads that have at most so many bytes, and so many encoded ones in memory. */
    static FrontendConfig.Limits bodiesOf(long bytesMax, long memoryMax) {
        FrontendConfig.Limits base = FrontendConfig.Limits.defaults();
        return new FrontendConfig.Limits(
                base.maxConnections(),
                base.maxAllowedPacketBytes(),
                base.largePacketBytesMax(),
                base.largePacketWaitMillis(),
                base.maxPreparedStatements(),
                base.preparedStatementBytesMax(),
                base.stagedBytesMax(),
                base.stagedBytesSessionMax(),
                base.planCacheBytes(),
                base.connectTimeoutMillis(),
                base.backendWaitMillis(),
                2_000,
                2,
                bytesMax,
                memoryMax);
    }

    double gauge(String name) {
        return meters.get(name).gauge().value();
    }

    Connection connect(String user, String password, String database, String parameters) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + server.mysqlPort() + "/" + database + "?sslMode=DISABLED&" + parameters,
                user,
                password);
    }

    Connection connect(String parameters) throws SQLException {
        return connect("root", "", "", parameters);
    }

    /** A connection to database {@code ads} with a table {@code t (id INT, name VARCHAR(20) NOT NULL, score INT DEFAULT 7)}. */
    Connection withTable(String parameters) throws SQLException {
        try (Connection connection = connect("")) {
            run(connection, "CREATE DATABASE IF NOT EXISTS ads");
            run(
                    connection,
                    "CREATE TABLE ads.t (id INT, name VARCHAR(20) NOT NULL, score INT DEFAULT '7') DUPLICATE KEY(id)"
                            + " DISTRIBUTED BY HASH(id) BUCKETS 1 PROPERTIES ('replication_num' = '1')");
            run(connection, "CREATE TABLE ads.u (id INT) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1");
        }
        return connect("root", "", "ads", parameters);
    }

    static int run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return statement.getUpdateCount();
        }
    }

    /** The OK packet's info of a statement; Connector/J shows the byte of its length before it. */
    static String info(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return infoOf(statement);
        }
    }

    /** Rows {@code (i, 'name<i>', i)} of ids from 0 as one batch. */
    static void insertBatch(Connection connection, String table, int rows) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?, ?)")) {
            for (int i = 0; i < rows; i++) {
                insert.setInt(1, i);
                insert.setString(2, "name" + i);
                insert.setInt(3, i);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    static String execute(PreparedStatement statement) throws SQLException {
        statement.execute();
        return infoOf(statement);
    }

    private static String infoOf(Statement statement) throws SQLException {
        String info =
                statement.unwrap(StatementImpl.class).getResultSetInternal().getServerInfo();
        int begin = info == null ? -1 : info.indexOf('{');
        return begin < 0 ? "" : info.substring(begin);
    }

    /** Rows as lines, cells divided by {@code |}. */
    static List<String> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                StringJoiner row = new StringJoiner("|");
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(String.valueOf(result.getString(i)));
                }
                rows.add(row.toString());
            }
            return rows;
        }
    }

    @Override
    public void close() {
        server.close();
        backend.close();
    }
}
