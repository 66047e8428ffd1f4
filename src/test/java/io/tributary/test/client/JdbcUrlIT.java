package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Parameters of Connector/J's URL that make it send statements of its own, and the session that results. */
@Tag("clients")
@ExtendWith(SharedServers.class)
final class JdbcUrlIT {
    static Stream<Arguments> connectorJAndServers() {
        return JdbcDriver.connectorJOnEach(SharedServers.NEWER, SharedServers.OLDER);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            createDatabaseIfNotExist=true                                          | SELECT 1                     | 1
            autoReconnect=true                                                     | SELECT 1                     | 1
            useUnicode=true&characterEncoding=utf8                                 | SELECT 'ü漢'                 | ü漢
            useUnicode=true&characterEncoding=UTF-8&connectionCollation=utf8mb4_bin | SELECT 'ü漢'                | ü漢
            serverTimezone=UTC                                                     | SELECT 1                     | 1
            sessionVariables=time_zone='Asia/Tokyo'                                | SELECT @@time_zone           | Asia/Tokyo
            sessionVariables=sql_mode='ANSI_QUOTES',group_commit=sync_mode         | SELECT @@group_commit        | sync_mode
            sessionVariables=@mine='x,y',autocommit=0                              | SELECT @mine                 | x,y
            cacheServerConfiguration=true                                          | SELECT 1                     | 1
            elideSetAutoCommits=true                                               | SELECT @@autocommit          | 1
            useLocalTransactionState=true                                          | SELECT @@autocommit          | 1
            jdbcCompliantTruncation=false                                          | SELECT 1                     | 1
            alwaysSendSetIsolation=false&useLocalSessionState=true                 | SELECT @@autocommit          | 1
            useOldAliasMetadataBehavior=true                                       | SELECT 1 AS a                | 1
            tinyInt1isBit=false&yearIsDateType=false                               | SELECT 1                     | 1
            useServerPrepStmts=true&cacheResultSetMetadata=true                    | SELECT 1                     | 1
            useAffectedRows=true                                                   | SELECT 1                     | 1
            """)
    void everyConnectorJConnectsWith(String parameters, String query, String expected) throws SQLException {
        for (JdbcDriver driver : JdbcDriver.values()) {
            for (Server server : new Server[] {SharedServers.NEWER, SharedServers.OLDER}) {
                if (driver.isConnectorJ()) {
                    expect(driver, server, parameters, query, expected);
                }
            }
        }
    }

    private static void expect(JdbcDriver driver, Server server, String parameters, String query, String expected)
            throws SQLException {
        try (Connection connection = driver.connect(server, server.newDatabase(), parameters);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            assertThat(result.next()).isTrue();
            assertThat(result.getString(1)).as("%s, %s", driver, server).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("connectorJAndServers")
    void aMissingDatabaseIsCreatedOnDemand(JdbcDriver driver, Server server) throws SQLException {
        String name = "made_for_" + driver.name().toLowerCase(Locale.ROOT);
        try (Connection connection = driver.connect(server, name, "createDatabaseIfNotExist=true");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT database()")) {
            assertThat(result.next()).isTrue();
            assertThat(result.getString(1)).isEqualTo(name);
        }
    }

    /** An instant is written, and read, as the time of the zone that the driver gives its session. */
    @ParameterizedTest
    @MethodSource("connectorJAndServers")
    void instantsAreInTheTimeZoneOfTheConnection(JdbcDriver driver, Server server) throws SQLException {
        Instant instant = Instant.parse("2024-02-29T12:34:56Z");
        String zone = driver == JdbcDriver.CONNECTOR_J_5
                ? "serverTimezone=Asia/Tokyo&useLegacyDatetimeCode=false&sessionVariables=time_zone='Asia/Tokyo'"
                : "connectionTimeZone=Asia/Tokyo&forceConnectionTimeZoneToSession=true";
        for (String flavour : new String[] {"", "&useServerPrepStmts=true"}) {
            String database = server.newDatabase();
            try (Connection connection = driver.connect(server, database, zone + flavour);
                    Statement statement = connection.createStatement();
                    Sql sql = Sql.connect(server.port(), database)) {
                statement.execute("CREATE TABLE z (id INT, moment DATETIME) DUPLICATE KEY(id)");
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO z VALUES (1, ?)")) {
                    insert.setTimestamp(1, Timestamp.from(instant));
                    insert.executeUpdate();
                }
                assertThat(sql.query("SELECT moment FROM z")).containsExactly("2024-02-29 21:34:56");
                try (ResultSet result = statement.executeQuery("SELECT moment, @@time_zone FROM z")) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getTimestamp(1).toInstant()).isEqualTo(instant);
                    assertThat(result.getString(2)).isEqualTo("Asia/Tokyo");
                }
            }
        }
    }

    /** Texts of INSERTs, joined by the driver into one of several statements. */
    @EachJdbcDriver
    void batchesOfPlainStatementsAreRun(JdbcDriver driver, Server server) throws SQLException {
        for (String flavour : new String[] {"", "rewriteBatchedStatements=true&allowMultiQueries=true"}) {
            String database = server.newDatabase();
            try (Connection connection = driver.connect(server, database, flavour);
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE p (id INT NOT NULL, name VARCHAR(20)) DUPLICATE KEY(id)");
                for (int id = 0; id < 6; id++) {
                    statement.addBatch("INSERT INTO p VALUES (" + id + ", 'it''s; " + id + "')");
                }
                assertThat(statement.executeBatch()).as(flavour).containsExactly(1, 1, 1, 1, 1, 1);
                try (ResultSet result = statement.executeQuery("SELECT count(*), min(name) FROM p")) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getInt(1)).isEqualTo(6);
                    assertThat(result.getString(2)).isEqualTo("it's; 0");
                }
            }
        }
    }
}
