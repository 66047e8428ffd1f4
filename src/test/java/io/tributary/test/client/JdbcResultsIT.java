package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Results on every JDBC driver: large ones, cut ones, several at once, and those that are given up. */
@Tag("clients")
@ExtendWith(SharedServers.class)
final class JdbcResultsIT {
    private static final int INTERRUPTED = 1317;
    /** Runs for minutes unless it is stopped. */
    private static final String ENDLESS =
            "SELECT sum(a.id * b.id + c.id) FROM dt a, dt b, dt c, dt d WHERE a.id + b.id <> c.id - d.id";

    @EachJdbcDriver
    void largeResultsArriveWholeHoweverTheyAreFetched(JdbcDriver driver, Server server) throws SQLException {
        String database = FilledTable.create(server);
        for (String flavour : new String[] {
            "", "useCursorFetch=true", "useServerPrepStmts=true", "useServerPrepStmts=true&useCursorFetch=true"
        }) {
            for (int fetchSize : new int[] {0, 100, Integer.MIN_VALUE}) {
                if (fetchSize < 0 && !driver.isConnectorJ()) {
                    continue; // means streaming to Connector/J, and nothing to others
                }
                try (Connection connection = driver.connect(server, database, flavour);
                        PreparedStatement select =
                                connection.prepareStatement("SELECT id, name FROM dt WHERE id >= ? ORDER BY id")) {
                    select.setFetchSize(fetchSize);
                    select.setInt(1, 0);
                    try (ResultSet result = select.executeQuery()) {
                        for (int id = 0; id < FilledTable.ROWS; id++) {
                            assertThat(result.next())
                                    .as("%s, %s: row %s", flavour, fetchSize, id)
                                    .isTrue();
                            assertThat(result.getInt(1)).isEqualTo(id);
                            assertThat(result.getString(2)).isEqualTo("name" + id);
                        }
                        assertThat(result.next()).isFalse();
                    }
                    assertThat(FilledTable.text(connection, "SELECT count(*) FROM dt"))
                            .isEqualTo(Integer.toString(FilledTable.ROWS));
                }
            }
        }
    }

    @EachJdbcDriver
    void rowsBeyondTheMaximumAreLeftOut(JdbcDriver driver, Server server) throws SQLException {
        String database = FilledTable.create(server);
        try (Connection connection = driver.connect(server, database, "");
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(3);
            try (ResultSet result = statement.executeQuery("SELECT id FROM dt ORDER BY id")) {
                assertThat(count(result)).isEqualTo(3);
            }
            try (Statement other = connection.createStatement();
                    ResultSet result = other.executeQuery("SELECT id FROM dt ORDER BY id")) {
                assertThat(count(result)).isEqualTo(FilledTable.ROWS);
            }
        }
    }

    @EachJdbcDriver
    void aQueryEndsAtItsTimeoutAndTheConnectionGoesOn(JdbcDriver driver, Server server) throws Exception {
        String database = FilledTable.create(server);
        try (RecordingProxy proxy = new RecordingProxy(server.port())) {
            try (Connection connection = driver.connect(proxy.port(), database, "");
                    Statement statement = connection.createStatement()) {
                String id = FilledTable.text(connection, "SELECT connection_id()");
                statement.setQueryTimeout(1);
                long start = System.nanoTime();
                SQLException error = catchThrowableOfType(SQLException.class, () -> {
                    statement.executeQuery(ENDLESS).close();
                });

                assertThat(System.nanoTime() - start)
                        .isBetween(TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS.toNanos(20));
                assertInterrupted(driver, error, "MySQLTimeoutException");
                assertThat(FilledTable.text(connection, "SELECT connection_id()"))
                        .isEqualTo(id);
            }
            assertThat(proxy.errors()).containsExactly(INTERRUPTED);
        }
    }

    @EachJdbcDriver
    void aQueryEndsWhenAnotherThreadCancelsIt(JdbcDriver driver, Server server) throws Exception {
        String database = FilledTable.create(server);
        ExecutorService reader = Executors.newSingleThreadExecutor();
        try (RecordingProxy proxy = new RecordingProxy(server.port())) {
            try (Connection connection = driver.connect(proxy.port(), database, "");
                    Statement statement = connection.createStatement();
                    Sql other = Sql.connect(server.port(), "")) {
                String id = FilledTable.text(connection, "SELECT connection_id()");
                Future<SQLException> failure = reader.submit(() -> catchThrowableOfType(SQLException.class, () -> {
                    statement.executeQuery(ENDLESS).close();
                }));
                Awaitility.await()
                        .atMost(20, TimeUnit.SECONDS)
                        .until(() -> other.query("SHOW FULL PROCESSLIST").stream()
                                .anyMatch(row -> row.contains(ENDLESS.substring(0, 30))));
                statement.cancel();

                // The second where the answer overtakes the driver's note that it was the one who cancelled.
                assertInterrupted(
                        driver,
                        failure.get(20, TimeUnit.SECONDS),
                        "MySQLStatementCancelledException",
                        "MySQLQueryInterruptedException");
                assertThat(FilledTable.text(connection, "SELECT connection_id()"))
                        .isEqualTo(id);
            }
            assertThat(proxy.errors()).containsExactly(INTERRUPTED);
        } finally {
            reader.shutdownNow();
        }
    }

    @EachJdbcDriver
    void severalStatementsInOneTextGiveSeveralResults(JdbcDriver driver, Server server) throws SQLException {
        String database = FilledTable.create(server);
        try (Connection connection = driver.connect(server, database, "allowMultiQueries=true");
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

    /** What the driver makes of 1317. Connector/J has classes for it, most of them without the number. */
    private static void assertInterrupted(JdbcDriver driver, SQLException error, String... connectorJ) {
        if (driver.isConnectorJ()) {
            assertThat(error.getClass().getSimpleName()).as("%s", error).isIn((Object[]) connectorJ);
        } else {
            assertThat((Object) error).isInstanceOf(SQLTimeoutException.class);
            assertThat(error.getErrorCode()).isEqualTo(INTERRUPTED);
            assertThat(error.getSQLState()).isEqualTo("70100");
        }
    }

    private static int count(ResultSet result) throws SQLException {
        int rows = 0;
        while (result.next()) {
            rows++;
        }
        return rows;
    }
}
