package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.test.process.Sql;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Generated columns in the embedded engine and on a MariaDB, where they are ordinary ones, beside those that a MariaDB computes. */
@Tag("clients")
final class GeneratedColumnsIT {
    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @RegisterExtension
    static final SharedTributary TRIBUTARY = new SharedTributary();

    private static final String TABLE =
            "CREATE TABLE t (k INT NOT NULL PRIMARY KEY, a INT, b DECIMAL(8,2) DEFAULT 1.25, s VARCHAR(20)"
                    + " COLLATE utf8mb4_general_ci, d DATETIME, j JSON, product DECIMAL(12,1) GENERATED ALWAYS AS (a * b) STORED,"
                    + " again INT AS (product + 1) PERSISTENT, words VARCHAR(60) AS (CONCAT(s, '-', IFNULL(a, 'none'))) VIRTUAL,"
                    + " is_x INT AS (s = 'X') STORED, y INT AS (YEAR(d)) STORED, day DATE AS (CAST(d AS DATE)) STORED,"
                    + " name VARCHAR(30) AS (JSON_UNQUOTE(JSON_EXTRACT(j, '$.name'))) STORED,"
                    + " size VARCHAR(5) AS (CASE WHEN a > 10 THEN 'large' WHEN a IS NULL THEN NULL ELSE 'small' END) STORED)";

    private static final String COLUMNS = "k, a, b, s, d, product, again, words, is_x, y, day, name, size";

    private static final List<String> STATEMENTS = List.of(
            "INSERT INTO t (k, a, b, s, d, j) VALUES (1, 3, 2.35, 'x', '2024-02-29 10:11:12', '{\"name\": \"it''s\"}'),"
                    + " (2, NULL, 7, 'é', NULL, NULL), (3, 1000, DEFAULT, NULL, '2000-01-01', '{}')",
            "INSERT INTO t (k, a) VALUES (4, 2 + 3), (5, 6 * 7)",
            "INSERT INTO t (k, a, product) VALUES (6, 1, DEFAULT)",
            "INSERT INTO t SET k = 7, s = 'X', a = 9",
            "INSERT INTO t (k, a, b) SELECT k + 10, a + 1, b FROM t WHERE k < 4",
            "REPLACE INTO t (k, a, s) VALUES (2, 5, 'y'), (8, 1, 'z')",
            "INSERT INTO t (k, a, b) VALUES (1, 5, 1), (9, 1, 1), (9, 2, 2) ON DUPLICATE KEY UPDATE a = a + VALUES(a), b = b * 2",
            "INSERT INTO t (k, a) VALUES (9, 5) ON DUPLICATE KEY UPDATE a = again",
            "INSERT IGNORE INTO t (k, a) VALUES (9, 5), (20, 5)",
            "UPDATE t SET a = a + 1 WHERE k IN (1, 3)",
            "UPDATE t SET a = a * 2, b = a + 0.5 WHERE k = 4",
            "UPDATE t SET s = 'X', product = DEFAULT ORDER BY k LIMIT 2",
            "UPDATE t AS x SET x.d = '2010-10-10 10:00:00' WHERE x.k > 8",
            "UPDATE t SET j = '{\"name\": [1]}' WHERE k = 5",
            "DELETE FROM t WHERE words LIKE '%none'");

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private static Sql server(String database) throws SQLException {
        try (Sql any = SERVER.sql()) {
            return Sql.connectWith((int) any.number("SELECT @@port"), database, "allowLoadLocalInfile=true");
        }
    }

    private static Sql tributary(boolean onServer) throws SQLException {
        Sql sql = Sql.connectWith(TRIBUTARY.mysqlPort(), "", "allowLoadLocalInfile=true");
        sql.run("CREATE DATABASE gen" + (onServer ? SERVER.databaseClause() : ""), "USE gen");
        return sql;
    }

    private static List<String> rows(Sql sql) throws SQLException {
        return sql.rows("SELECT " + COLUMNS + " FROM t ORDER BY k");
    }

    private void fill(Sql sql) throws Exception {
        sql.run(STATEMENTS.toArray(String[]::new));
        try (PreparedStatement insert =
                sql.connection().prepareStatement("INSERT INTO t (k, a, s, j) VALUES (?, ?, ?, ?)")) {
            for (int k = 100; k < 120; k++) {
                insert.setInt(1, k);
                insert.setObject(2, k % 3 == 0 ? null : k);
                insert.setString(3, k % 2 == 0 ? "x" : "y");
                insert.setString(4, "{\"name\": \"" + k + "\"}");
                insert.addBatch();
            }
            insert.executeBatch();
        }
        Path file = Files.writeString(directory.resolve("rows.txt"), "200\t7\tq\n201\t\\N\tX\n");
        sql.run("LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE t (k, a, s)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"off_mode", "sync_mode", "async_mode"})
    void haveTheValuesOfAMariaDb(String mode) throws Exception {
        List<String> expected;
        try (Sql server = server("")) {
            server.run(
                    "DROP DATABASE IF EXISTS reference",
                    "CREATE DATABASE reference CHARACTER SET utf8mb4",
                    "USE reference");
            server.run(TABLE);
            fill(server);
            expected = rows(server);
            server.run("DROP DATABASE reference");
        }
        for (boolean onServer : new boolean[] {false, true}) {
            try (Sql sql = tributary(onServer)) {
                sql.run("SET group_commit = " + mode);
                sql.run(TABLE);
                fill(sql);
                sql.run("SYNC gen.t");
                assertThat(rows(sql)).as("on a server: " + onServer).isEqualTo(expected);
                sql.run("DROP DATABASE gen");
            }
        }
    }

    @Test
    void areGroupedAndRefusedBeforeAnAnswer() throws SQLException {
        try (Sql sql = tributary(false)) {
            sql.run(
                    "CREATE TABLE t (k INT, s VARCHAR(20), n TINYINT AS (s) STORED) PROPERTIES ('group_commit_mode' = 'async_mode')");
            sql.run("INSERT INTO t (k, s) VALUES (1, '7'), (2, NULL)");
            for (String bad : List.of("300", "x")) {
                assertThatThrownBy(() -> sql.run("INSERT INTO t (k, s) VALUES (3, '1'), (4, '" + bad + "')"))
                        .isInstanceOf(SQLException.class);
            }
            assertThat(sql.query("EXPLAIN INSERT INTO t (k, s) VALUES (1, '7')").toString())
                    .containsIgnoringCase("async_mode");
            sql.run("SYNC gen.t");
            assertThat(sql.rows("SELECT * FROM t ORDER BY k")).containsExactly("1|7|7", "2|null|null");
            sql.run("SET enable_insert_strict = OFF", "INSERT INTO t (k, s) VALUES (5, '1'), (6, '300')");
            sql.run("INSERT INTO t (k, s) SELECT k + 5, s * 100 FROM t WHERE k IN (1, 5)", "SYNC gen.t");
            assertThat(sql.rows("SELECT * FROM t ORDER BY k"))
                    .containsExactly("1|7|7", "2|null|null", "5|1|1", "6|300|null", "6|700|null", "10|100|100");
        }
    }

    @Test
    void meanTheSameUnderEachSqlMode() throws SQLException {
        try (Sql sql = tributary(false)) {
            sql.run("SET sql_mode = 'ANSI_QUOTES,STRICT_TRANS_TABLES'");
            sql.run(
                    "CREATE TABLE t (id INT, \"b c\" VARCHAR(10), year INT, c VARCHAR(30) AS (CONCAT(\"B C\", '\"x\"', /* no \" */"
                            + " 'it''s')) STORED, y INT AS (\"year\" + 1))");
            sql.run("INSERT INTO t (id, \"b c\", year) VALUES (1, 'p', 1999)", "SET sql_mode = DEFAULT");
            sql.run("INSERT INTO t (id, `b c`) VALUES (2, 'q')", "UPDATE t SET year = 7 WHERE id = 2");
            assertThat(sql.rows("SELECT * FROM t ORDER BY id"))
                    .containsExactly("1|p|1999|p\"x\"it's|2000", "2|q|7|q\"x\"it's|8");
        }
    }

    @Test
    void ofATransactionAreSeenThereAndGoWithIt() throws SQLException {
        for (boolean onServer : new boolean[] {false, true}) {
            try (Sql sql = tributary(onServer)) {
                sql.run("CREATE TABLE t (k INT NOT NULL PRIMARY KEY, a INT, c INT AS (a + k) STORED)", "BEGIN");
                sql.run(
                        "INSERT INTO t (k, a) VALUES (1, 1)",
                        "UPDATE t SET a = 5",
                        "INSERT INTO t (k, a) SELECT k + 1, c FROM t");
                assertThat(sql.rows("SELECT * FROM t ORDER BY k")).containsExactly("1|5|6", "2|6|8");
                sql.run("ROLLBACK");
                assertThat(sql.query("SELECT count(*) FROM t")).containsExactly("0");
                sql.run("SET autocommit = 0", "INSERT INTO t (k, a) VALUES (7, 1)", "COMMIT", "SET autocommit = 1");
                assertThat(sql.rows("SELECT * FROM t")).containsExactly("7|1|8");
                sql.run("DROP DATABASE gen");
            }
        }
    }

    private static String load(String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + TRIBUTARY.httpPort() + "/api/gen/t/_stream_load"))
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString("root:".getBytes(StandardCharsets.UTF_8)))
                .PUT(HttpRequest.BodyPublishers.ofString(body));
        request.headers(headers);
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void areComputedOfStreamLoads() throws Exception {
        try (Sql sql = tributary(false)) {
            sql.run(
                    "CREATE TABLE t (k INT NOT NULL PRIMARY KEY, s VARCHAR(20), v INT DEFAULT 1, c TINYINT AS (s * 2) STORED,"
                            + " e INT AS (c + v) STORED)");
            assertThat(load("1,5,2\n2,9,\\N\n", "column_separator", ",")).contains("\"Status\": \"Success\"");
            assertThat(load("3,6\n", "column_separator", ",", "columns", "k,x,s=x+1", "group_commit", "sync_mode"))
                    .contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 1");
            assertThat(load("[{\"k\": 4, \"s\": \"8\", \"c\": 99}]", "format", "json", "strip_outer_array", "true"))
                    .contains("\"Status\": \"Success\"");
            assertThat(load(
                            "5,1\n6,100\n7,x\n8,3\n",
                            "column_separator",
                            ",",
                            "columns",
                            "k,s",
                            "max_filter_ratio",
                            "0.6"))
                    .contains("\"NumberLoadedRows\": 3", "\"NumberFilteredRows\": 1");
            assertThat(load("1,7\n", "column_separator", ",", "columns", "k,c")).contains("generated column 'c'");
            assertThat(load("1,30\n9,2\n", "column_separator", ",", "columns", "k,v", "partial_columns", "true"))
                    .contains("\"Status\": \"Success\"");
            sql.run("SYNC gen.t");
            assertThat(sql.rows("SELECT * FROM t ORDER BY k"))
                    .containsExactly(
                            "1|5|30|10|40",
                            "2|9|null|18|null",
                            "3|7|1|14|15",
                            "4|8|1|16|17",
                            "5|1|1|2|3",
                            "6|100|1|null|null",
                            "8|3|1|6|7",
                            "9|null|2|null|null");
        }
    }

    @Test
    void areComputedOfBlocksOfManyRows() throws Exception {
        try (Sql sql = tributary(false)) {
            sql.run(
                    "CREATE TABLE t (k INT, s VARCHAR(200), c INT AS (k % 7) STORED, e VARCHAR(220) AS (CONCAT(c, s)) STORED)");
            StringBuilder body = new StringBuilder();
            StringBuilder values = new StringBuilder("INSERT INTO t (k, s) VALUES (0, '')");
            for (int k = 1; k <= 100_000; k++) {
                body.append(k).append(',').append("x".repeat(k % 150)).append('\n');
                if (k <= 20_000) {
                    values.append(", (")
                            .append(k)
                            .append(", '")
                            .append("y".repeat(k % 50))
                            .append("')");
                }
            }
            assertThat(load(body.toString(), "column_separator", ",")).contains("\"NumberLoadedRows\": 100000");
            sql.run(values.toString(), "SYNC gen.t");
            assertThat(sql.rows("SELECT count(*), sum(c <> k % 7), sum(e <> CONCAT(k % 7, s)) FROM t"))
                    .containsExactly("120001|0|0");
        }
    }
}
