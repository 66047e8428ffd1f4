package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes in the text of a statement: raw as drivers put them there, {@code _binary'…'}, and as {@code 0x…}. */
@Tag("clients")
final class BinaryLiteralIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    private static final String KEYS = "CREATE TABLE bk (k VARBINARY(16) NOT NULL PRIMARY KEY, n INT)";

    /** Runs it as text: Connector/J puts the bytes between quotes. */
    private static int run(Sql sql, String text, String... hex) throws SQLException {
        try (PreparedStatement statement = sql.connection().prepareStatement(text)) {
            for (int i = 0; i < hex.length; i++) {
                statement.setBytes(i + 1, HexFormat.of().parseHex(hex[i]));
            }
            return statement.executeUpdate();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO bk (k, n) VALUES (?, 1) ON DUPLICATE KEY UPDATE n = n + 1",
                "INSERT INTO bk (k, n) VALUES (?, 0 + 1)",
                "INSERT INTO bk SET k = ?, n = 0 + 1",
                "INSERT IGNORE INTO bk (k, n) VALUES (?, 1)",
                "INSERT INTO bk (k, n) SELECT ?, count(*) + 1 FROM bk WHERE n > 99"
            })
    void keysOfRawBytesStayApart(String insert) throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(KEYS);
            for (String key : new String[] {"ff01", "fe01", "00ff", "0061", "c3a9", "275cff"}) {
                run(sql, insert, key);
            }

            assertThat(sql.query("SELECT lower(hex(k)), n FROM bk ORDER BY k"))
                    .containsExactly("0061|1", "00ff|1", "275cff|1", "c3a9|1", "fe01|1", "ff01|1");
        }
    }

    @Test
    void rawBytesFindAndChangeTheRowsOfTheirKey() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(KEYS, "INSERT INTO bk VALUES (x'ff01', 1), (x'fe01', 2), (x'0061', 3)");

            assertThat(run(sql, "UPDATE bk SET n = 5 WHERE k = ?", "fe01")).isEqualTo(1);
            assertThat(run(sql, "DELETE FROM bk WHERE k IN (?, ?)", "ff01", "efbfbd01"))
                    .isEqualTo(1);
            assertThat(sql.query("SELECT hex(k), n FROM bk ORDER BY n")).containsExactly("0061|3", "FE01|5");
            sql.run("CREATE TABLE vb (id INT NOT NULL PRIMARY KEY, b VARBINARY(9), s VARCHAR(9))");
            sql.run("INSERT INTO vb VALUES (1, 'a', 'a')", "SET enable_unique_key_partial_update = true");
            run(sql, "INSERT INTO vb (id, b) VALUES (1, ?)", "ff00");
            assertThat(sql.query("SELECT hex(b), s FROM vb")).containsExactly("FF00|a");
            run(sql, "UPDATE vb SET b = ?, s = ?", "fffe", "c3a9");
            assertThat(sql.query("SELECT hex(b), s FROM vb")).containsExactly("FFFE|é");
            sql.run("UPDATE vb SET b = x'00ff', s = 0x4142 WHERE id = 1");
            assertThat(sql.query("SELECT hex(b), s FROM vb")).containsExactly("00FF|AB");
        }
    }

    @Test
    void bytesThatAreNoTextAreRefusedByColumnsOfText() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run("CREATE TABLE c (id INT NOT NULL PRIMARY KEY, s VARCHAR(9))", "INSERT INTO c VALUES (1, 'a')");
            for (String statement : new String[] {
                "INSERT INTO c VALUES (2, ?)",
                "INSERT INTO c VALUES (1 + 1, ?)",
                "INSERT INTO c VALUES (1, ?) ON DUPLICATE KEY UPDATE s = CONCAT(s, VALUES(s))",
                "UPDATE c SET s = ? WHERE id = 1"
            }) {
                assertThatExceptionOfType(SQLException.class)
                        .as(statement)
                        .isThrownBy(() -> run(sql, statement, "61ff"));
            }

            assertThat(sql.query("SELECT * FROM c")).containsExactly("1|a");
        }
    }

    @Test
    void hexadecimalAndBitLiteralsAreNumbersForColumnsOfNumbersOnEveryPath() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    "CREATE TABLE n (id INT NOT NULL PRIMARY KEY, l LARGEINT, d DECIMAL(20, 2), f FLOAT, x DOUBLE, b BOOLEAN,"
                            + " t TINYINT, s VARCHAR(9), v VARBINARY(9))");
            String values = ", 0xffffffffffffffff, x'0102', b'11', 0b101, b'1', 0x7f, 0x4142, x'00ff')";
            sql.run("INSERT INTO n VALUES (1" + values, "INSERT INTO n VALUES (1 + 1" + values);
            sql.run("INSERT IGNORE INTO n VALUES (3" + values);
            sql.run("INSERT INTO n VALUES (0x1" + values + " ON DUPLICATE KEY UPDATE t = 0x41, f = f - 0x01");
            sql.run("SET enable_unique_key_partial_update = true", "INSERT INTO n (id, t) VALUES (b'10', 0x42)");

            String rest = "|18446744073709551615|258.00|%s|5.0|1|%s|AB|00FF";
            assertThat(sql.query("SELECT id, l, d, f, x, 0 + b, t, s, hex(v) FROM n ORDER BY id"))
                    .containsExactly(
                            "1" + rest.formatted("2.0", 65),
                            "2" + rest.formatted("3.0", 66),
                            "3" + rest.formatted("3.0", 127));
            sql.run("UPDATE n SET t = 0x40, d = x'0a', l = b'11', f = 0x03, s = 0x41, v = 0x41 WHERE id = 1");
            assertThat(sql.query("SELECT t, d, l, f, s, hex(v) FROM n WHERE id = 1"))
                    .containsExactly("64|10.00|3|3.0|A|41");
            SQLException tooLarge = catchThrowableOfType(
                    SQLException.class, () -> sql.run("INSERT INTO n (id, t) VALUES (1 + 1, 0x80)"));
            assertThat(tooLarge.getErrorCode()).isEqualTo(1264);
        }
    }
}
