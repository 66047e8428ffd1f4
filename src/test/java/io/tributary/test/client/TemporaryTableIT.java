package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.mysql.cj.jdbc.JdbcConnection;
import io.tributary.test.process.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that a session has for itself, as programs of MySQL use them. */
@Tag("clients")
final class TemporaryTableIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    private static final String[] TABLES = {
        "CREATE TABLE t (id INT NOT NULL, name VARCHAR(20)) DUPLICATE KEY(id)",
        "INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, 'three')",
        "CREATE TABLE u (id INT NOT NULL, amount INT) DUPLICATE KEY(id)",
        "INSERT INTO u VALUES (1, 10), (2, 20), (3, 30)"
    };

    private static void refused(Sql sql, String statement, int number) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> sql.run(statement))
                .matches(error -> error.getErrorCode() == number, statement)
                .matches(error -> !String.valueOf(error.getMessage()).contains("tributary_tmp"));
    }

    @Test
    void eachSessionHasItsOwnBeforeTheTableOfAll() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql own = Sql.connect(SERVER.port(), database);
                Sql other = Sql.connect(SERVER.port(), database)) {
            own.run(TABLES);
            own.run("CREATE TEMPORARY TABLE t AS SELECT id, CONCAT(name, '!') AS name FROM t WHERE id < 3");
            other.run("CREATE TEMPORARY TABLE t (other INT)", "INSERT INTO t VALUES (7)");

            assertThat(own.query("SELECT * FROM t ORDER BY id")).containsExactly("1|one!", "2|two!");
            assertThat(other.query("SELECT * FROM t")).containsExactly("7");
            assertThat(own.query("SHOW TABLES")).containsExactly("t", "u");
            assertThat(own.query("SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = '"
                            + database + "' ORDER BY 1, 2"))
                    .containsExactly("t|id", "t|name", "u|amount", "u|id");
            assertThat(own.query("SHOW CREATE TABLE t").get(0)).startsWith("t|CREATE TEMPORARY TABLE `t` (");

            other.run("DROP TABLE t");
            assertThat(other.query("SELECT * FROM t ORDER BY id")).containsExactly("1|one", "2|two", "3|three");
            refused(other, "DROP TEMPORARY TABLE t", 1051);
            own.run("DROP TEMPORARY TABLE t");
            assertThat(own.query("SELECT count(*) FROM t")).containsExactly("3");
        }
    }

    @Test
    void allThatIsDoneWithATableIsDoneWithThem() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run(TABLES);
            sql.run("CREATE TEMPORARY TABLE x LIKE t", "INSERT INTO x SELECT * FROM t");
            sql.run("INSERT INTO x SELECT id + 10, name FROM x", "INSERT INTO x VALUES (1 + 99, 'sum')");
            assertThat(sql.query("SELECT x.name, " + database + ".x.id, amount FROM x JOIN u ON u.id = x.id - 10"
                            + " ORDER BY x.id"))
                    .containsExactly("one|11|10", "two|12|20", "three|13|30");
            assertThat(sql.query("WITH t AS (SELECT id FROM x) SELECT count(*), (SELECT max(id) FROM x) FROM t"))
                    .containsExactly("7|100");
            sql.run(
                    "UPDATE x SET x.name = 'new' WHERE x.id = 1",
                    "UPDATE x JOIN u ON u.id = x.id SET x.name = 'u'" + " WHERE u.id = 2");
            sql.run("DELETE FROM x WHERE x.id > 10 AND x.id IN (SELECT id + 10 FROM u)");
            sql.run("DELETE x FROM x JOIN u ON u.id = x.id WHERE u.amount = 30");
            assertThat(sql.query("SELECT * FROM x ORDER BY id")).containsExactly("1|new", "2|u", "100|sum");
            sql.run("SET @most = (SELECT MAX(id) FROM x)");
            assertThat(sql.query("SELECT @most")).containsExactly("100");
            sql.run("ALTER TABLE x ADD COLUMN more INT", "TRUNCATE TABLE x");
            assertThat(sql.query("SELECT more FROM x")).isEmpty();
            refused(sql, "INSERT INTO x VALUES ('a', 'b', 1)", 1366);
            refused(sql, "SELECT nothing FROM x", 1054);
            refused(sql, "SELECT 1 FROM x GROUP", 1064);
        }
    }

    @Test
    void aTransactionThatOnlyReadsMakesNoneOfAQueryAndTheNextOneIsWhole() throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase())) {
            sql.run(TABLES);
            sql.run("START TRANSACTION READ ONLY");
            refused(sql, "CREATE TEMPORARY TABLE x AS SELECT 1 AS a", 1792);
            sql.run("ROLLBACK", "BEGIN", "UPDATE t SET name = 'other'", "ROLLBACK");

            assertThat(sql.query("SELECT count(*) FROM t WHERE name = 'other'")).containsExactly("0");
            refused(sql, "SELECT * FROM x", 1146);
        }
    }

    @Test
    void aTableOfAllIsFilledByItsOwnQueryBesideATemporaryOneOfItsName() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql own = Sql.connect(SERVER.port(), database);
                Sql other = Sql.connect(SERVER.port(), database)) {
            own.run(TABLES);
            own.run("CREATE TEMPORARY TABLE x (id INT)", "CREATE TEMPORARY TABLE u AS SELECT 7 AS id, 8 AS amount");
            own.run("CREATE TABLE x AS SELECT id FROM u");

            assertThat(other.query("SELECT * FROM x")).containsExactly("7");
            assertThat(own.query("SELECT count(*) FROM x")).containsExactly("0");
        }
    }

    @Test
    void whatIsNotUnderstoodOfThemIsRefused() throws SQLException {
        String database = SERVER.newDatabase();
        String another = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run(TABLES);
            sql.run("CREATE TABLE k (id INT NOT NULL PRIMARY KEY, v INT)", "CREATE TABLE " + another + ".x (id INT)");
            sql.run("CREATE TEMPORARY TABLE x (id INT)");

            refused(sql, "INSERT INTO k VALUES (1, 1) ON DUPLICATE KEY UPDATE v = (SELECT max(id) FROM x)", 1235);
            refused(sql, "SELECT x.* FROM " + another + ".x JOIN " + database + ".x ON TRUE", 1235);
            assertThat(sql.query("SELECT y.id FROM " + another + ".x AS y JOIN x ON TRUE"))
                    .isEmpty();
        }
    }

    /** Nobody else could, and a program that groups its loads is not written for that. */
    @ParameterizedTest
    @ValueSource(strings = {"async_mode", "sync_mode"})
    void theirSessionReadsWhatItWroteWhateverTheModeOfItsLoads(String mode) throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase())) {
            sql.run("SET group_commit = " + mode, "CREATE TEMPORARY TABLE x (id INT)");
            for (int id = 1; id <= 3; id++) {
                sql.run("INSERT INTO x VALUES (" + id + ")");
                assertThat(sql.number("SELECT count(*) FROM x")).isEqualTo(id);
            }
            assertThat(sql.number("SELECT sum(id) FROM (SELECT * FROM x) y")).isEqualTo(6);
        }
    }

    @Test
    void theirDefinitionsCommitNothing() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql own = Sql.connect(SERVER.port(), database);
                Sql other = Sql.connect(SERVER.port(), database)) {
            own.run(TABLES);
            own.run("CREATE TEMPORARY TABLE old (id INT)", "BEGIN", "INSERT INTO t VALUES (4, 'four')");
            own.run("INSERT INTO old VALUES (1)", "CREATE TEMPORARY TABLE x (id INT)", "DROP TEMPORARY TABLE old");
            assertThat(other.query("SELECT count(*) FROM t")).containsExactly("3");
            refused(own, "SELECT * FROM old", 1146);
            own.run("ROLLBACK");
            assertThat(own.query("SELECT count(*) FROM t")).containsExactly("3");
            assertThat(own.query("SELECT count(*) FROM x")).containsExactly("0");

            own.run("BEGIN", "CREATE TEMPORARY TABLE y AS SELECT id FROM t", "INSERT INTO t VALUES (5, 'five')");
            assertThat(own.query("SELECT count(*) FROM y JOIN t ON t.id = y.id"))
                    .containsExactly("3");
            assertThat(other.query("SELECT count(*) FROM t")).containsExactly("3");
            own.run("COMMIT");
            assertThat(other.query("SELECT count(*) FROM t")).containsExactly("4");
            assertThat(own.query("SELECT count(*) FROM y")).containsExactly("3");
        }
    }

    @Test
    void aTransactionThatHasASnapshotRefusesATableThatItWouldNotSee() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql own = Sql.connect(SERVER.port(), database)) {
            own.run(TABLES);
            own.run("BEGIN", "INSERT INTO t VALUES (4, 'four')");
            assertThat(own.query("SELECT count(*) FROM t")).containsExactly("4");
            refused(own, "CREATE TEMPORARY TABLE x (id INT)", 1235);
            refused(own, "CREATE TEMPORARY TABLE x AS SELECT * FROM t", 1235);
            own.run("COMMIT", "CREATE TEMPORARY TABLE x AS SELECT * FROM t");
            assertThat(own.query("SELECT * FROM x ORDER BY x.id LIMIT 1")).containsExactly("1|one");

            own.run("BEGIN", "INSERT INTO t VALUES (5, 'five')", "SET @all = (SELECT count(*) FROM t)");
            refused(own, "CREATE TEMPORARY TABLE y AS SELECT * FROM t", 1235);
            own.run("COMMIT");
            assertThat(own.query("SELECT @all, count(*) FROM t")).containsExactly("5|5");
        }
    }

    /** Rows that wait for COMMIT are rows of the table that is dropped: it goes behind them. */
    @Test
    void oneThatIsDroppedInATransactionHoldsNothingUp() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql own = Sql.connect(SERVER.port(), database)) {
            own.run(TABLES);
            own.run("CREATE TEMPORARY TABLE x (id INT)", "BEGIN", "INSERT INTO x SELECT id FROM t");
            assertThat(own.query("SELECT count(*) FROM x")).containsExactly("3");
            own.run("DROP TEMPORARY TABLE x", "INSERT INTO t SELECT id + 3, name FROM t", "COMMIT");
            assertThat(own.query("SELECT count(*) FROM t")).containsExactly("6");
            own.run("CREATE TEMPORARY TABLE x (other INT)");
            assertThat(own.query("SELECT count(other) FROM x")).containsExactly("0");
        }
    }

    /** Drivers of Python begin with autocommit off. */
    @Test
    void withoutAutocommitTheirRowsWaitForCommit() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql own = Sql.connect(SERVER.port(), database)) {
            own.run(TABLES);
            own.run("SET autocommit = 0", "CREATE TEMPORARY TABLE x (id INT)", "INSERT INTO x VALUES (1), (2)");
            assertThat(own.query("SELECT count(*) FROM x JOIN t ON t.id = x.id"))
                    .containsExactly("2");
            own.run("ROLLBACK");
            assertThat(own.query("SELECT count(*) FROM x")).containsExactly("0");

            own.run("CREATE TEMPORARY TABLE y AS SELECT id FROM t", "CREATE TEMPORARY TABLE z AS SELECT id FROM y");
            assertThat(own.query("SELECT count(*) FROM z JOIN y ON y.id = z.id"))
                    .containsExactly("3");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"async_mode", "sync_mode", "off_mode"})
    void aPreparedStatementMeansTheTableOfItsMoment(String mode) throws SQLException {
        String database = SERVER.newDatabase();
        try (Connection connection = Sql.open(SERVER.port(), database, "useServerPrepStmts=true");
                Sql all = Sql.connect(SERVER.port(), database)) {
            all.run(TABLES);
            connection.createStatement().execute("SET group_commit = " + mode);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)");
                    PreparedStatement count = connection.prepareStatement("SELECT count(*) FROM t WHERE id > ?")) {
                insert(insert, 4);
                connection.createStatement().execute("SYNC");
                assertThat(count(count)).isEqualTo(4);
                connection.createStatement().execute("CREATE TEMPORARY TABLE t (a INT, id INT)");
                insert(insert, 5);
                connection.createStatement().execute("SYNC");
                assertThat(count(count)).isEqualTo(1);
                connection.createStatement().execute("DROP TEMPORARY TABLE t");
                insert(insert, 6);
                connection.createStatement().execute("SYNC");
                assertThat(count(count)).isEqualTo(5);
            }
            assertThat(all.query("SELECT id FROM t WHERE id > 3 ORDER BY id")).containsExactly("4", "6");
        }
    }

    private static void insert(PreparedStatement insert, int id) throws SQLException {
        insert.setInt(1, id);
        insert.setString(2, "8");
        insert.executeUpdate();
    }

    private static int count(PreparedStatement count) throws SQLException {
        count.setInt(1, 0);
        try (ResultSet result = count.executeQuery()) {
            result.next();
            return result.getInt(1);
        }
    }

    @Test
    void aResetAndAnotherUserForgetThem() throws SQLException {
        String database = SERVER.newDatabase();
        try (Connection connection = Sql.open(SERVER.port(), database, "")) {
            for (String how : new String[] {"reset", "change"}) {
                connection.createStatement().execute("CREATE TEMPORARY TABLE x (id INT)");
                connection.createStatement().execute("INSERT INTO x VALUES (1)");
                JdbcConnection reset = connection.unwrap(JdbcConnection.class);
                if (how.equals("reset")) {
                    reset.resetServerState();
                } else {
                    reset.changeUser("root", "");
                }
                assertThatExceptionOfType(SQLException.class)
                        .isThrownBy(() -> connection.createStatement().execute("SELECT * FROM x"))
                        .matches(error -> error.getErrorCode() == 1146, how);
            }
        }
    }

    @Test
    void aColumnOfOneTellsTheNameThatItsSessionKnows() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run("CREATE TEMPORARY TABLE x (id INT)");
            try (ResultSet result = sql.connection().createStatement().executeQuery("SELECT id, x.id + 1 FROM x")) {
                assertThat(result.getMetaData().getTableName(1)).isEqualTo("x");
                assertThat(result.getMetaData().getColumnLabel(2)).isEqualTo("x.id + 1");
            }
        }
    }
}
