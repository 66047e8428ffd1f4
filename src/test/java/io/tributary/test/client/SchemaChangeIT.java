package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
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
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ALTER TABLE of columns, beside writers and on rows that exist. */
@Tag("clients")
final class SchemaChangeIT {
    private static final int READS = 150;
    /** A number above all that writers use. */
    private static final int FIRST_OLD_ID = 1_000;

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    id INT             | ADD COLUMN extra INT DEFAULT '7' | DROP COLUMN extra | 0
                    id INT             | MODIFY n BIGINT FIRST            | MODIFY n INT AFTER id | 17
                    id INT             | ADD COLUMN extra INT FIRST       | DROP COLUMN extra | 17
                    id INT PRIMARY KEY | ADD COLUMN extra INT AFTER id    | DROP COLUMN extra | 17
                    id INT PRIMARY KEY | MODIFY n BIGINT FIRST            | MODIFY n INT AFTER id | 17
                    """)
    void noInsertFailsAndNoRowIsLostWhileATableIsChanged(String id, String there, String back, int doublings)
            throws Exception {
        String database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run(
                    "CREATE TABLE t (" + id
                            + ", name VARCHAR(20), n INT) PROPERTIES ('group_commit_interval_ms' = '5')",
                    "INSERT INTO t VALUES (" + FIRST_OLD_ID + ", 'old', 7)");
            for (int i = 0; i < doublings; i++) {
                sql.run("INSERT INTO t SELECT id + " + (1 << i) + ", 'old', n FROM t");
            }
        }
        AtomicBoolean writing = new AtomicBoolean(true);
        ExecutorService alone = Executors.newSingleThreadExecutor();
        try {
            Future<Integer> changes = alone.submit(() -> alternate(database, writing, there, back));
            SmallInserts.write(SERVER.port(), database);
            writing.set(false);
            assertThat(changes.get(60, TimeUnit.SECONDS)).isPositive();
        } finally {
            writing.set(false);
            alone.shutdownNow();
        }
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("SYNC t");
            assertThat(
                            sql.query(
                                    "SELECT name, count(*), count(DISTINCT id), min(n), max(n) FROM t GROUP BY name ORDER BY 1"))
                    .containsExactly(
                            "kept|" + SmallInserts.ROWS + "|" + SmallInserts.ROWS + "|null|null",
                            "old|" + (1 << doublings) + "|" + (1 << doublings) + "|7|7");
        }
    }

    private static int alternate(String database, AtomicBoolean writing, String there, String back)
            throws SQLException {
        int changes = 0;
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            while (writing.get()) {
                sql.run("ALTER TABLE t " + there, "ALTER TABLE t " + back);
                changes += 2;
            }
        }
        return changes;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    MODIFY b INT AFTER id    | MODIFY b INT AFTER a
                    ADD COLUMN z INT AFTER id | DROP COLUMN z
                    ADD COLUMN z INT         | DROP COLUMN z
                    """)
    void whatIsReadWhileColumnsComeAndGoStandsUnderItsName(String there, String back) throws Exception {
        String database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("CREATE TABLE t (id INT, a INT, b INT)", "INSERT INTO t VALUES (0, 1, 2), (0, 1, 2)");
        }
        AtomicBoolean reading = new AtomicBoolean(true);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            Future<Integer> changes = threads.submit(() -> alternate(database, reading, there, back));
            List<Future<?>> readers = List.of(
                    threads.submit(() -> read(database, "SELECT * FROM t", "")),
                    threads.submit(() -> read(database, "SELECT b, a FROM t", "useServerPrepStmts=true")));
            for (Future<?> reader : readers) {
                reader.get(60, TimeUnit.SECONDS);
            }
            reading.set(false);
            assertThat(changes.get(60, TimeUnit.SECONDS)).isPositive();
        } finally {
            reading.set(false);
            threads.shutdownNow();
        }
    }

    /** A prepared one names its columns: the driver keeps their number. */
    private static Void read(String database, String sql, String parameters) throws SQLException {
        try (Connection connection = Sql.open(SERVER.port(), database, parameters);
                PreparedStatement select = connection.prepareStatement(sql);
                Statement transaction = connection.createStatement()) {
            for (int i = 0; i < READS; i++) {
                if (i % 10 == 0) {
                    readOwnRow(transaction);
                }
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        assertThat(rows.getInt("a") + "|" + rows.getInt("b")).isEqualTo("1|2");
                    }
                }
            }
        }
        return null;
    }

    /** Rows of a transaction that are read in it are what was written, or the transaction is told that the table changed. */
    private static void readOwnRow(Statement statement) throws SQLException {
        statement.execute("BEGIN");
        try {
            statement.execute("INSERT INTO t (id, a, b) VALUES (1, 1, 2)");
            try (ResultSet rows = statement.executeQuery("SELECT a, b FROM t WHERE id = 1")) {
                while (rows.next()) {
                    assertThat(rows.getInt("a") + "|" + rows.getInt("b")).isEqualTo("1|2");
                }
            }
        } catch (SQLException e) {
            assertThat(e.getErrorCode()).as(e.getMessage()).isIn(1412, 1213);
        } finally {
            statement.execute("ROLLBACK");
        }
    }

    @Test
    void everyChangeOfColumnsKeepsTheRowsAndIsShown() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    "CREATE TABLE t (a INT, b VARCHAR(5), c DECIMAL(10,2) NOT NULL)",
                    "SET group_commit = async_mode",
                    "INSERT INTO t VALUES (1, 'x', 1.50), (2, NULL, 2.25)",
                    "ALTER TABLE t ADD COLUMN d INT NOT NULL DEFAULT 5");
            assertThat(sql.query("SELECT * FROM t ORDER BY a")).containsExactly("1|x|1.50|5", "2|null|2.25|5");

            sql.run("ALTER TABLE t ADD e VARCHAR(10) NOT NULL AFTER a, ADD (f DATE, g BIGINT DEFAULT 9)");
            assertThat(sql.query("SELECT * FROM t ORDER BY a"))
                    .containsExactly("1||x|1.50|5|null|9", "2||null|2.25|5|null|9");

            sql.run(
                    "ALTER TABLE t DROP COLUMN e, DROP f, RENAME COLUMN g TO h, MODIFY COLUMN a BIGINT, MODIFY b VARCHAR(50)");
            assertThat(sql.query("SELECT * FROM t ORDER BY a")).containsExactly("1|x|1.50|5|9", "2|null|2.25|5|9");
            assertThat(sql.query("SHOW COLUMNS FROM t"))
                    .extracting(row -> row.substring(0, row.indexOf('|', row.indexOf('|') + 1)))
                    .containsExactly("a|bigint", "b|varchar(50)", "c|decimal(10,2)", "d|int", "h|bigint");

            sql.run("ALTER TABLE t CHANGE a id VARCHAR(20) NOT NULL COMMENT 'text now' FIRST, MODIFY c INT AFTER id");
            sql.run("INSERT INTO t (id, b) VALUES ('x', 'longer than before')", "SYNC");
            assertThat(sql.query("SELECT * FROM t ORDER BY id"))
                    .containsExactly("1|2|x|5|9", "2|2|null|5|9", "x|null|longer than before|5|9");

            sql.run("ALTER TABLE t RENAME TO u", "ALTER TABLE u ALTER COLUMN b SET DEFAULT 'none'");
            sql.run("INSERT INTO u (id) VALUES ('y')", "SYNC");
            assertThat(sql.query("SELECT b FROM u WHERE id = 'y'")).containsExactly("none");
            assertThat(sql.query("SHOW TABLES")).containsExactly("u");
        }
    }

    @Test
    void aNewColumnWithTheTimeIsFilledWithTheTimeOfTheChange() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    "CREATE TABLE t (a INT)",
                    "INSERT INTO t VALUES (1), (2)",
                    "SET time_zone = '+05:00'",
                    "ALTER TABLE t ADD at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP");

            assertThat(sql.query("SELECT count(DISTINCT at), abs(timestampdiff(SECOND, min(at), now())) < 60 FROM t"))
                    .containsExactly("1|1");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ADD COLUMN b INT                        | 1060 | Duplicate column name 'b'
                    DROP COLUMN nope                        | 1091 | Can't DROP 'nope'; check that column/key exists
                    MODIFY nope INT                         | 1054 | Unknown column 'nope' in 't'
                    ADD x INT AFTER nope                    | 1054 | Unknown column 'nope' in 't'
                    RENAME COLUMN b TO k                    | 1060 | Duplicate column name 'k'
                    ADD x INT DEFAULT 'abc'                 | 1067 | Invalid default value for 'x'
                    DROP COLUMN k                           | 1235 | dropping a column of a table's key (k)
                    MODIFY k SMALLINT                       | 1235 | changing a column of a UNIQUE KEY from int to smallint (column k)
                    MODIFY b DATE NOT NULL                  | 1138 | Invalid use of NULL value
                    MODIFY s VARCHAR(2)                     | 1406 | Data too long for column 's'
                    MODIFY s INT                            | 1292 | abcdef
                    MODIFY n TINYINT                        | 1264 | Out of range value for column 'n' at row 1
                    MODIFY n INT UNSIGNED                   | 1264 | Out of range value for column 'n' at row 1
                    MODIFY s JSON                           | 1235 | changing a column from varchar(10) to json (column s)
                    ADD x DATE NOT NULL                     | 1292 | 0000-00-00
                    RENAME TO other                         | 1050 | Table 'other' already exists
                    DROP b, DROP s, DROP n, DROP k          | 1090 | You can't delete all columns with ALTER TABLE
                    ADD PARTITION p VALUES LESS THAN (3)    | 1505 | not partitioned table
                    """)
    void aChangeThatCannotBeIsRefusedAndLeavesTheTableAsItWas(String action, int number, String text)
            throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    "CREATE TABLE t (k INT PRIMARY KEY, b VARCHAR(20), s VARCHAR(10), n INT)",
                    "CREATE TABLE other (a INT)",
                    "INSERT INTO t VALUES (1, NULL, 'abcdef', -200)");
            List<String> before = sql.query("SHOW CREATE TABLE t");

            SQLException refused = catchThrowableOfType(SQLException.class, () -> sql.run("ALTER TABLE t " + action));

            assertThat(refused.getMessage()).contains(text);
            assertThat(refused.getErrorCode()).isEqualTo(number);
            assertThat(sql.query("SHOW CREATE TABLE t")).isEqualTo(before);
            assertThat(sql.query("SELECT * FROM t")).containsExactly("1|null|abcdef|-200");
        }
    }

    @Test
    void aTransactionThatBeganBeforeTheChangeIsNotCommitted() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql own = Sql.connect(SERVER.port(), database);
                Sql other = Sql.connect(SERVER.port(), database)) {
            own.run("CREATE TABLE t (a INT, b VARCHAR(20))", "INSERT INTO t VALUES (1, 'x')");
            own.run("BEGIN", "UPDATE t SET b = NULL WHERE a = 1");
            other.run("ALTER TABLE t MODIFY b VARCHAR(20) NOT NULL");

            SQLException refused = catchThrowableOfType(SQLException.class, () -> own.run("COMMIT"));

            assertThat(refused.getErrorCode()).isEqualTo(1412);
            own.run("ROLLBACK");
            assertThat(other.query("SELECT * FROM t")).containsExactly("1|x");
        }
    }

    @Test
    void rowsStagedBeforeColumnsWereAddedAreCommittedWithTheirDefaults() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql own = Sql.connect(SERVER.port(), database);
                Sql other = Sql.connect(SERVER.port(), database)) {
            own.run("CREATE TABLE t (a INT, b VARCHAR(5))", "SET group_commit = sync_mode, autocommit = 0");
            own.run("INSERT INTO t VALUES (1, 'x'), (2, NULL)");
            other.run("ALTER TABLE t ADD c DECIMAL(5,2) NOT NULL DEFAULT 1.5 FIRST, ADD d DATE, MODIFY b VARCHAR(50)");
            own.run("COMMIT", "INSERT INTO t VALUES (2.5, 3, 'longer', '2025-01-02')");
            other.run("ALTER TABLE t RENAME TO u");
            own.run("COMMIT");

            assertThat(other.query("SELECT * FROM u ORDER BY a"))
                    .containsExactly("1.50|1|x|null", "1.50|2|null|null", "2.50|3|longer|2025-01-02");

            own.run("INSERT INTO u VALUES (2.5, 4, 'y', NULL)");
            other.run("ALTER TABLE u RENAME COLUMN b TO e");
            SQLException refused = catchThrowableOfType(SQLException.class, () -> own.run("COMMIT"));
            assertThat(refused.getErrorCode()).isEqualTo(1412);
            own.run("COMMIT");
            assertThat(other.query("SELECT count(*) FROM u")).containsExactly("3");
        }
    }

    @Test
    void resultsNameTheTablesOfTheirColumnsAfterAChange() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    "CREATE TABLE t (id INT, n INT)",
                    "CREATE TABLE u (ID INT, m INT)",
                    "ALTER TABLE t ADD x INT FIRST");

            assertThat(tables(sql, "SELECT * FROM t JOIN u ON t.id = u.id")).containsExactly("t", "t", "t", "u", "u");
            assertThat(tables(sql, "SELECT ID, N AS `n`, x AS 'X y' FROM t")).containsExactly("t", "t", "t");
            assertThat(tables(sql, "SELECT b.*, a.id AS n FROM t a, t b ORDER BY 1"))
                    .containsExactly("t", "t", "t", "t");
        }
    }

    private static List<String> tables(Sql sql, String query) throws SQLException {
        try (Statement statement = sql.connection().createStatement();
                ResultSet result = statement.executeQuery(query)) {
            List<String> tables = new ArrayList<>();
            for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                tables.add(result.getMetaData().getTableName(i));
            }
            return tables;
        }
    }

    @Test
    void theLastColumnStays() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run("CREATE TABLE t (a INT)");

            SQLException refused = catchThrowableOfType(SQLException.class, () -> sql.run("ALTER TABLE t DROP a"));

            assertThat(refused.getErrorCode()).isEqualTo(1090);
        }
    }

    @Test
    void upsertsGoOnBehindAChangeOfAKeyedTable() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    "CREATE TABLE t (k INT PRIMARY KEY, n VARCHAR(10))",
                    "SET group_commit = async_mode",
                    "INSERT INTO t VALUES (1, 'a'), (2, 'b')",
                    "ALTER TABLE t ADD COLUMN x INT DEFAULT 3 FIRST, MODIFY k BIGINT",
                    "INSERT INTO t (k, n) VALUES (2, 'c'), (3000000000, 'd')",
                    "SYNC");

            assertThat(sql.query("SELECT * FROM t ORDER BY k")).containsExactly("3|1|a", "3|2|c", "3|3000000000|d");
        }
    }
}
