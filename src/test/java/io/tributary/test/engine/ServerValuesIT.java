package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.test.process.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of tables that others have made on a MariaDB, of types and character sets that Tributary's own tables have not. */
@Tag("clients")
final class ServerValuesIT {
    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @RegisterExtension
    static final SharedTributary TRIBUTARY = new SharedTributary();

    private Sql sql;
    private Sql server;

    @BeforeEach
    void start() throws SQLException {
        server = SERVER.sql();
        server.run("CREATE DATABASE odd CHARACTER SET utf8mb4", "USE odd", "SET sql_mode = ''");
        sql = TRIBUTARY.connect("");
        sql.run("CREATE DATABASE odd" + SERVER.databaseClause());
    }

    @AfterEach
    void stop() throws SQLException {
        sql.close();
        server.close();
    }

    private void adopt(String... statements) throws SQLException {
        server.run(statements);
        sql.run("REFRESH DATABASE odd", "USE odd");
    }

    private void refused(String statement, int number, String words) {
        assertThatThrownBy(() -> sql.run(statement))
                .as(statement)
                .hasMessageContaining(words)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        e -> assertThat(e.getErrorCode()).as(e.getMessage()).isEqualTo(number));
    }

    @ParameterizedTest
    @CsvSource({"latin1, é", "ucs2, é", "sjis, ア", "utf8mb3, é", "utf8mb4, 😀"})
    void textsOfAnyCharacterSetAreRead(String charset, String text) throws SQLException {
        adopt("CREATE TABLE t (a VARCHAR(20), b TEXT, c BLOB) CHARACTER SET " + charset);
        sql.run("CREATE DATABASE near", "CREATE TABLE near.t (a VARCHAR(20))");
        sql.run("INSERT INTO t VALUES ('" + text + "', '" + text + "', x'E9FF')");

        assertThat(sql.query("SELECT a, b, UPPER(a) = UPPER(b), hex(c) FROM t WHERE a = '" + text + "'"))
                .containsExactly(text + "|" + text + "|1|E9FF");
        assertThat(sql.query("SELECT MAX(a) FROM t")).containsExactly(text);
        sql.run("INSERT INTO near.t SELECT a FROM t");
        assertThat(sql.query("SELECT a FROM near.t")).containsExactly(text);
        try (Statement statement = sql.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT c FROM t")) {
            row.next();
            assertThat(row.getBytes(1)).containsExactly(0xE9, 0xFF);
        }
    }

    @Test
    void bitsAreNumbers() throws SQLException {
        adopt(
                "CREATE TABLE t (a BIT(1), b BIT(9), c BIT(64))",
                "INSERT INTO t VALUES (1, 257, 18446744073709551615), (NULL, 0, 5)");
        sql.run("CREATE DATABASE near", "CREATE TABLE near.t (a INT, b INT, c LARGEINT)");
        sql.run("INSERT INTO near.t SELECT a, b, c FROM t", "INSERT INTO t SELECT a, b, c FROM near.t");

        assertThat(sql.query("SELECT a, b, c FROM near.t ORDER BY b"))
                .containsExactly("null|0|5", "1|257|18446744073709551615");
        assertThat(sql.query("SELECT a, b, c FROM t ORDER BY b"))
                .containsExactly("null|0|5", "null|0|5", "1|257|18446744073709551615", "1|257|18446744073709551615");
    }

    @Test
    void decimalsWiderThanOursAreTextsAndSumsStayNumbers() throws SQLException {
        String wide = "9".repeat(65);
        adopt("CREATE TABLE t (a DECIMAL(65,0), b BIGINT UNSIGNED)", "INSERT INTO t VALUES (" + wide + ", 7)");

        assertThat(sql.query("SELECT a, MAX(a), SUM(b) FROM t GROUP BY a")).containsExactly(wide + "|" + wide + "|7");
        try (Statement statement = sql.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT SUM(b) FROM t")) {
            assertThat(row.getMetaData().getColumnTypeName(1)).isEqualTo("DECIMAL");
        }
    }

    @Test
    void datesOfNoCalendarAreReadAsNull() throws SQLException {
        adopt(
                "CREATE TABLE t (id INT, a DATE, b DATETIME(3))",
                "INSERT INTO t VALUES (1, '0000-00-00', '0000-00-00'), (2, '2024-00-00', '2024-01-00 10:00:00'),"
                        + " (3, '2024-01-31', '2024-01-31 10:00:00.5')");

        assertThat(sql.query("SELECT id, a, b FROM t ORDER BY id"))
                .containsExactly("1|null|null", "2|null|null", "3|2024-01-31|2024-01-31 10:00:00.500");
    }

    @ParameterizedTest
    @ValueSource(strings = {"async_mode", "sync_mode", "off_mode"})
    void aDefaultThatIsNoDateHereIsTheServers(String mode) throws SQLException {
        adopt("CREATE TABLE t (id INT, a DATE NOT NULL DEFAULT '0000-00-00')");
        sql.run(
                "SET group_commit = " + mode,
                "INSERT INTO t VALUES (2, '2024-01-31')",
                // NO_ZERO_DATE would refuse the default.
                "SET sql_mode = 'STRICT_TRANS_TABLES'",
                "INSERT INTO t (id) VALUES (1)");

        assertThat(server.query("SELECT id, concat(a, '') FROM odd.t ORDER BY id"))
                .containsExactly("1|0000-00-00", "2|2024-01-31");
    }

    @Test
    void whatTheServerRefusesHasMySqlsNumber() throws SQLException {
        adopt(
                "CREATE TABLE t (id TINYINT AUTO_INCREMENT PRIMARY KEY, v INT, UNIQUE (v))",
                "INSERT INTO t VALUES (127, 1)");

        refused("INSERT INTO t (v) VALUES (2)", 1264, "Out of range value for column 'id'");
    }

    /** The second of two spellings that the server takes for one key is the newer, in another batch as in the same. */
    @ParameterizedTest
    @CsvSource({
        "BINARY(5), 'a', 'a'",
        "BINARY(5), 'a', 'a\\0'",
        "VARCHAR(9) COLLATE utf8mb4_bin, 'a', 'a '",
        "VARCHAR(9) COLLATE utf8mb4_bin, 'a ', 'a'",
        "VARCHAR(9) CHARACTER SET latin1 COLLATE latin1_bin, 'é', 'é  '",
        "CHAR(9) COLLATE utf8mb4_nopad_bin, 'a', 'a '"
    })
    void twoSpellingsOfOneKeyAreOneRow(String type, String first, String second) throws SQLException {
        adopt(
                "CREATE TABLE one (c " + type + " PRIMARY KEY, v INT)",
                "CREATE TABLE two (c " + type + ", n INT, v INT, PRIMARY KEY (c, n))");
        String one = quoted(first);
        String two = quoted(second);
        sql.run(
                "SET group_commit = async_mode",
                "ALTER TABLE one SET ('engine.upsert' = 'true', 'engine.async' = 'true')",
                "ALTER TABLE two SET ('engine.upsert' = 'true', 'engine.async' = 'true')",
                "INSERT INTO one VALUES (" + one + ", 1)",
                "INSERT INTO two VALUES (" + one + ", 1, 1)",
                "SYNC one",
                "SYNC two",
                "INSERT INTO one VALUES (" + two + ", 2)",
                "INSERT INTO two VALUES (" + two + ", 1, 2)",
                "SYNC one",
                "SYNC two");
        assertThat(server.query("SELECT (SELECT v FROM odd.one), (SELECT v FROM odd.two)"))
                .containsExactly("2|2");
        sql.run(
                "INSERT INTO one VALUES (" + one + ", 3), (" + two + ", 4)",
                "INSERT INTO two VALUES (" + one + ", 1, 3), (" + two + ", 1, 4)",
                "SYNC one",
                "SYNC two");

        assertThat(server.query("SELECT (SELECT v FROM odd.one), (SELECT v FROM odd.two)"))
                .containsExactly("4|4");
        assertThat(sql.query("SHOW QUARANTINE")).isEmpty();
    }

    private static String quoted(String text) {
        return "'" + text + "'";
    }

    @Test
    void blanksThatTheServerCountsMakeTwoKeys() throws SQLException {
        adopt(
                "CREATE TABLE texts (c VARCHAR(9) COLLATE utf8mb4_nopad_bin PRIMARY KEY, v INT)",
                "CREATE TABLE bytes (c VARBINARY(9) PRIMARY KEY, v INT)");
        sql.run(
                "SET group_commit = sync_mode",
                "ALTER TABLE texts SET ('engine.upsert' = 'true')",
                "ALTER TABLE bytes SET ('engine.upsert' = 'true')",
                "INSERT INTO texts VALUES ('a', 1), ('a ', 2), ('a', 3)",
                "INSERT INTO bytes VALUES ('a', 1), ('a\\0', 2), ('a', 3)");

        assertThat(server.query("SELECT v FROM odd.texts ORDER BY v")).containsExactly("2", "3");
        assertThat(server.query("SELECT v FROM odd.bytes ORDER BY v")).containsExactly("2", "3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TIME",
                "YEAR",
                "DECIMAL(65,30)",
                "UUID",
                "INET6",
                "ENUM('a','b') COLLATE utf8mb4_bin",
                "SET('a','b') COLLATE utf8mb4_bin",
                "FLOAT",
                "DOUBLE(9,2)"
            })
    void aKeyOfManySpellingsIsRefused(String type) throws SQLException {
        adopt("CREATE TABLE t (c " + type + " PRIMARY KEY, v INT)");

        refused("ALTER TABLE t SET ('engine.upsert' = 'true')", 1235, "key column c has the type");
    }

    @Test
    void aNumberForAMemberIsNeverTakenForItsName() throws SQLException {
        adopt("CREATE TABLE t (id INT, e ENUM('2','1','3'), s SET('2','1'))");
        sql.run("SET group_commit = sync_mode");
        refused("INSERT INTO t VALUES (1, 2, '1')", 1366, "2 for column 'e' at row 1 is a number");
        refused("INSERT INTO t VALUES (1, '2', 2)", 1366, "column 's'");
        sql.run(
                "INSERT INTO t VALUES (1, '2', '1'), (2, NULL, NULL)",
                "SET group_commit = async_mode",
                "INSERT INTO t VALUES (3, 2, 1)",
                "SET group_commit = off_mode",
                "INSERT INTO t VALUES (4, 2, 1)");

        assertThat(server.query("SELECT id, e, s FROM odd.t ORDER BY id"))
                .containsExactly("1|2|1", "2|null|null", "3|1|2", "4|1|2");
        assertThat(sql.query("SHOW CREATE TABLE t").get(0)).doesNotContain("engine.");
    }
}
