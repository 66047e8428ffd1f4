package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.lineitem.JdbcUrl;
import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("clients")
final class ConnectorJIT {
    private static final int INSERT_BATCH_SIZE = 10;

    @RegisterExtension
    static final Server SERVER = new Server();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    static Stream<Server> servers() {
        return Stream.of(SERVER, SERVER_57);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void theProgramOfTheManualLoadsFiftyRows(Server server) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run(Tables.DT);

            String url = JdbcUrl.groupCommit("127.0.0.1", server.port(), database, "async_mode");
            try (Connection connection = DriverManager.getConnection(url, "root", "");
                    PreparedStatement statement = connection.prepareStatement("insert into dt values(?, ?, ?)")) {
                for (int j = 0; j < 5; j++) {
                    for (int i = 0; i < INSERT_BATCH_SIZE; i++) {
                        statement.setInt(1, i);
                        statement.setString(2, "name" + i);
                        statement.setInt(3, i + 10);
                        statement.addBatch();
                    }
                    int[] result = statement.executeBatch();
                    assertThat(result).hasSize(INSERT_BATCH_SIZE);
                }
            }

            sql.run("SYNC " + database + ".dt");
            assertThat(sql.query(
                            "SELECT id, name, score, count(*) FROM dt GROUP BY id, name, score ORDER BY id LIMIT 2"))
                    .containsExactly("0|name0|10|5", "1|name1|11|5");
            assertThat(sql.number("SELECT count(*) FROM dt")).isEqualTo(50);
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void parametersStandOnBothSidesOfAnOperator(Server server) throws SQLException {
        Object[][] cases = {
            {2, 3, 5.0, 6.0},
            {new BigDecimal("2.50"), new BigDecimal("0.25"), 2.75, 0.625},
            {1.5, 2.25, 3.75, 3.375},
            {"7.5", "2", 9.5, 15.0},
            {3, "0.5", 3.5, 1.5},
            {null, 1, null, null}
        };
        String database = server.newDatabase();
        for (String flavour : new String[] {"", "useServerPrepStmts=true"}) {
            try (Connection connection = Sql.open(server.port(), database, flavour);
                    PreparedStatement query = connection.prepareStatement("SELECT ? + ?, ? * ?, -? - ?")) {
                for (Object[] each : cases) {
                    for (int i = 0; i < 6; i++) {
                        query.setObject(i + 1, each[i % 2]);
                    }
                    try (ResultSet row = query.executeQuery()) {
                        assertThat(row.next()).isTrue();
                        for (int column = 1; column <= 3; column++) {
                            Object expected = column == 2 ? each[3] : each[2];
                            double value = row.getDouble(column);
                            assertThat(row.wasNull()).as("%s", each[0]).isEqualTo(expected == null);
                            assertThat(Math.abs(value)).isEqualTo(expected == null ? 0.0 : expected);
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void theValuesOfSetMayBeParameters(Server server) throws SQLException {
        for (String flavour : new String[] {"", "useServerPrepStmts=true"}) {
            try (Connection connection = Sql.open(server.port(), "", flavour);
                    PreparedStatement set = connection.prepareStatement(
                            "SET @a = ?, @b = CONCAT(?, UPPER(?)), SESSION net_read_timeout = ?, @c = ?");
                    Statement select = connection.createStatement()) {
                set.setInt(1, 7);
                set.setString(2, "it's ");
                set.setString(3, "x");
                set.setInt(4, 77);
                set.setString(5, null);
                set.execute();

                try (ResultSet row = select.executeQuery("SELECT @a, @b, @@net_read_timeout, @c")) {
                    assertThat(row.next()).isTrue();
                    assertThat(row.getInt(1)).isEqualTo(7);
                    assertThat(row.getString(2)).isEqualTo("it's X");
                    assertThat(row.getInt(3)).isEqualTo(77);
                    assertThat(row.getString(4)).isNull();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void everyUrlFlavourWritesTheSameRows(Server server) throws SQLException {
        String[] flavours = {
            "",
            "rewriteBatchedStatements=true",
            "useServerPrepStmts=true",
            "useServerPrepStmts=true&rewriteBatchedStatements=true",
            "useServerPrepStmts=true&useLocalSessionState=true&rewriteBatchedStatements=true&cachePrepStmts=true"
        };
        for (String flavour : flavours) {
            String database = server.newDatabase();
            try (Sql sql = Sql.connect(server.port(), database)) {
                sql.run("CREATE TABLE v (i INT NOT NULL, b BIGINT, d DECIMAL(10,2), f DOUBLE, t DATETIME, s"
                        + " VARCHAR(20)) DUPLICATE KEY(i)");
                try (Connection connection = Sql.open(
                                server.port(), database, flavour + "&sessionVariables=group_commit=sync_mode");
                        PreparedStatement insert = connection.prepareStatement("INSERT INTO v VALUES (?,?,?,?,?,?)")) {
                    for (int i = 0; i < 3; i++) {
                        insert.setInt(1, i);
                        insert.setLong(2, -1L - i);
                        insert.setBigDecimal(3, new BigDecimal("12.50"));
                        insert.setDouble(4, 0.5);
                        insert.setObject(5, java.time.LocalDateTime.of(2024, 2, 29, 12, 34, 56));
                        insert.setString(6, "it's \\ ü");
                        insert.addBatch();
                    }
                    insert.executeBatch();
                }

                assertThat(sql.query("SELECT * FROM v ORDER BY i"))
                        .as(flavour)
                        .containsExactly(
                                "0|-1|12.50|0.5|2024-02-29 12:34:56|it's \\ ü",
                                "1|-2|12.50|0.5|2024-02-29 12:34:56|it's \\ ü",
                                "2|-3|12.50|0.5|2024-02-29 12:34:56|it's \\ ü");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void aPreparedQueryReadsWhatWasWritten(Server server) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run(Tables.DT, "INSERT INTO dt VALUES (1, 'Bob', 90), (2, 'Alice', NULL)");
        }
        try (Connection connection = Sql.open(server.port(), database, "useServerPrepStmts=true");
                PreparedStatement select = connection.prepareStatement("SELECT name, score FROM dt WHERE id = ?")) {
            select.setInt(1, 2);
            try (ResultSet result = select.executeQuery()) {
                assertThat(result.next()).isTrue();
                assertThat(result.getString(1)).isEqualTo("Alice");
                assertThat(result.getObject(2)).isNull();
                assertThat(result.next()).isFalse();
            }
        }
    }

    @Test
    void aLoneSyncInsertDoesNotWaitForTheInterval() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    Tables.DT,
                    "ALTER TABLE dt SET (\"group_commit_interval_ms\" = \"3600000\")",
                    "SET group_commit = sync_mode",
                    "INSERT INTO dt VALUES (1, 'x', 1)");
        }
    }

    @Test
    void withTheIntervalPolicyASyncInsertTakesAtLeastTheInterval() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    Tables.DT,
                    "ALTER TABLE dt SET (\"group_commit_policy\" = \"interval\")",
                    "ALTER TABLE dt SET (\"group_commit_interval_ms\" = \"1500\")",
                    "SET group_commit = sync_mode");

            long start = System.nanoTime();
            sql.run("INSERT INTO dt VALUES (1, 'x', 1)");
            double millis = (System.nanoTime() - start) / 1e6;

            assertThat(millis).isBetween(1_500.0, 10_000.0);
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void generatedKeysAreThoseOfTheRowsAlsoWhereTheEngineComputesThem(Server server) throws SQLException {
        try (Sql sql = server.fresh();
                Statement statement = sql.connection().createStatement()) {
            sql.run("CREATE TABLE a (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20))");
            statement.executeUpdate("INSERT INTO a (name) VALUES ('x'), ('y')", Statement.RETURN_GENERATED_KEYS);
            assertThat(keys(statement)).containsExactly(1L, 2L);
            sql.run("INSERT INTO a VALUES (100, 'given')");
            statement.executeUpdate(
                    "INSERT INTO a (name) SELECT concat(name, '!') FROM a ORDER BY id",
                    Statement.RETURN_GENERATED_KEYS);

            List<Long> computed = keys(statement);
            assertThat(computed).hasSize(3);
            assertThat(computed.get(0)).isGreaterThan(100L);
            assertThat(sql.query("SELECT name FROM a WHERE id >= " + computed.get(0) + " ORDER BY id"))
                    .containsExactly("x!", "y!", "given!");
            assertThat(sql.number("SELECT LAST_INSERT_ID()")).isEqualTo(computed.get(0));
            assertThat(sql.number("SELECT COUNT(*) - COUNT(DISTINCT id) FROM a"))
                    .isZero();
        }
    }

    private static List<Long> keys(Statement statement) throws SQLException {
        List<Long> keys = new ArrayList<>();
        try (ResultSet generated = statement.getGeneratedKeys()) {
            while (generated.next()) {
                keys.add(generated.getLong(1));
            }
        }
        return keys;
    }
}
