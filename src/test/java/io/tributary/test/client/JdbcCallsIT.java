package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Tables;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What applications call besides execute, on every JDBC driver. */
@Tag("clients")
@ExtendWith(SharedServers.class)
final class JdbcCallsIT {
    static Stream<Arguments> connectorJAndServers() {
        return JdbcDriver.connectorJOnEach(SharedServers.NEWER, SharedServers.OLDER);
    }

    @EachJdbcDriver
    void sessionSettingsOfTheApiAreRememberedByTheServer(JdbcDriver driver, Server server) throws SQLException {
        String database = server.newDatabase();
        String second = server.newDatabase();
        try (Connection connection = driver.connect(server, database, "")) {
            assertThat(connection.isValid(5)).isTrue();
            assertThat(connection.getCatalog()).isEqualTo(database);
            connection.setCatalog(second);
            assertThat(FilledTable.text(connection, "SELECT database()")).isEqualTo(second);

            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
            connection.setReadOnly(true);
            if (driver.isConnectorJ()) { // the other one keeps it to itself
                assertThat(FilledTable.text(connection, "SELECT @@session.transaction_read_only"))
                        .isEqualTo("1");
            }
            connection.setReadOnly(false);

            assertThat((Object) connection.getWarnings()).isNull();
            connection.setAutoCommit(false);
            assertThat(FilledTable.text(connection, "SELECT @@autocommit")).isEqualTo("0");
            connection.setAutoCommit(true);
            assertThat(FilledTable.text(connection, "SELECT @@autocommit")).isEqualTo("1");
        }
    }

    /** What pools of Connector/J send as they hand a connection to the next. */
    @ParameterizedTest
    @MethodSource("connectorJAndServers")
    void aResetForgetsTheSessionAndKeepsTheConnection(JdbcDriver driver, Server server) throws Exception {
        String database = server.newDatabase();
        try (Connection connection = driver.connect(server, database, "useServerPrepStmts=true");
                Statement statement = connection.createStatement()) {
            Class<?> type = Class.forName(
                    driver == JdbcDriver.CONNECTOR_J_5
                            ? "com.mysql.jdbc.Connection"
                            : "com.mysql.cj.jdbc.JdbcConnection",
                    true,
                    connection.getClass().getClassLoader());
            String id = FilledTable.text(connection, "SELECT connection_id()");
            for (String method : new String[] {"resetServerState", "changeUser"}) {
                statement.execute("SET group_commit = async_mode, autocommit = 0, @mine = 1");
                if (method.equals("changeUser")) {
                    type.getMethod(method, String.class, String.class).invoke(connection, "root", "");
                } else {
                    type.getMethod(method).invoke(connection);
                }

                assertThat(FilledTable.text(connection, "SELECT @@group_commit"))
                        .as(method)
                        .isEqualTo("off_mode");
                assertThat(FilledTable.text(connection, "SELECT @@autocommit"))
                        .as(method)
                        .isEqualTo("1");
                assertThat(FilledTable.text(connection, "SELECT database()"))
                        .as(method)
                        .isEqualTo(database);
                assertThat(FilledTable.text(connection, "SELECT connection_id()"))
                        .as(method)
                        .isEqualTo(id);
            }
        }
    }

    @EachJdbcDriver
    void anApplicationNameStandsBeforeEveryStatementAndChangesNothing(JdbcDriver driver, Server server)
            throws SQLException {
        for (String flavour : new String[] {"", "useServerPrepStmts=true"}) {
            String database = server.newDatabase();
            try (Connection connection =
                            driver.connect(server, database, flavour + "&sessionVariables=group_commit=sync_mode");
                    Statement statement = connection.createStatement()) {
                statement.execute(Tables.DT);
                connection.setClientInfo("ApplicationName", "it's \"me\"; --");
                LoadCounts loads = LoadCounts.of(server);
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO dt VALUES (?, ?, ?)")) {
                    insert.setInt(1, 1);
                    insert.setString(2, "a");
                    insert.setInt(3, 2);
                    assertThat(insert.executeUpdate()).isEqualTo(1);
                }
                assertThat(FilledTable.text(connection, "SELECT name FROM dt WHERE id = 1"))
                        .isEqualTo("a");
                assertThat(loads.sinceThen()).isEqualTo(Map.of("sync_mode", 1L));
            }
        }
    }

    /** Connector/J joins four and more into one text of several statements, and turns MULTI_STATEMENTS on for it. */
    @EachJdbcDriver
    void batchesOfUpdatesAndDeletesCountTheirRows(JdbcDriver driver, Server server) throws SQLException {
        for (String flavour : new String[] {"", "rewriteBatchedStatements=true", "useServerPrepStmts=true"}) {
            String database = FilledTable.create(server);
            try (Connection connection = driver.connect(server, database, flavour)) {
                try (PreparedStatement update = connection.prepareStatement("UPDATE dt SET score = ? WHERE id = ?")) {
                    for (int id = 0; id < 6; id++) {
                        update.setInt(1, 1000 + id);
                        update.setInt(2, id);
                        update.addBatch();
                    }
                    assertThat(update.executeBatch()).as(flavour).containsExactly(1, 1, 1, 1, 1, 1);
                }
                try (PreparedStatement delete = connection.prepareStatement("DELETE FROM dt WHERE id = ?")) {
                    for (int id : new int[] {1, 2, 3, 99_999, 4}) {
                        delete.setInt(1, id);
                        delete.addBatch();
                    }
                    assertThat(delete.executeBatch()).as(flavour).containsExactly(1, 1, 1, 0, 1);
                }
                assertThat(FilledTable.text(connection, "SELECT sum(score) FROM dt WHERE id < 6"))
                        .as(flavour)
                        .isEqualTo("2005");
            }
        }
    }

    @EachJdbcDriver
    void generatedKeysOfManyRowsAreThoseOfTheTable(JdbcDriver driver, Server server) throws SQLException {
        String database = server.newDatabase();
        try (Connection connection = driver.connect(server, database, "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE g (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20))");
            statement.executeUpdate("INSERT INTO g (name) VALUES ('a'), ('b'), ('c')", Statement.RETURN_GENERATED_KEYS);
            List<Long> keys = new ArrayList<>();
            try (ResultSet result = statement.getGeneratedKeys()) {
                while (result.next()) {
                    keys.add(result.getLong(1));
                }
            }

            // MariaDB Connector/J gives the first one only, since 3.
            assertThat(keys).hasSize(driver.isConnectorJ() || driver == JdbcDriver.MARIADB_2 ? 3 : 1);
            for (int i = 0; i < keys.size(); i++) {
                assertThat(FilledTable.text(connection, "SELECT name FROM g WHERE id = " + keys.get(i)))
                        .isEqualTo(Character.toString('a' + i));
            }
        }
    }

    @EachJdbcDriver
    void aStatementTellsItsParametersAndColumnsBeforeItRuns(JdbcDriver driver, Server server) throws SQLException {
        String database = FilledTable.create(server);
        for (String flavour : new String[] {"", "useServerPrepStmts=true"}) {
            try (Connection connection = driver.connect(server, database, flavour);
                    PreparedStatement select =
                            connection.prepareStatement("SELECT id, name AS n FROM dt WHERE id = ? AND score < ?");
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO dt VALUES (?, ?, ?)")) {
                assertThat(select.getParameterMetaData().getParameterCount()).isEqualTo(2);
                assertThat(select.getMetaData().getColumnCount()).isEqualTo(2);
                assertThat(select.getMetaData().getColumnLabel(2)).isEqualTo("n");
                assertThat(insert.getParameterMetaData().getParameterCount()).isEqualTo(3);
            }
        }
    }
}
