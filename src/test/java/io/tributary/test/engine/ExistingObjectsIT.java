package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.test.process.Sql;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is found on a MariaDB beside plain tables: odd names, views, columns of few numbers, things that are gone. */
@Tag("clients")
final class ExistingObjectsIT {
    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @RegisterExtension
    static final SharedTributary TRIBUTARY = new SharedTributary();

    private Sql sql;
    private Sql server;

    @BeforeEach
    void start() throws SQLException {
        server = SERVER.sql();
        sql = TRIBUTARY.connect("");
    }

    @AfterEach
    void stop() throws SQLException {
        sql.close();
        server.close();
    }

    /** @param definitions of what is there before */
    private void adopt(String database, String... definitions) throws SQLException {
        server.run("CREATE DATABASE `" + database + "` CHARACTER SET utf8mb4", "USE `" + database + "`");
        server.run(definitions);
        sql.run(
                "CREATE DATABASE `" + database + "`" + SERVER.databaseClause(),
                "REFRESH DATABASE `" + database + "`",
                "USE `" + database + "`");
    }

    private void refused(String statement, int number, String words) {
        assertThatThrownBy(() -> sql.run(statement))
                .as(statement)
                .hasMessageContaining(words)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        e -> assertThat(e.getErrorCode()).as(e.getMessage()).isEqualTo(number));
    }

    @Test
    void namesThatLookLikeConditionsAreNames() throws SQLException {
        adopt(
                "a AND b",
                "CREATE TABLE `x AND y` (a INT)",
                "CREATE TABLE `it's \\\\ \"?\" OR 1` (a INT)",
                "CREATE TABLE `and` (a INT)");
        assertThat(sql.query("SHOW TABLES")).containsExactly("and", "it's \\\\ \"?\" OR 1", "x AND y");
        server.run("ALTER TABLE `x AND y` ADD COLUMN b INT");
        sql.run("REFRESH TABLE `x AND y`", "INSERT INTO `x AND y` VALUES (1, 2)", "REFRESH DATABASE `a AND b`");
        assertThat(server.query("SELECT * FROM `x AND y`")).containsExactly("1|2");
    }

    @Test
    void eachThatIsLeftOutIsNamedWithTheReason() throws SQLException {
        adopt(
                "shop",
                "CREATE TABLE orders (id INT)",
                "CREATE VIEW v1 AS SELECT * FROM orders",
                "CREATE TABLE versioned (a INT) WITH SYSTEM VERSIONING",
                "CREATE SEQUENCE numbers",
                "CREATE TABLE scratch (a INT) ENGINE=MyISAM");
        sql.run("REFRESH DATABASE shop");

        assertThat(String.join("\n", sql.query("SHOW WARNINGS")))
                .contains("shop.v1 of the server': it is a view, not a table")
                .contains("shop.versioned of the server': it is system-versioned")
                .contains("shop.numbers of the server': it is a sequence, not a table")
                .contains("shop.scratch of the server': its storage engine has no transactions");
        assertThat(sql.query("SHOW TABLES")).containsExactly("orders");
        refused("REFRESH TABLE v1", 1235, "it is a view");
        refused("REFRESH TABLE versioned", 1235, "it is system-versioned");
        refused("REFRESH TABLE numbers", 1235, "it is a sequence");

        server.run("DROP TABLE orders", "DROP VIEW v1", "CREATE VIEW orders AS SELECT 1 AS id");
        refused("REFRESH TABLE orders", 1235, "it is a view");
    }

    @Test
    void aTableThatCanBeUsedNoMoreKeepsNoOtherFromItsRefresh() throws SQLException {
        adopt(
                "shop",
                "CREATE TABLE a (id INT)",
                "CREATE TABLE b (id INT PRIMARY KEY)",
                "CREATE TABLE c (id INT)",
                "CREATE TABLE d (id INT)");
        sql.run("ALTER TABLE b SET ('engine.upsert' = 'true')");
        server.run(
                "ALTER TABLE a ADD COLUMN p POINT",
                "ALTER TABLE b DROP PRIMARY KEY",
                "ALTER TABLE c ADD COLUMN n INT",
                "DROP TABLE d");

        sql.run("REFRESH DATABASE shop");

        assertThat(String.join("\n", sql.query("SHOW WARNINGS")))
                .contains("shop.a of the server': column p has the type point", "shop.b of the server'")
                .doesNotContain("shop.c", "shop.d");
        assertThat(sql.query("SHOW TABLES")).containsExactly("a", "b", "c");
        sql.run("INSERT INTO c VALUES (1, 2)");
        assertThat(server.query("SELECT id, n FROM c")).containsExactly("1|2");
    }

    @Test
    void aColumnOfFewNumbersIsLeftSomeForOthers() throws SQLException {
        adopt(
                "shop",
                "CREATE TABLE tiny (id TINYINT AUTO_INCREMENT PRIMARY KEY, v INT)",
                "CREATE TABLE narrow (id INT AUTO_INCREMENT PRIMARY KEY, v INT) AUTO_INCREMENT = 2147483600",
                "CREATE TABLE middle (id MEDIUMINT AUTO_INCREMENT PRIMARY KEY, v INT) AUTO_INCREMENT = 8388550",
                "CREATE TABLE wide (id BIGINT AUTO_INCREMENT PRIMARY KEY, v INT)");
        sql.run("SET group_commit = sync_mode");
        for (String table : List.of("tiny", "narrow", "middle", "wide")) {
            sql.run("ALTER TABLE " + table + " SET ('engine.upsert' = 'true')");
            assertThat(sql.query("EXPLAIN INSERT INTO " + table + " (v) VALUES (1)")
                            .toString())
                    .contains("sync_mode");
            for (int i = 0; i < 10; i++) {
                sql.run("INSERT INTO " + table + " (v) VALUES (1)", "INSERT INTO " + table + " (v) VALUES (1), (1)");
                server.run("INSERT INTO " + table + " (v) VALUES (2)");
            }
            assertThat(server.query("SELECT count(*), count(DISTINCT id) FROM " + table))
                    .as(table)
                    .containsExactly("40|40");
        }
        assertThat(server.query("SELECT max(id) > 1000 FROM wide"))
                .as("many at a time")
                .containsExactly("1");

        // One more than there are is a clear error.
        sql.run("INSERT INTO middle (v) VALUES (1)");
        server.run("ALTER TABLE middle AUTO_INCREMENT = 8388606", "ALTER TABLE tiny AUTO_INCREMENT = 126");
        sql.run("REFRESH DATABASE shop");
        refused("INSERT INTO middle (v) VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9)", 1467, "shop.middle");
        refused("INSERT INTO tiny (v) VALUES (1), (2), (3)", 1467, "shop.tiny");
    }

    @Test
    void whatIsGoneThereIsDroppedHereToo() throws SQLException {
        adopt("gone", "CREATE TABLE a (id INT)", "CREATE TABLE b (id INT)");
        sql.run("SET group_commit = async_mode", "INSERT INTO b VALUES (1)", "SYNC b");
        server.run("DROP TABLE a");
        sql.run("DROP TABLE a");
        assertThat(sql.query("SHOW TABLES")).containsExactly("b");
        server.run("DROP DATABASE gone");
        sql.run("DROP DATABASE gone");
        assertThat(sql.query("SHOW DATABASES")).doesNotContain("gone");

        adopt("gone", "CREATE TABLE c (id INT)");
        assertThat(sql.query("SHOW TABLES")).containsExactly("c");
        server.run("DROP DATABASE gone");
        sql.run("DROP TABLE c", "DROP DATABASE IF EXISTS gone");
        assertThat(sql.query("SHOW DATABASES")).doesNotContain("gone");
        refused("DROP DATABASE gone", 1008, "doesn't exist");
    }

    @Test
    void whatTheServerKeepsUniqueIsSaidToBe() throws SQLException {
        adopt(
                "shop",
                "CREATE TABLE t (id INT PRIMARY KEY, mail VARCHAR(50), a INT NOT NULL, b INT,"
                        + " UNIQUE KEY u_mail (mail), UNIQUE KEY u_ab (a, b), KEY k_b (b))");
        String statistics = "SELECT index_name, column_name, non_unique FROM information_schema.statistics"
                + " WHERE table_schema = 'shop' ORDER BY index_name, seq_in_index";
        String constraints = "SELECT constraint_name, constraint_type FROM information_schema.table_constraints"
                + " WHERE table_schema = 'shop' ORDER BY constraint_name";
        String usage = "SELECT constraint_name, column_name, ordinal_position FROM"
                + " information_schema.key_column_usage WHERE table_schema = 'shop'"
                + " ORDER BY constraint_name, ordinal_position";
        String keys = "SELECT column_name FROM information_schema.columns"
                + " WHERE table_schema = 'shop' AND column_key = 'PRI'";
        for (String query : List.of(statistics, constraints, usage, keys)) {
            assertThat(sql.query(query)).as(query).isNotEmpty().isEqualTo(server.query(query));
        }
        assertThat(sql.query("SHOW INDEX FROM t"))
                .allMatch(row -> row.startsWith(row.contains("k_b") ? "t|1|" : "t|0|"))
                .hasSize(5);
    }

    @Test
    void whatTheAccountMayNotDoIsSaidOnceAndOfWhichServer() throws Exception {
        Path login = Files.writeString(TRIBUTARY.directory().resolve("login"), "trib\ns3cret\n");
        server.run(
                "CREATE OR REPLACE USER trib@'%' IDENTIFIED BY 's3cret'",
                "GRANT ALL ON tributary.* TO trib@'%'", "GRANT ALL ON mine.* TO trib@'%'", "CREATE DATABASE mine");
        try {
            sql.run("CREATE DATABASE mine" + SERVER.databaseClause(login, ""));
            server.run("REVOKE ALL ON mine.* FROM trib@'%'", "GRANT SELECT ON mine.* TO trib@'%'");
            assertThatThrownBy(() -> sql.run("DROP DATABASE mine"))
                    .hasMessageMatching("(?s)the server at \\S+:\\d+ says: Access denied for user"
                            + " 'trib'@'[^']*' to database 'mine'");
        } finally {
            server.run("DROP USER trib@'%'");
        }
    }

    @Test
    void aFileOfOneLineIsNoLogin() throws Exception {
        Path login = Files.writeString(TRIBUTARY.directory().resolve("login"), "trib:Sekret57\n");
        assertThatThrownBy(() -> sql.run("CREATE DATABASE shop" + SERVER.databaseClause(login, "")))
                .hasMessageContaining("has no second line")
                .hasMessageNotContaining("Sekret57");
        assertThat(sql.query("SHOW DATABASES")).doesNotContain("shop");
    }

    private int numberOfServers(String statement) {
        try {
            server.run(statement);
            return 0;
        } catch (SQLException e) {
            return e.getErrorCode();
        }
    }

    /** What a client hears is what it would hear of the server, but for MariaDB's number of a CHECK. */
    @Test
    void whatForeignKeysAndValuesRefuseHasTheServersNumber() throws SQLException {
        adopt(
                "shop",
                "CREATE TABLE parent (id INT PRIMARY KEY)",
                "CREATE TABLE child (id INT NOT NULL, p INT, v VARCHAR(3), CHECK (id < 100),"
                        + " CONSTRAINT to_parent FOREIGN KEY (p) REFERENCES parent (id))",
                "INSERT INTO parent VALUES (1)",
                "INSERT INTO child VALUES (1, 1, 'a')");
        refused("DELETE FROM parent", 1451, "`shop`.`child`, CONSTRAINT `to_parent`");
        refused("TRUNCATE TABLE parent", 1701, "`shop`.`child`, CONSTRAINT `to_parent`");
        refused("INSERT INTO child VALUES (2, 2, 'a')", 1452, "to_parent");
        for (String statement : List.of(
                "DELETE FROM parent",
                "TRUNCATE TABLE parent",
                "DROP TABLE parent",
                "UPDATE child SET p = 2",
                "INSERT INTO child VALUES (2, 2, 'a')",
                "INSERT INTO child VALUES (NULL, 1, 'a')",
                "INSERT INTO parent VALUES (1)")) {
            refused(statement, numberOfServers(statement), "");
        }
        refused("INSERT INTO child VALUES (100, 1, 'a')", 3819, "`child`");
        assertThat(server.query("SELECT * FROM child")).containsExactly("1|1|a");
        assertThat(server.query("SELECT * FROM parent")).containsExactly("1");

        assertThatThrownBy(() -> sql.run("UPDATE child SET v = concat(v, 'long')"))
                .hasMessageContaining("Data too long for column 'v'")
                .hasMessageNotContaining("Data truncation: Data truncation");
    }

    @Test
    void aLockOfTheServerThatIsHeldForTooLongIs1205() throws SQLException {
        adopt("shop", "CREATE TABLE t (id INT PRIMARY KEY, a INT)", "INSERT INTO t VALUES (1, 1)");
        server.run("BEGIN", "UPDATE t SET a = 2");
        refused("UPDATE t SET a = 3", 1205, "Lock wait timeout exceeded");
        sql.run("BEGIN");
        refused("UPDATE t SET a = 3", 1205, "Lock wait timeout exceeded");
        refused("COMMIT", 1213, "Lock wait timeout exceeded");
        server.run("COMMIT");
        sql.run("UPDATE t SET a = a + 10");
        assertThat(server.query("SELECT a FROM t")).containsExactly("12");

        server.run("LOCK TABLES t WRITE");
        refused("TRUNCATE TABLE t", 1205, "Lock wait timeout exceeded");
        refused("ALTER TABLE t ADD COLUMN b INT", 1205, "Lock wait timeout exceeded");
        server.run("UNLOCK TABLES");
    }

    @Test
    void assignmentsAreRefusedByName() throws SQLException {
        adopt("shop", "CREATE TABLE t (id INT)");
        refused("SELECT @x:=1 FROM t", 1235, "assignment to a variable");
        sql.run("SET @x = 5");
        refused("SELECT @x nonsense here FROM t", 1064, "syntax");
    }
}
