package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a session sees of its own rows before their batch is due, and the properties that say when it is. */
@Tag("clients")
final class OwnWritesIT {
    /** Far below the interval of the tables here. */
    private static final long AT_ONCE_MILLIS = 5_000;

    private static final String SLOW =
            "CREATE TABLE t (id INT) PROPERTIES ('group_commit_interval_ms' = '600000', 'group_commit_mode' = 'async_mode')";

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "useServerPrepStmts=false",
                "useServerPrepStmts=true",
                "useServerPrepStmts=true&useCursorFetch=true&defaultFetchSize=2"
            })
    void aSelectSeesTheRowsOfItsSessionAtOnceIfItWantsTo(String driver) throws SQLException {
        String database = SERVER.newDatabase();
        String variables = "&sessionVariables=group_commit_read_your_writes=ON";
        try (Connection connection = Sql.open(SERVER.port(), database, driver + variables);
                Statement statement = connection.createStatement();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)");
                PreparedStatement select = connection.prepareStatement("SELECT count(*) FROM t WHERE id >= ?")) {
            statement.execute(SLOW);
            long begin = System.nanoTime();
            for (int rows = 1; rows <= 3; rows++) {
                insert.setInt(1, rows);
                insert.executeUpdate();
                select.setInt(1, 0);
                assertThat(number(select.executeQuery())).isEqualTo(rows);
                assertThat(number(statement.executeQuery("SELECT max(id) FROM t")))
                        .isEqualTo(rows);
            }
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)).isLessThan(AT_ONCE_MILLIS);
        }
    }

    @Test
    void withoutItRowsAreSeenAtSyncWhichWaitsForNoInterval() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql own = Sql.connect(SERVER.port(), database);
                Sql other = Sql.connect(SERVER.port(), database)) {
            own.run(SLOW, "INSERT INTO t VALUES (1), (2)");
            assertThat(own.query("SELECT count(*) FROM t")).containsExactly("0");
            long begin = System.nanoTime();

            own.run("SYNC");

            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)).isLessThan(AT_ONCE_MILLIS);
            assertThat(other.query("SELECT count(*) FROM t")).containsExactly("2");
            own.run("INSERT INTO t VALUES (3)");
            other.run("SET group_commit_read_your_writes = ON");
            assertThat(other.query("SELECT count(*) FROM t")).containsExactly("2");
            other.run("SYNC t");
            assertThat(other.query("SELECT count(*) FROM t")).containsExactly("3");
        }
    }

    @Test
    void aTransactionSeesWhatItsSessionWroteBeforeIt() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(SLOW, "SET group_commit_read_your_writes = ON", "INSERT INTO t VALUES (1)", "BEGIN");
            sql.run("INSERT INTO t VALUES (2)");
            assertThat(sql.query("SELECT count(*) FROM t")).containsExactly("2");
            sql.run("ROLLBACK", "INSERT INTO t VALUES (3)", "CREATE TABLE u (id INT)");
            sql.run("INSERT INTO u SELECT id + 10 FROM t");
            assertThat(sql.query("SELECT * FROM u ORDER BY id")).containsExactly("11", "13");
        }
    }

    @Test
    void aPropertyThatIsSetIsObeyedFromTheNextBatchOn() throws Exception {
        try (Sql sql = SERVER.fresh()) {
            sql.run(SLOW, "INSERT INTO t VALUES (1)");
            sql.run(
                    "ALTER TABLE t SET ('group_commit_interval_ms' = '5')",
                    "ALTER TABLE t SET (\"group_commit_policy\" = \"interval\", 'group_commit_data_bytes' = '1000000')");
            assertThat(sql.query("SHOW CREATE TABLE t").get(0))
                    .contains("\"group_commit_interval_ms\" = \"5\"")
                    .contains("\"group_commit_policy\" = \"interval\"")
                    .contains("\"group_commit_data_bytes\" = \"1000000\"")
                    .contains("\"group_commit_mode\" = \"async_mode\"");
            sql.run("SYNC");

            sql.run("INSERT INTO t VALUES (2)");

            long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(AT_ONCE_MILLIS);
            while (sql.number("SELECT count(*) FROM t") < 2) {
                assertThat(System.nanoTime())
                        .as("the interval of 5 ms is not obeyed")
                        .isLessThan(deadline);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    "group_commit_interval_ms" = "soon"         | parse group_commit_interval_ms format error
                    "group_commit_interval_ms" = "0"            | group_commit_interval_ms must be greater than 0
                    "group_commit_data_bytes" = "2147483648"    | parse group_commit_data_bytes format error
                    "group_commit_data_bytes" = "-1"            | group_commit_data_bytes must be greater than 0
                    "group_commit_mode" = "fast"                | Invalid group_commit_mode: fast. Valid values: off_mode, async_mode, sync_mode
                    "group_commit_policy" = "never"             | Invalid group_commit_policy: never. Valid values: adaptive, interval, on_read
                    "group_commit_size" = "3"                   | Unknown property group_commit_size
                    """)
    void aBadPropertyIsRefusedAndChangesNothing(String property, String text) throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(SLOW);
            String before = sql.query("SHOW CREATE TABLE t").get(0);

            SQLException refused =
                    catchThrowableOfType(SQLException.class, () -> sql.run("ALTER TABLE t SET (" + property + ")"));

            assertThat(refused.getMessage()).contains(text);
            assertThat(refused.getErrorCode()).isEqualTo(1105);
            assertThat(sql.query("SHOW CREATE TABLE t")).containsExactly(before);
        }
    }

    private static int number(ResultSet result) throws SQLException {
        try (result) {
            assertThat(result.next()).isTrue();
            return result.getInt(1);
        }
    }
}
