package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DataTruncation;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Errors that programs look at: MySQL's number, SQLSTATE and text. Where ours says more it says so behind MySQL's words, so
 * each text is a beginning.
 */
final class ErrorTextTest {
    private static FrontendFixture frontend;
    private static Connection connection;

    @BeforeAll
    static void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable("useServerPrepStmts=true");
        run(
                connection,
                "CREATE TABLE e (id TINYINT NOT NULL PRIMARY KEY, n VARCHAR(3) NOT NULL, p DECIMAL(4,2) DEFAULT 0,"
                        + " d DATE, t DATETIME(3), j JSON, u INT)");
        run(
                connection,
                "CREATE TABLE un (t TINYINT UNSIGNED, s SMALLINT UNSIGNED, m MEDIUMINT UNSIGNED, i INT UNSIGNED,"
                        + " b BIGINT UNSIGNED)");
    }

    @AfterAll
    static void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
            INSERT INTO e (id, n) VALUES (1, 'a'), (2, NULL)         | 1048 | 23000 | Column 'n' cannot be null
            INSERT INTO e (id, n, id) VALUES (1, 'a', 1)             | 1110 | 42000 | Column 'id' specified twice
            INSERT INTO e (id, nope) VALUES (1, 'a')                 | 1054 | 42S22 | Unknown column 'nope' in 'field list'
            INSERT INTO e VALUS (1, 'a')                             | 1064 | 42000 | You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near 'VALUS (1, 'a')' at line 1
            INSERT INTO e (id, n) VALUES (1, 'a'), (2)               | 1136 | 21S01 | Column count doesn't match value count at row 2
            INSERT INTO nope VALUES (1)                              | 1146 | 42S02 | Table 'ads.nope' doesn't exist
            INSERT INTO other.nope VALUES (1)                        | 1049 | 42000 | Unknown database 'other'
            UPDATE nope SET a = 1                                    | 1146 | 42S02 | Table 'ads.nope' doesn't exist
            DELETE FROM ads.nope                                     | 1146 | 42S02 | Table 'ads.nope' doesn't exist
            INSERT INTO e (id, n) VALUES (1, 'a'), (2, 'b'), (128, 'c') | 1264 | 22003 | Out of range value for column 'id' at row 3
            INSERT INTO e (id, n, p) VALUES (1, 'a', 123.4)          | 1264 | 22003 | Out of range value for column 'p' at row 1
            INSERT INTO e (id, n, d) VALUES (1, 'a', '2024-02-30')   | 1292 | 22007 | Incorrect date value: '2024-02-30' for column 'd' at row 1
            INSERT INTO e (id, n, t) VALUES (1, 'a', NULL), (2, 'b', 'noon') | 1292 | 22007 | Incorrect datetime value: 'noon' for column 't' at row 2
            INSERT INTO e (id) VALUES (1)                            | 1364 | HY000 | Field 'n' doesn't have a default value
            INSERT INTO e (id, n) VALUES ('x', 'a')                  | 1366 | HY000 | Incorrect integer value: 'x' for column 'id' at row 1
            INSERT INTO e (id, n, p) VALUES (1, 'a', 'much')         | 1366 | HY000 | Incorrect decimal value: 'much' for column 'p' at row 1
            INSERT INTO e (id, n) VALUES (1, 'a'), (2, 'bcde')       | 1406 | 22001 | Data too long for column 'n' at row 2
            INSERT INTO e SET id = 1, n = 'abcd'                     | 1406 | 22001 | Data too long for column 'n' at row 1
            REPLACE INTO e (id, n) VALUES (1, 'abcd')                | 1406 | 22001 | Data too long for column 'n' at row 1
            CREATE TABLE x (a INT, a INT)                            | 1060 | 42S21 | Duplicate column name 'a'
            CREATE TABLE x (a INT, KEY k (a), KEY k (a))             | 1061 | 42000 | Duplicate key name 'k'
            CREATE TABLE x (a VARCHAR(9) AUTO_INCREMENT PRIMARY KEY) | 1063 | 42000 | Incorrect column specifier for column 'a'
            CREATE TABLE x (a INT DEFAULT 'y')                       | 1067 | 42000 | Invalid default value for 'a'
            CREATE TABLE x (a INT PRIMARY KEY, b INT PRIMARY KEY)    | 1068 | 42000 | Multiple primary key defined
            CREATE TABLE x (a INT, PRIMARY KEY (b))                  | 1072 | 42000 | Key column 'b' doesn't exist in table
            CREATE TABLE x (a INT AUTO_INCREMENT)                    | 1075 | 42000 | Incorrect table definition; there can be only one auto column and it must be defined as a key
            CREATE TABLE x (a INT NULL PRIMARY KEY)                  | 1171 | 42000 | All parts of a PRIMARY KEY must be NOT NULL; if you need NULL in a key, use UNIQUE instead
            DROP TEMPORARY TABLE e                                   | 1051 | 42S02 | Unknown table 'ads.e'
            CREATE INDEX i ON nope (a)                               | 1146 | 42S02 | Table 'ads.nope' doesn't exist
            CREATE INDEX i ON e (nope)                               | 1072 | 42000 | Key column 'nope' doesn't exist in table
            UPDATE e SET id = 2                                      | 1235 | 42000 | This version of Tributary doesn't yet support 'UPDATE of key column id
            INSERT IGNORE INTO e (id, __DORIS_DELETE_SIGN__) VALUES (1, 1) | 1235 | 42000 | This version of Tributary doesn't yet support '__DORIS_DELETE_SIGN__ with INSERT IGNORE
            RELEASE SAVEPOINT s                                      | 1305 | 42000 | SAVEPOINT s does not exist
            SELECT SLEEP(-1)                                         | 1210 | HY000 | Incorrect arguments to sleep
            INSERT INTO un (t) VALUES (255), (-1)                    | 1264 | 22003 | Out of range value for column 't' at row 2
            INSERT INTO un (t) VALUES (256)                          | 1264 | 22003 | Out of range value for column 't' at row 1
            INSERT INTO un (s) VALUES (65536)                        | 1264 | 22003 | Out of range value for column 's' at row 1
            INSERT INTO un (m) VALUES ('16777216')                   | 1264 | 22003 | Out of range value for column 'm' at row 1
            INSERT INTO un (i) VALUES (4294967296)                   | 1264 | 22003 | Out of range value for column 'i' at row 1
            INSERT INTO un (b) VALUES ('-1')                         | 1264 | 22003 | Out of range value for column 'b' at row 1
            INSERT INTO un (b) VALUES (18446744073709551616)         | 1264 | 22003 | Out of range value for column 'b' at row 1
            CREATE TABLE x (a INT UNSIGNED DEFAULT -1)               | 1067 | 42000 | Invalid default value for 'a'
            """)
    void aRefusedStatementHasMySqlsNumberStateAndText(String sql, int number, String state, String text) {
        SQLException refused = refused(sql);

        SoftAssertions softly = new SoftAssertions();
        softly.assertThat(refused.getErrorCode()).isEqualTo(number);
        // Connector/J gives all refused values the state of a truncation.
        softly.assertThat(refused.getSQLState()).isEqualTo(refused instanceof DataTruncation ? "22001" : state);
        softly.assertThat(refused.getMessage()).contains(text);
        softly.assertAll();
        assertThat(frontend.backend.visibleRows("ads", "e")).isZero();
    }

    @Test
    void aPreparedRowIsNumberedAsALiteralOne() throws Exception {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO e (id, n) VALUES (?, ?), (?, ?)")) {
            insert.setInt(1, 1);
            insert.setString(2, "a");
            insert.setInt(3, 300);
            insert.setString(4, "b");

            SQLException refused = refused(insert);

            assertThat(refused.getErrorCode()).isEqualTo(1264);
            assertThat(refused.getMessage()).contains("Out of range value for column 'id' at row 2");
        }
    }

    @Test
    void anUnsignedColumnTakesNoNegativeParameter() throws Exception {
        for (String column : new String[] {"t", "s", "m", "i", "b"}) {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO un (" + column + ") VALUES (?)")) {
                insert.setLong(1, -1);
                assertThat(refused(insert).getErrorCode()).as(column).isEqualTo(1264);
                insert.setString(1, "-1");
                assertThat(refused(insert).getErrorCode()).as(column).isEqualTo(1264);
            }
        }
        assertThat(FrontendFixture.rows(connection, "SHOW COLUMNS FROM un"))
                .containsExactly(
                        "t|tinyint unsigned|YES||null|",
                        "s|smallint unsigned|YES||null|",
                        "m|mediumint unsigned|YES||null|",
                        "i|int unsigned|YES||null|",
                        "b|bigint unsigned|YES||null|");
    }

    private static SQLException refused(String sql) {
        try {
            run(connection, sql);
        } catch (SQLException e) {
            return e;
        }
        throw new AssertionError("not refused: " + sql);
    }

    private static SQLException refused(PreparedStatement statement) {
        try {
            statement.executeUpdate();
        } catch (SQLException e) {
            return e;
        }
        throw new AssertionError("not refused");
    }
}
