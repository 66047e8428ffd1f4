package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What applications call besides execute, on every JDBC driver. */
@Tag("clients")
final class JdbcCallsIT {
    private static final int ROWS = 2_000;
    /** Runs for minutes unless it is stopped. */
    private static final String ENDLESS =
            "SELECT sum(a.id * b.id + c.id) FROM dt a, dt b, dt c, dt d WHERE a.id + b.id <> c.id - d.id";

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @ParameterizedTest
    @EnumSource
    void sessionSettingsOfTheApiAreRememberedByTheServer(JdbcDriver driver) throws SQLException {
        String database = SERVER.newDatabase();
        String second = SERVER.newDatabase();
        try (Connection connection = driver.connect(SERVER, database, "")) {
            assertThat(connection.isValid(5)).isTrue();
            assertThat(connection.getCatalog()).isEqualTo(database);
            connection.setCatalog(second);
            assertThat(text(connection, "SELECT database()")).isEqualTo(second);

            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
            connection.setReadOnly(true);
            if (driver.isConnectorJ()) { // the other one keeps it to itself
                assertThat(text(connection, "SELECT @@session.transaction_read_only"))
                        .isEqualTo("1");
            }
            connection.setReadOnly(false);

            assertThat((Object) connection.getWarnings()).isNull();
            connection.setAutoCommit(false);
            assertThat(text(connection, "SELECT @@autocommit")).isEqualTo("0");
            connection.setAutoCommit(true);
            assertThat(text(connection, "SELECT @@autocommit")).isEqualTo("1");
        }
    }

    /** What pools of Connector/J send as they hand a connection to the next. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "CONNECTOR_J_.*")
    void aResetForgetsTheSessionAndKeepsTheConnection(JdbcDriver driver) throws Exception {
        String database = SERVER.newDatabase();
        try (Connection connection = driver.connect(SERVER, database, "useServerPrepStmts=true");
                Statement statement = connection.createStatement()) {
            Class<?> type = Class.forName(
                    driver == JdbcDriver.CONNECTOR_J_5
                            ? "com.mysql.jdbc.Connection"
                            : "com.mysql.cj.jdbc.JdbcConnection",
                    true,
                    connection.getClass().getClassLoader());
            String id = text(connection, "SELECT connection_id()");
            for (String method : new String[] {"resetServerState", "changeUser"}) {
                statement.execute("SET group_commit = async_mode, autocommit = 0, @mine = 1");
                if (method.equals("changeUser")) {
                    type.getMethod(method, String.class, String.class).invoke(connection, "root", "");
                } else {
                    type.getMethod(method).invoke(connection);
                }

                assertThat(text(connection, "SELECT @@group_commit")).as(method).isEqualTo("off_mode");
                assertThat(text(connection, "SELECT @@autocommit")).as(method).isEqualTo("1");
                assertThat(text(connection, "SELECT database()")).as(method).isEqualTo(database);
                assertThat(text(connection, "SELECT connection_id()"))
                        .as(method)
                        .isEqualTo(id);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anApplicationNameStandsBeforeEveryStatementAndChangesNothing(JdbcDriver driver) throws SQLException {
        for (String flavour : new String[] {"", "useServerPrepStmts=true"}) {
            String database = SERVER.newDatabase();
            try (Connection connection =
                            driver.connect(SERVER, database, flavour + "&sessionVariables=group_commit=sync_mode");
                    Statement statement = connection.createStatement()) {
                statement.execute(Tables.DT);
                connection.setClientInfo("ApplicationName", "it's \"me\"; --");
                long before = SERVER.groupedInserts("sync_mode");
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO dt VALUES (?, ?, ?)")) {
                    insert.setInt(1, 1);
                    insert.setString(2, "a");
                    insert.setInt(3, 2);
                    assertThat(insert.executeUpdate()).isEqualTo(1);
                }
                assertThat(text(connection, "SELECT name FROM dt WHERE id = 1")).isEqualTo("a");
                assertThat(SERVER.groupedInserts("sync_mode")).isEqualTo(before + 1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void largeResultsArriveWholeHoweverTheyAreFetched(JdbcDriver driver) throws SQLException {
        String database = filled();
        for (String flavour : new String[] {
            "", "useCursorFetch=true", "useServerPrepStmts=true", "useServerPrepStmts=true&useCursorFetch=true"
        }) {
            for (int fetchSize : new int[] {0, 100, Integer.MIN_VALUE}) {
                if (fetchSize < 0 && !driver.isConnectorJ()) {
                    continue; // means streaming to Connector/J, and nothing to others
                }
                try (Connection connection = driver.connect(SERVER, database, flavour);
                        PreparedStatement select =
                                connection.prepareStatement("SELECT id, name FROM dt WHERE id >= ? ORDER BY id")) {
                    select.setFetchSize(fetchSize);
                    select.setInt(1, 0);
                    try (ResultSet result = select.executeQuery()) {
                        for (int id = 0; id < ROWS; id++) {
                            assertThat(result.next())
                                    .as("%s, %s: row %s", flavour, fetchSize, id)
                                    .isTrue();
                            assertThat(result.getInt(1)).isEqualTo(id);
                            assertThat(result.getString(2)).isEqualTo("name" + id);
                        }
                        assertThat(result.next()).isFalse();
                    }
                    assertThat(text(connection, "SELECT count(*) FROM dt")).isEqualTo(Integer.toString(ROWS));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void rowsBeyondTheMaximumAreLeftOut(JdbcDriver driver) throws SQLException {
        String database = filled();
        try (Connection connection = driver.connect(SERVER, database, "");
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(3);
            try (ResultSet result = statement.executeQuery("SELECT id FROM dt ORDER BY id")) {
                assertThat(count(result)).isEqualTo(3);
            }
            try (Statement other = connection.createStatement();
                    ResultSet result = other.executeQuery("SELECT id FROM dt ORDER BY id")) {
                assertThat(count(result)).isEqualTo(ROWS);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aQueryEndsAtItsTimeoutAndTheConnectionGoesOn(JdbcDriver driver) throws SQLException {
        String database = filled();
        try (Connection connection = driver.connect(SERVER, database, "");
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            long start = System.nanoTime();
            SQLException error = catchThrowableOfType(SQLException.class, () -> {
                statement.executeQuery(ENDLESS).close();
            });

            assertThat((Object) error).isNotNull();
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(20));
            assertThat(text(connection, "SELECT 7")).isEqualTo("7");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aQueryEndsWhenAnotherThreadCancelsIt(JdbcDriver driver) throws Exception {
        String database = filled();
        ExecutorService reader = Executors.newSingleThreadExecutor();
        try (Connection connection = driver.connect(SERVER, database, "");
                Statement statement = connection.createStatement();
                Sql other = Sql.connect(SERVER.port(), "")) {
            Future<SQLException> failure = reader.submit(() -> catchThrowableOfType(SQLException.class, () -> {
                statement.executeQuery(ENDLESS).close();
            }));
            Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> other.query("SHOW FULL PROCESSLIST").stream()
                    .anyMatch(row -> row.contains(ENDLESS.substring(0, 30))));
            statement.cancel();

            assertThat((Object) failure.get(20, TimeUnit.SECONDS)).isNotNull();
            assertThat(text(connection, "SELECT 7")).isEqualTo("7");
        } finally {
            reader.shutdownNow();
        }
    }

    /** Connector/J joins four and more into one text of several statements, and turns MULTI_STATEMENTS on for it. */
    @ParameterizedTest
    @EnumSource
    void batchesOfUpdatesAndDeletesCountTheirRows(JdbcDriver driver) throws SQLException {
        for (String flavour : new String[] {"", "rewriteBatchedStatements=true", "useServerPrepStmts=true"}) {
            String database = filled();
            try (Connection connection = driver.connect(SERVER, database, flavour)) {
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
                assertThat(text(connection, "SELECT sum(score) FROM dt WHERE id < 6"))
                        .as(flavour)
                        .isEqualTo("2005");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void severalStatementsInOneTextGiveSeveralResults(JdbcDriver driver) throws SQLException {
        String database = filled();
        try (Connection connection = driver.connect(SERVER, database, "allowMultiQueries=true");
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("UPDATE dt SET score = 5 WHERE id < 3; SELECT score FROM dt WHERE id = 2;"
                            + " DELETE FROM dt WHERE id = 1"))
                    .isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(3);
            assertThat(statement.getMoreResults()).isTrue();
            try (ResultSet result = statement.getResultSet()) {
                assertThat(result.next()).isTrue();
                assertThat(result.getInt(1)).isEqualTo(5);
            }
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(1);
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void generatedKeysOfManyRowsAreThoseOfTheTable(JdbcDriver driver) throws SQLException {
        String database = SERVER.newDatabase();
        try (Connection connection = driver.connect(SERVER, database, "");
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
                assertThat(text(connection, "SELECT name FROM g WHERE id = " + keys.get(i)))
                        .isEqualTo(Character.toString('a' + i));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStatementTellsItsParametersAndColumnsBeforeItRuns(JdbcDriver driver) throws SQLException {
        String database = filled();
        for (String flavour : new String[] {"", "useServerPrepStmts=true"}) {
            try (Connection connection = driver.connect(SERVER, database, flavour);
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

    /** SQLSTATE and number, by which frameworks choose their exceptions; Connector/J puts its own state on truncations. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            SELECT * FROM nowhere                      | 1146 | 42S02
            INSERT INTO nowhere VALUES (1)             | 1146 | 42S02
            SELEC 1                                    | 1064 | 42000
            INSERT INTO dt VALUES (1)                  | 1136 | 21S01
            INSERT INTO dt VALUES ('x', 'a', 1)        | 1366 | HY000
            INSERT INTO dt VALUES (9999999999, 'a', 1) | 1264 | 22001 22003
            INSERT INTO dt VALUES (NULL, 'a', 1)       | 1048 | 23000
            INSERT INTO dt (nothing) VALUES (1)        | 1054 | 42S22
            CREATE TABLE dt (id INT)                   | 1050 | 42S01
            USE nowhere                                | 1049 | 42000
            SET nothing = 1                            | 1193 | HY000
            """)
    void errorsCarryMySqlsNumberAndState(String statement, int number, String state) throws SQLException {
        String database = filled();
        for (JdbcDriver driver : JdbcDriver.values()) {
            for (String flavour : new String[] {"", "useServerPrepStmts=true"}) {
                try (Connection connection = driver.connect(SERVER, database, flavour)) {
                    SQLException error = catchThrowableOfType(SQLException.class, () -> {
                        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
                            prepared.execute();
                        }
                    });

                    assertThat((Object) error).as("%s %s", driver, flavour).isNotNull();
                    assertThat(error.getErrorCode()).as("%s: %s", driver, error).isEqualTo(number);
                    assertThat(error.getSQLState()).as("%s: %s", driver, error).isIn((Object[]) state.split(" ", -1));
                    assertThat(connection.isValid(5)).isTrue();
                }
            }
        }
    }

    private static String filled() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            StringBuilder insert = new StringBuilder("INSERT INTO dt VALUES ");
            for (int id = 0; id < ROWS; id++) {
                insert.append(id == 0 ? "" : ",").append("(" + id + ",'name" + id + "'," + id % 7 + ")");
            }
            sql.run(Tables.DT, insert.toString());
        }
        return database;
    }

    private static int count(ResultSet result) throws SQLException {
        int rows = 0;
        while (result.next()) {
            rows++;
        }
        return rows;
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            assertThat(result.next()).as(query).isTrue();
            return result.getString(1);
        }
    }
}
