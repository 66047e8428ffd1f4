package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.execute;
import static io.tributary.frontend.FrontendFixture.info;
import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.JdbcStatement;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads with an idempotency key, as a session gives it and a backend gets it. */
final class IdempotencyKeyTest {
    private static final String CLIENT =
            FrontendFixture.MANUAL + "&allowLoadLocalInfile=true&sessionVariables=group_commit=sync_mode";

    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable(CLIENT);
        frontend.backend.forgetCalls();
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    private static void refused(ThrowingCallable statement, int number, String text) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(statement)
                .matches(e -> e.getErrorCode() == number, "number " + number)
                .withMessageContaining(text);
    }

    private int count() {
        return frontend.backend.visibleRows("ads", "t");
    }

    private static void key(Connection of, String key) throws SQLException {
        run(of, "SET idempotency_key = '" + key + "'");
    }

    @Test
    void aLoadThatIsSentTwiceTakesPlaceOnce() throws Exception {
        key(connection, "k1");
        String first = info(connection, "INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)");
        try (Connection other = frontend.connect("root", "", "ads", CLIENT)) {
            key(other, "k1");
            assertThat(info(other, "INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)"))
                    .isEqualTo(first);
            key(other, "k1");
            assertThat(run(other, "INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)"))
                    .as("affected rows")
                    .isEqualTo(2);
        }

        assertThat(count()).isEqualTo(2);
    }

    @Test
    void otherRowsUnderTheKeyAreADuplicate() throws Exception {
        key(connection, "k1");
        run(connection, "INSERT INTO t VALUES (1, 'a', 1)");

        for (String rows : List.of("(1, 'a', 2)", "(1, 'a', NULL)", "(1, 'a', 1), (1, 'a', 1)", "(2, 'a', 1)")) {
            key(connection, "k1");
            refused(() -> run(connection, "INSERT INTO t VALUES " + rows), 1062, "Duplicate entry 'k1'");
        }
        key(connection, "k1");
        refused(() -> run(connection, "INSERT INTO t (id, name) VALUES (1, 'a')"), 1062, "Duplicate entry 'k1'");

        assertThat(count()).isEqualTo(1);
    }

    @Test
    void theSameRowsAreTheSameHoweverTheyAreWritten() throws Exception {
        key(connection, "k1");
        run(connection, "INSERT INTO t (id, name) VALUES (1, 'a')");

        key(connection, "k1");
        run(connection, "INSERT INTO ads.t (name, id) VALUES (\"a\", '1')");
        key(connection, "k1");
        run(connection, "INSERT INTO t SET name = 'a', id = 1");
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t (id, name) VALUES (?, ?)")) {
            insert.setInt(1, 1);
            insert.setString(2, "a");
            key(connection, "k1");
            insert.execute();
        }
        run(connection, "PREPARE p FROM 'INSERT INTO t (id, name) VALUES (?, ?)'");
        run(connection, "SET @id = 1, @name = 'a', idempotency_key = 'k1'");
        run(connection, "EXECUTE p USING @id, @name");

        assertThat(count()).isEqualTo(1);
        assertThat(frontend.backend.calls())
                .filteredOn(call -> call.startsWith("append"))
                .hasSize(5)
                .allMatch(call -> call.endsWith(" key k1"));
    }

    @Test
    void theNextLoadAloneTakesTheKey() throws Exception {
        key(connection, "k1");
        assertThat(rows(connection, "SELECT @@idempotency_key")).containsExactly("k1");
        assertThat(rows(connection, "SHOW VARIABLES LIKE 'idempotency_key'")).containsExactly("idempotency_key|k1");
        run(connection, "SET time_zone = '+00:00'");
        rows(connection, "SELECT count(*) FROM t");
        run(connection, "INSERT INTO t VALUES (1, 'a', 1)");
        assertThat(rows(connection, "SELECT @@idempotency_key")).containsExactly("");
        run(connection, "INSERT INTO t VALUES (1, 'a', 1)");

        assertThat(frontend.backend.calls())
                .filteredOn(call -> call.startsWith("append"))
                .containsExactly("append ads.t SYNC_MODE 1 key k1", "append ads.t SYNC_MODE 1");
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void aLoadThatFailsHasTakenItsKey() throws Exception {
        for (String bad : List.of(
                "INSERT INTO t VALUES (1, 'much too long for a name of twenty', 1)",
                "INSERT INTO t VALUES (1, 'a'",
                "INSERT INTO nowhere VALUES (1)")) {
            key(connection, "k1");
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> run(connection, bad));
            assertThat(rows(connection, "SELECT @@idempotency_key")).as(bad).containsExactly("");
        }

        key(connection, "k1");
        run(connection, "INSERT INTO t VALUES (1, 'a', 1)");
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void anotherStatementThatCannotBePlannedLeavesTheKey() throws Exception {
        for (String bad : List.of("CALL p()", "SELEC 1", "DROP TABLE nowhere", "/* INSERT */ SET sql_mod = ''")) {
            key(connection, "k1");
            assertThatExceptionOfType(SQLException.class).as(bad).isThrownBy(() -> run(connection, bad));
            assertThat(rows(connection, "SELECT @@idempotency_key")).as(bad).containsExactly("k1");
        }
        for (String load : List.of(
                "EXECUTE nothing",
                "LOAD DATA INFILE 'f' INTO TABLE t",
                "/* a */ replace INTO t VALUES (1,",
                "/*!40000 INSERT INTO nowhere VALUES (1) */")) {
            key(connection, "k1");
            assertThatExceptionOfType(SQLException.class).as(load).isThrownBy(() -> run(connection, load));
            assertThat(rows(connection, "SELECT @@idempotency_key")).as(load).containsExactly("");
        }
    }

    @Test
    void aPreparedLoadThatFailsBeforeItsRowsAreReadHasTakenItsKey() throws Exception {
        try (RawClient client = new RawClient(frontend.server.mysqlPort()).login(RawClient.PLUGIN_AUTH)) {
            int select = client.prepare("SELECT @@version");
            byte[] longDataForNoParameter = RawClient.command(
                    0x18,
                    (byte) client.prepare("INSERT INTO ads.t VALUES (1, 'a', 1)"),
                    (byte) 0,
                    (byte) 0,
                    (byte) 0,
                    (byte) 9,
                    (byte) 0,
                    (byte) 'x');
            byte[] insert = RawClient.execute(longDataForNoParameter[1]);

            assertThat(keyAfter(client, prepare("INSERT INTO ads.nowhere VALUES (?)"), 1146))
                    .isEmpty();
            assertThat(keyAfter(client, prepare("INSER INTO ads.t VALUES (?)"), 1064))
                    .isEqualTo("k1");
            assertThat(keyAfter(client, prepare("LOAD DATA LOCAL INFILE 'f' INTO TABLE ads.t"), 1295))
                    .as("a driver sends it as text then")
                    .isEqualTo("k1");
            String rows = String.join(",", java.util.Collections.nCopies(65_536, "(?)"));
            assertThat(keyAfter(client, prepare("INSERT INTO ads.u VALUES " + rows), 1390))
                    .as("a driver sends the rows as text then")
                    .isEqualTo("k1");
            assertThat(keyAfter(client, RawClient.execute(99), 1243)).isEmpty();
            client.send(0, longDataForNoParameter);
            assertThat(keyAfter(client, insert, 1210)).isEmpty();
            assertThat(keyAfter(client, RawClient.query("LOAD DATA LOCAL INFILE 'f' INTO TABLE ads.t; SELECT 1"), 1064))
                    .isEmpty();
            assertThat(keyAfter(client, RawClient.query("SELECT 1; SELECT 2"), 1064))
                    .isEqualTo("k1");
            assertThat(keyAfter(client, RawClient.execute(select), 0)).isEqualTo("k1");
            assertThat(keyAfter(client, insert, 0)).isEmpty();
        }

        assertThat(frontend.backend.calls())
                .filteredOn(call -> call.startsWith("append"))
                .containsExactly("append ads.t SYNC_MODE 1 key k1");
    }

    private static byte[] prepare(String sql) {
        return RawClient.command(0x16, sql.getBytes(StandardCharsets.UTF_8));
    }

    /** What is left of a key that was set before a command. */
    private static String keyAfter(RawClient client, byte[] command, int error) throws Exception {
        client.send(0, RawClient.query("SET group_commit = 'sync_mode', idempotency_key = 'k1'"));
        assertThat(client.readAnswer()).isZero();
        client.send(0, command);
        assertThat(client.readAnswer()).isEqualTo(error);
        client.send(0, RawClient.query("SELECT @@idempotency_key"));
        for (int packets = 3; packets > 0; packets--) {
            client.read(); // the number of columns, the definition, and the EOF behind it
        }
        byte[] row = client.read();
        client.read();
        return RawClient.text(row).substring(1);
    }

    @Test
    void eachExecutionOfAPreparedStatementTakesTheKeyOfItsOwn() throws Exception {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?)")) {
            String[] infos = new String[4];
            for (int i = 0; i < 4; i++) {
                insert.setInt(1, i / 2);
                insert.setString(2, "a");
                insert.setInt(3, 5);
                key(connection, "k" + i / 2);
                infos[i] = execute(insert);
            }
            assertThat(infos[1]).startsWith(infos[0].substring(0, infos[0].indexOf("txnId")));
            insert.execute();
        }

        assertThat(count()).isEqualTo(3);
    }

    @Test
    void aHintIsNearerThanTheVariable() throws Exception {
        String insert = "INSERT /*+ SET_VAR(idempotency_key = 'h1') SET_VAR(group_commit = 'async_mode') */ INTO t"
                + " VALUES (1, 'a', 1)";
        key(connection, "k1");
        run(connection, insert);
        run(connection, insert);

        assertThat(frontend.backend.calls())
                .filteredOn(call -> call.startsWith("append"))
                .containsExactly("append ads.t ASYNC_MODE 1 key h1", "append ads.t ASYNC_MODE 1 key h1");
        assertThat(rows(connection, "SELECT @@idempotency_key")).containsExactly("");
        refused(
                () -> run(
                        connection,
                        "INSERT /*+ SET_VAR(idempotency_key = '" + "x".repeat(129) + "') */ INTO t VALUES (1, 'a', 1)"),
                1231,
                "129 bytes, 1 to 128 are allowed");
    }

    @Test
    void aRepetitionIsToldTheNumbersOfTheFirst() throws Exception {
        run(connection, "CREATE TABLE a (id BIGINT NOT NULL AUTO_INCREMENT, name VARCHAR(20), PRIMARY KEY (id))");

        assertThat(generated("INSERT INTO a (name) VALUES ('x'), ('y')")).isEqualTo(1);
        assertThat(generated("INSERT INTO a (name) VALUES ('x'), ('y')")).isEqualTo(1);
        assertThat(rows(connection, "SELECT LAST_INSERT_ID()")).containsExactly("1");
        run(connection, "INSERT INTO a (name) VALUES ('z')");

        assertThat(rows(connection, "SELECT * FROM a")).containsExactly("1|x", "2|y", "5|z");
    }

    private long generated(String sql) throws SQLException {
        key(connection, "numbered");
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
            try (ResultSet keys = statement.getGeneratedKeys()) {
                return keys.next() ? keys.getLong(1) : 0;
            }
        }
    }

    @Test
    void aStatementThatIsPlannedAnewKeepsItsKey() throws Exception {
        run(connection, "INSERT INTO t VALUES (0, 'plan', 1)");
        frontend.backend.raiseSchemaVersion("ads", "t");
        key(connection, "k1");
        run(connection, "INSERT INTO t VALUES (1, 'a', 1)");

        assertThat(frontend.backend.calls()).last().isEqualTo("append ads.t SYNC_MODE 1 key k1");
        key(connection, "k1");
        run(connection, "INSERT INTO t VALUES (1, 'a', 1)");
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void aFileIsALoadToo() throws Exception {
        for (int i = 0; i < 2; i++) {
            key(connection, "file");
            try (Statement statement = connection.createStatement()) {
                statement
                        .unwrap(JdbcStatement.class)
                        .setLocalInfileInputStream(
                                new ByteArrayInputStream("1\ta\t1\n2\tb\t2\n".getBytes(StandardCharsets.UTF_8)));
                assertThat(statement.executeUpdate("LOAD DATA LOCAL INFILE 'f' INTO TABLE t"))
                        .isEqualTo(2);
            }
        }

        assertThat(count()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t VALUES (1 + 1, 'a', 1)",
                "INSERT INTO t SELECT * FROM t",
                "INSERT INTO t WITH LABEL l VALUES (1, 'a', 1)",
                "INSERT /*+ SET_VAR(group_commit = 'off_mode') */ INTO t VALUES (1, 'a', 1)"
            })
    void aLoadOutsideOfGroupCommitIsRefused(String insert) throws Exception {
        key(connection, "k1");
        refused(() -> run(connection, insert), 1235, "idempotency_key of a load outside of group commit");
        key(connection, "k1");
        refused(() -> run(connection, insert), 1235, "this attempt stored nothing, an earlier one with the key may");

        assertThat(count()).isZero();
        assertThat(rows(connection, "SELECT @@idempotency_key")).containsExactly("");
    }

    @Test
    void aLoadInsideATransactionIsRefused() throws Exception {
        run(connection, "BEGIN");
        key(connection, "k1");
        refused(() -> run(connection, "INSERT INTO t VALUES (1, 'a', 1)"), 1235, "IN_TRANSACTION");
        run(connection, "ROLLBACK");

        connection.setAutoCommit(false);
        key(connection, "k1");
        refused(() -> run(connection, "INSERT INTO t VALUES (1, 'a', 1)"), 1235, "autocommit is off");
        run(connection, "INSERT INTO t VALUES (2, 'b', 1)");
        connection.commit();

        assertThat(count()).isEqualTo(1);
    }

    @Test
    void nullIsNoKey() throws Exception {
        key(connection, "k1");
        for (String set : List.of("SET idempotency_key = NULL", "SET @@session.idempotency_key = @unset")) {
            refused(() -> run(connection, set), 1231, "'idempotency_key' can't be set to the value of 'NULL'");
        }
        run(connection, "PREPARE p FROM 'SET idempotency_key = @unset'");
        refused(() -> run(connection, "EXECUTE p"), 1231, "can't be set to the value of 'NULL'");

        assertThat(rows(connection, "SELECT @@idempotency_key")).containsExactly("k1");
    }

    @Test
    void aKeyIsOneTo128BytesOfThisSession() throws Exception {
        key(connection, "ä".repeat(64));
        refused(() -> key(connection, "ä".repeat(64) + "b"), 1231, "129 bytes, 1 to 128 are allowed");
        refused(() -> run(connection, "SET GLOBAL idempotency_key = 'k'"), 1228, "SESSION variable");
        assertThat(rows(connection, "SELECT @@idempotency_key")).containsExactly("ä".repeat(64));

        run(connection, "SET idempotency_key = DEFAULT");
        assertThat(rows(connection, "SELECT @@idempotency_key")).containsExactly("");
        key(connection, "k1");
        run(connection, "SET idempotency_key = ''");
        run(connection, "INSERT INTO t VALUES (1, 'a', 1)");
        assertThat(frontend.backend.calls()).last().isEqualTo("append ads.t SYNC_MODE 1");

        key(connection, "k2");
        connection.unwrap(JdbcConnection.class).resetServerState();
        assertThat(rows(connection, "SELECT @@idempotency_key")).containsExactly("");
    }
}
