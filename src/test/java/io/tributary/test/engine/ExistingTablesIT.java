package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.test.process.Sql;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tributary in front of tables that others have made on a MariaDB, and go on to write and to change. */
@Tag("clients")
final class ExistingTablesIT {
    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @RegisterExtension
    static final SharedTributary TRIBUTARY = new SharedTributary();

    private Sql sql;
    private Sql server;

    @BeforeEach
    void start() throws SQLException {
        server = SERVER.sql();
        server.run(
                "CREATE DATABASE shop CHARACTER SET utf8mb4",
                "USE shop",
                "CREATE TABLE events (at DATETIME NOT NULL, what VARCHAR(100))",
                "CREATE TABLE orders (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, what VARCHAR(100) NOT NULL,"
                        + " price DECIMAL(10,2) DEFAULT 9.5, made DATETIME DEFAULT CURRENT_TIMESTAMP, KEY (what))",
                "CREATE TABLE accounts (id INT NOT NULL, mail VARCHAR(100) NOT NULL, n INT NOT NULL DEFAULT 0,"
                        + " PRIMARY KEY (id), UNIQUE KEY u_mail (mail))",
                "CREATE TABLE items (order_id BIGINT NOT NULL, kind ENUM('a','b'), FOREIGN KEY (order_id) REFERENCES"
                        + " orders (id) ON DELETE CASCADE)",
                "CREATE TABLE moments (at TIMESTAMP NOT NULL, n INT)",
                "CREATE TABLE computed (a INT, b INT AS (a * 2) STORED, c VARCHAR(40) DEFAULT (uuid()))",
                "CREATE TABLE documents (id INT, body JSON)",
                "CREATE TABLE keyless (a INT, my_row_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT INVISIBLE PRIMARY KEY)",
                "CREATE TABLE scratch (a INT) ENGINE=MyISAM",
                "CREATE TABLE places (p POINT)",
                "CREATE VIEW v AS SELECT * FROM orders",
                "INSERT INTO orders (what) VALUES ('before')");
        sql = TRIBUTARY.connect("");
        sql.run("CREATE DATABASE shop" + SERVER.databaseClause(), "REFRESH DATABASE shop", "USE shop");
    }

    @AfterEach
    void stop() throws SQLException {
        sql.close();
        server.close();
    }

    private void restart() throws SQLException {
        sql.close();
        // A process that ends by itself waits for what is in its log.
        TRIBUTARY.killAndRestart();
        sql = TRIBUTARY.connect("shop");
    }

    private void refused(String statement, int number, String words) {
        assertThatThrownBy(() -> sql.run(statement))
                .as(statement)
                .hasMessageContaining(words)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        e -> assertThat(e.getErrorCode()).as(e.getMessage()).isEqualTo(number));
    }

    /** What EXPLAIN says of a statement: the mode, or the reason against it. */
    private String decided(String insert) throws SQLException {
        return String.join(" ", sql.query("EXPLAIN " + insert));
    }

    @Test
    void whatIsThereIsFoundAndWhatCannotBeUsedIsSaid() throws SQLException {
        sql.run("REFRESH DATABASE shop");
        List<String> notes = sql.query("SHOW WARNINGS");

        assertThat(sql.query("SHOW TABLES"))
                .containsExactly(
                        "accounts", "computed", "documents", "events", "items", "keyless", "moments", "orders");
        assertThat(String.join("\n", notes))
                .contains("shop.scratch", "no transactions")
                .contains("shop.places", "point");
        assertThat(sql.query("SELECT what, price FROM orders")).containsExactly("before|9.50");
        assertThat(sql.query("SHOW ENGINES"))
                .anyMatch(row -> row.startsWith("mysql|YES|") && row.contains("tables of shop|"));
        assertThat(sql.query("SHOW CREATE TABLE orders").get(0))
                .contains("PRIMARY KEY (`id`)", "AUTO_INCREMENT", "KEY `what`")
                .doesNotContain("engine.");
    }

    @Test
    void aTableWithoutAUniqueIndexIsGroupedAtOnce() throws SQLException {
        sql.run("SET group_commit = async_mode");
        assertThat(decided("INSERT INTO events VALUES (now(), 'x')")).contains("EXPRESSION");
        assertThat(decided("INSERT INTO events VALUES ('2024-01-01', 'x')")).contains("async_mode");

        sql.run("INSERT INTO events VALUES ('2024-01-01', 'x'), ('2024-01-02', NULL)", "SYNC events");

        assertThat(server.query("SELECT date(at), what FROM shop.events ORDER BY at"))
                .containsExactly("2024-01-01|x", "2024-01-02|null");
    }

    @Test
    void numbersAreTheServersAndOthersGetOthers() throws SQLException {
        sql.run("SET group_commit = async_mode");
        assertThat(decided("INSERT INTO orders (what) VALUES ('x')")).contains("async_mode");

        for (int i = 0; i < 20; i++) {
            sql.run("INSERT INTO orders (what) VALUES ('ours')");
            server.run("INSERT INTO shop.orders (what) VALUES ('theirs')");
        }
        sql.run(
                "INSERT INTO orders (id, what) VALUES (500000, 'given')",
                "INSERT INTO orders (what) VALUES ('behind')");
        sql.run("SYNC orders");

        assertThat(server.query(
                        "SELECT what, count(*), count(DISTINCT id) FROM shop.orders GROUP BY what ORDER BY what"))
                .containsExactly("before|1|1", "behind|1|1", "given|1|1", "ours|20|20", "theirs|20|20");
        refused("INSERT INTO orders (id, what) VALUES (500000, 'again')", 1062, "Duplicate entry");
    }

    @Test
    void aLaterFirstNumberIsTheServersToo() throws SQLException {
        sql.run("ALTER TABLE orders AUTO_INCREMENT = 50000", "SET group_commit = sync_mode");
        sql.run("INSERT INTO orders (what) VALUES ('grouped')");
        server.run("INSERT INTO shop.orders (what) VALUES ('of another')");

        assertThat(server.query("SELECT count(*) FROM shop.orders WHERE id >= 50000"))
                .containsExactly("2");
    }

    @Test
    void theDriverHearsTheNumbersThatItsRowsHave() throws SQLException {
        for (String mode : List.of("async_mode", "off_mode")) {
            sql.run("SET group_commit = " + mode);
            try (Statement statement = sql.connection().createStatement()) {
                statement.executeUpdate(
                        "INSERT INTO orders (what) VALUES ('" + mode + "')", Statement.RETURN_GENERATED_KEYS);
                try (ResultSet keys = statement.getGeneratedKeys()) {
                    assertThat(keys.next()).isTrue();
                    sql.run("SYNC orders");
                    assertThat(server.query("SELECT id FROM shop.orders WHERE what = '" + mode + "'"))
                            .containsExactly(keys.getString(1));
                }
            }
        }
    }

    @Test
    void aUniqueIndexIsTheServersToJudge() throws SQLException {
        sql.run("SET group_commit = async_mode");
        assertThat(decided("INSERT INTO accounts VALUES (1, 'a@b', 1)")).contains("UNIQUE_INDEX");

        sql.run(
                "INSERT INTO accounts VALUES (1, 'a@b', 1), (2, 'c@d', 1)",
                "INSERT INTO accounts (id, mail) VALUES (1, 'x') ON DUPLICATE KEY UPDATE n = n + 10",
                "INSERT IGNORE INTO accounts VALUES (3, 'c@d', 3), (4, 'e@f', 4)",
                "REPLACE INTO accounts VALUES (5, 'e@f', 5)");
        assertThatThrownBy(() -> sql.run("INSERT INTO accounts VALUES (9, 'a@b', 0)"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1062));

        assertThat(server.query("SELECT id, mail, n FROM shop.accounts ORDER BY id"))
                .containsExactly("1|a@b|11", "2|c@d|1", "5|e@f|5");
    }

    @Test
    void theOwnerDeclaresThatARowReplacesTheOneOfItsKey() throws SQLException {
        sql.run("ALTER TABLE accounts SET ('engine.upsert' = 'true')", "SET group_commit = sync_mode");
        assertThat(decided("INSERT INTO accounts VALUES (1, 'a@b', 1)")).contains("sync_mode");
        sql.run(
                "INSERT INTO accounts VALUES (1, 'a@b', 1), (2, 'c@d', 1)",
                "INSERT INTO accounts VALUES (1, 'new@b', 2)");
        assertThatThrownBy(() -> sql.run("INSERT INTO accounts VALUES (3, 'c@d', 0)"))
                .hasMessageContaining("u_mail");
        restart();
        sql.run("SET group_commit = sync_mode", "INSERT INTO accounts VALUES (2, 'c@d', 7)");

        assertThat(server.query("SELECT id, mail, n FROM shop.accounts ORDER BY id"))
                .containsExactly("1|new@b|2", "2|c@d|7");
        assertThat(sql.query("SHOW CREATE TABLE accounts").get(0)).contains("engine.upsert");
        assertThatThrownBy(() -> sql.run("ALTER TABLE orders SET ('engine.upsert' = 'true')"))
                .hasMessageContaining("foreign key");
        assertThatThrownBy(() -> sql.run("ALTER TABLE events SET ('engine.upsert' = 'true')"))
                .hasMessageContaining("no PRIMARY KEY");
        assertThatThrownBy(() -> sql.run("ALTER TABLE events SET ('engine.version' = '1')"))
                .hasMessageContaining("engine.version");
    }

    @Test
    void whatOnlyTheServerCanTellGoesThereAsItIsWritten() throws SQLException {
        sql.run("SET group_commit = async_mode", "SET time_zone = '+02:00'");
        assertThat(decided("INSERT INTO items VALUES (1, 'a')")).contains("SERVER_RULES");
        assertThat(decided("INSERT INTO moments VALUES ('2024-01-01 12:00:00', 1)"))
                .contains("SERVER_RULES");
        assertThat(decided("INSERT INTO computed (a) VALUES (1)")).contains("SERVER_RULES");

        sql.run(
                "INSERT INTO items VALUES (1, 'b')",
                "INSERT INTO moments VALUES ('2024-01-01 12:00:00', 1)",
                "INSERT INTO computed (a) VALUES (21)",
                "SET time_zone = '+00:00'",
                "INSERT INTO moments VALUES ('2024-01-01 12:00:00', 2)",
                "SYNC moments");
        refused("INSERT INTO items VALUES (77, 'b')", 1452, "foreign key");
        sql.run("SET group_commit = sync_mode");
        refused("INSERT INTO items VALUES (77, 'b')", 1452, "foreign key");
        sql.run("SET group_commit = async_mode");
        assertThatThrownBy(() -> sql.run("INSERT INTO items VALUES (1, 'z')")).hasMessageContaining("kind");

        assertThat(server.query("SELECT n, unix_timestamp(at) FROM shop.moments ORDER BY n"))
                .containsExactly("1|1704103200", "2|1704110400");
        assertThat(server.query("SELECT a, b, length(c) FROM shop.computed")).containsExactly("21|42|36");
        assertThat(server.query("SELECT order_id, kind FROM shop.items")).containsExactly("1|b");
    }

    @Test
    void theOwnerDeclaresThatWhatTheServerRefusesMayBeAcknowledged() throws SQLException {
        sql.run(
                "ALTER TABLE items SET ('engine.async' = 'true', 'group_commit_interval_ms' = '50')",
                "SET group_commit = async_mode");
        assertThat(decided("INSERT INTO items VALUES (1, 'a')")).contains("async_mode");

        sql.run("INSERT INTO items VALUES (1, 'a')", "INSERT INTO items VALUES (77, 'b')", "SYNC items");

        assertThat(server.query("SELECT order_id, kind FROM shop.items")).containsExactly("1|a");
        assertThat(sql.query("SHOW QUARANTINE FROM items")).hasSize(1);
    }

    @Test
    void rowsWaitWhileSomebodyElseHasChangedTheTableAndGoOnWhenItIsRefreshed() throws SQLException {
        sql.run(
                "SET group_commit = async_mode",
                "ALTER TABLE events SET ('group_commit_interval_ms' = '60000')",
                "INSERT INTO events VALUES ('2024-01-01', 'waits')");
        server.run("ALTER TABLE shop.events ADD COLUMN more INT NOT NULL");
        awaitRefusal("INSERT INTO events VALUES ('2024-01-02', 'refused')");
        assertThat(server.query("SELECT count(*) FROM shop.events WHERE what = 'refused'"))
                .containsExactly("0");
        restart();
        assertThatThrownBy(() -> sql.run("INSERT INTO events VALUES ('2024-01-02', 'refused')"))
                .hasMessageContaining("REFRESH DATABASE shop");

        server.run("ALTER TABLE shop.events MODIFY COLUMN more INT NOT NULL DEFAULT 5");
        sql.run("REFRESH DATABASE shop", "INSERT INTO events VALUES ('2024-01-03', 'after', 7)");

        assertThat(server.query("SELECT what, more FROM shop.events ORDER BY at"))
                .containsExactly("waits|5", "after|7");
        assertThat(sql.query("SHOW QUARANTINE")).isEmpty();
    }

    @Test
    void rowsThatDoNotFitARefreshedTableAreInQuarantine() throws SQLException {
        sql.run(
                "SET group_commit = async_mode",
                "ALTER TABLE events SET ('group_commit_interval_ms' = '60000')",
                "INSERT INTO events VALUES ('2024-01-01', 'kept aside'), ('2024-01-02', NULL)");
        server.run("ALTER TABLE shop.events DROP COLUMN what");
        awaitRefusal("INSERT INTO events VALUES ('2024-01-02', 'refused')");

        sql.run("REFRESH DATABASE shop", "INSERT INTO events VALUES ('2024-01-03')", "SYNC events");

        assertThat(server.query("SELECT date(at) FROM shop.events ORDER BY at")).containsExactly("2024-01-03");
        assertThat(sql.query("SHOW QUARANTINE FROM events")).hasSize(2);
    }

    @Test
    void aTableThatOthersMakeOrDropComesAndGoesWithARefresh() throws SQLException {
        server.run("CREATE TABLE shop.late (a INT)", "DROP TABLE shop.documents");
        sql.run("REFRESH TABLE late", "INSERT INTO late VALUES (1)", "REFRESH DATABASE shop");

        assertThat(sql.query("SHOW TABLES")).contains("late").doesNotContain("documents");
        assertThatThrownBy(() -> sql.run("REFRESH TABLE scratch")).hasMessageContaining("no transactions");
        assertThatThrownBy(() -> sql.run("REFRESH TABLE nothing")).hasMessageContaining("doesn't exist");
        sql.run("CREATE TABLE orders2 LIKE orders", "INSERT INTO orders2 (what) VALUES ('x')");
        assertThat(sql.query("SELECT id, what FROM orders2")).containsExactly("1|x");
        sql.run("CREATE DATABASE near");
        assertThatThrownBy(() -> sql.run("REFRESH DATABASE near")).hasMessageContaining("tables that others have made");
    }

    @Test
    void aKeyForTheServersOwnUseIsNoColumn() throws SQLException {
        sql.run("SET group_commit = async_mode", "INSERT INTO keyless VALUES (1), (2)", "SYNC keyless");
        assertThat(decided("INSERT INTO keyless VALUES (1)")).contains("async_mode");
        assertThat(server.query("SELECT a, my_row_id FROM shop.keyless ORDER BY a"))
                .containsExactly("1|1", "2|2");
    }

    @Test
    void rowsThatQueriesComputeComeFromOtherEnginesToo() throws SQLException {
        sql.run(
                "CREATE DATABASE near",
                "CREATE TABLE near.t (id INT, mail VARCHAR(100))",
                "INSERT INTO near.t VALUES (1, 'a@b'), (2, 'c@d')",
                "INSERT INTO accounts (id, mail) SELECT id, mail FROM near.t",
                "INSERT INTO orders (what) SELECT mail FROM near.t",
                "INSERT INTO events SELECT made, what FROM orders WHERE what = 'c@d'");
        refused("INSERT INTO accounts (id, mail) SELECT id, mail FROM near.t", 1062, "Duplicate entry");
        assertThat(server.query("SELECT id, mail FROM shop.accounts ORDER BY id"))
                .containsExactly("1|a@b", "2|c@d");
        assertThat(server.query("SELECT what FROM shop.orders ORDER BY id")).containsExactly("before", "a@b", "c@d");
        assertThat(server.query("SELECT what FROM shop.events")).containsExactly("c@d");
    }

    @Test
    void preparedStatementsGoTheSameWays() throws SQLException {
        try (Sql prepared = Sql.connectWith(TRIBUTARY.mysqlPort(), "shop", "useServerPrepStmts=true")) {
            prepared.run("SET group_commit = async_mode");
            for (int i = 0; i < 3; i++) {
                try (PreparedStatement insert = prepared.connection()
                        .prepareStatement("INSERT INTO accounts (id, mail) VALUES (?, ?)"
                                + " ON DUPLICATE KEY UPDATE n = n + ?")) {
                    insert.setInt(1, 1);
                    insert.setString(2, "it's");
                    insert.setInt(3, 5);
                    insert.executeUpdate();
                }
                try (PreparedStatement insert = prepared.connection()
                        .prepareStatement("INSERT INTO orders (what) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
                    insert.setString(1, "prepared");
                    insert.executeUpdate();
                }
                try (PreparedStatement insert =
                        prepared.connection().prepareStatement("INSERT INTO accounts (id, mail) VALUES (?, ?)")) {
                    insert.setInt(1, 10 + i);
                    insert.setString(2, "m" + i);
                    insert.executeUpdate();
                }
            }
            prepared.run("SYNC orders");
        }
        assertThat(server.query("SELECT mail, n FROM shop.accounts ORDER BY id"))
                .containsExactly("it's|10", "m0|0", "m1|0", "m2|0");
        assertThat(server.query("SELECT count(*), count(DISTINCT id) FROM shop.orders WHERE what = 'prepared'"))
                .containsExactly("3|3");
    }

    @Test
    void jsonIsStoredInAGroup() throws SQLException {
        sql.run("SET group_commit = sync_mode", "INSERT INTO documents VALUES (1, '{\"a\": [1, 2]}')");
        assertThat(decided("INSERT INTO documents VALUES (1, '{}')")).contains("sync_mode");
        assertThat(server.query("SELECT json_value(body, '$.a[1]') FROM shop.documents"))
                .containsExactly("2");
    }

    /** A statement that changes nothing tells whether the change was noticed. */
    private void awaitRefusal(String insert) throws SQLException {
        Awaitility.await("the change is noticed").atMost(Duration.ofSeconds(30)).until(() -> {
            try {
                sql.run("DELETE FROM events WHERE 1 = 0");
                return false;
            } catch (SQLException e) {
                return String.valueOf(e.getMessage()).contains("REFRESH");
            }
        });
        assertThatThrownBy(() -> sql.run(insert)).hasMessageContaining("REFRESH DATABASE shop");
    }
}
