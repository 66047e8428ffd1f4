package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.bench.server.LocalServer;
import io.tributary.test.client.CommandLine;
import io.tributary.test.process.ChosenServer;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What SHOW and information_schema say of tables that exist on a server: what the server says. */
@Tag("clients")
final class ExistingDefinitionsIT {
    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int CONNECTIONS = 50;
    private static final List<String> TABLES = List.of("child", "computed", "parent", "parts", "texts");
    private static final String[] DEFINITIONS = {
        "CREATE TABLE parent (id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY, code CHAR(3) CHARACTER SET latin1 NOT NULL"
                + " DEFAULT 'i''t', UNIQUE KEY u_code (code)) AUTO_INCREMENT = 500 COMMENT='it''s\\tthe \\\\ parent'",
        "CREATE TABLE child (id BIGINT PRIMARY KEY, parent_id INT UNSIGNED NOT NULL, kind ENUM('a','b,c','it''s')"
                + " NOT NULL DEFAULT 'a', tags SET('x','y'), price DECIMAL(10,2), CONSTRAINT whole CHECK (id > 0 AND"
                + " price < 1000), CONSTRAINT fk_p FOREIGN KEY (parent_id) REFERENCES parent (id) ON DELETE CASCADE)",
        "CREATE TABLE computed (a INT NOT NULL DEFAULT 3, twice INT GENERATED ALWAYS AS (a * 2) STORED, thrice INT"
                + " GENERATED ALWAYS AS (a * 3) VIRTUAL, u VARCHAR(36) DEFAULT (uuid()), at TIMESTAMP(3) NOT NULL"
                + " DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3), b BIT(4) DEFAULT b'101',"
                + " n INT NULL DEFAULT NULL, KEY k_twice (twice, a), UNIQUE KEY u_a (a))",
        "CREATE TABLE parts (id INT NOT NULL, d DATE NOT NULL, PRIMARY KEY (id, d)) PARTITION BY RANGE (YEAR(d))"
                + " (PARTITION p0 VALUES LESS THAN (2020), PARTITION p1 VALUES LESS THAN MAXVALUE)",
        "CREATE TABLE texts (id VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci PRIMARY KEY, j JSON,"
                + " body TEXT CHARACTER SET latin1 COMMENT 'two\\nlines', hidden INT DEFAULT 7 INVISIBLE,"
                + " FULLTEXT KEY ft (body), KEY k_pre (id(10)) COMMENT 'a prefix') ROW_FORMAT=DYNAMIC",
        "CREATE TRIGGER first_of_child BEFORE INSERT ON child FOR EACH ROW SET NEW.price = coalesce(NEW.price, 0)",
        "CREATE TRIGGER second_of_child AFTER DELETE ON child FOR EACH ROW DELETE FROM parts WHERE id = OLD.id"
    };

    private static TributaryProcess tributary;
    private static Sql sql;

    private Sql server;

    @BeforeAll
    static void start(@TempDir Path directory) throws SQLException {
        tributary =
                TributaryProcess.startBoth(directory, directory.resolve("data")).awaitReady();
        sql = Sql.connect(tributary.mysqlPort(), "");
    }

    @AfterAll
    static void stop() throws SQLException {
        sql.close();
        tributary.close();
    }

    @BeforeEach
    void adopt() throws SQLException {
        server = SERVER.sql();
        sql.run("DROP DATABASE IF EXISTS shop");
        server.run("CREATE DATABASE shop CHARACTER SET utf8mb4", "USE shop");
        server.run(DEFINITIONS);
        sql.run("CREATE DATABASE shop" + SERVER.databaseClause(), "REFRESH DATABASE shop", "USE shop");
        assertThat(sql.query("SHOW TABLES")).isEqualTo(TABLES);
    }

    private void same(String query) throws SQLException {
        assertThat(sql.query(query)).as(query).isNotEmpty().isEqualTo(server.query(query));
    }

    /** @param columns the first of the result */
    private static List<String> first(int columns, List<String> rows) {
        return rows.stream()
                .map(row -> String.join("|", Arrays.asList(row.split("\\|", -1)).subList(0, columns)))
                .toList();
    }

    @Test
    void showSaysWhatTheServerSays() throws SQLException {
        for (String table : TABLES) {
            same("SHOW CREATE TABLE " + table);
            same("SHOW FULL COLUMNS FROM " + table);
            same("DESCRIBE " + table);
            String index = "SHOW INDEX FROM " + table;
            assertThat(first(6, sql.query(index))).as(index).isEqualTo(first(6, server.query(index)));
        }
        same("SHOW TRIGGERS");
        same("SHOW TRIGGERS FROM shop LIKE 'chi%'");
        same("SHOW TRIGGERS WHERE Timing = 'AFTER'");
        assertThat(sql.query("SHOW TRIGGERS LIKE 'first%'")).isEmpty();
        same("SHOW CREATE TRIGGER first_of_child");
        same("SHOW CREATE TRIGGER shop.second_of_child");
        assertThatThrownBy(() -> sql.query("SHOW CREATE TRIGGER nothing"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1360));
        assertThat(first(4, sql.query("SHOW TABLE STATUS"))).isEqualTo(first(4, server.query("SHOW TABLE STATUS")));
    }

    @Test
    void informationSchemaSaysWhatTheServerSays() throws SQLException {
        List<String> queries = new ArrayList<>();
        String of = " WHERE table_schema = 'shop' ORDER BY table_name, ";
        queries.add("SELECT table_name, table_type, engine, version, row_format, table_collation, create_options,"
                + " table_comment FROM information_schema.tables" + of + "1");
        queries.add("SELECT table_name, column_name, ordinal_position, is_nullable, data_type,"
                + " character_maximum_length, character_octet_length, numeric_precision, numeric_scale,"
                + " datetime_precision, character_set_name, collation_name, column_type, column_key, extra, privileges,"
                + " column_comment, coalesce(generation_expression, '') FROM information_schema.columns" + of
                + "ordinal_position");
        queries.add("SELECT table_name, non_unique, index_schema, index_name, seq_in_index, column_name, collation,"
                + " sub_part, packed, nullable, index_type, comment, index_comment FROM information_schema.statistics"
                + of + "index_name, seq_in_index");
        queries.add("SELECT * FROM information_schema.key_column_usage" + of + "constraint_name, ordinal_position");
        queries.add("SELECT constraint_schema, constraint_name, table_schema, table_name, constraint_type"
                + " FROM information_schema.table_constraints" + of + "constraint_name");
        queries.add("SELECT table_name, partition_name, partition_ordinal_position, partition_method,"
                + " partition_expression, partition_description FROM information_schema.partitions" + of
                + "partition_ordinal_position");
        queries.add("SELECT * FROM information_schema.referential_constraints WHERE constraint_schema = 'shop'");
        queries.add("SELECT constraint_name, check_clause FROM information_schema.check_constraints"
                + " WHERE constraint_schema = 'shop' ORDER BY constraint_name");
        queries.add("SELECT trigger_schema, trigger_name, event_manipulation, event_object_table, action_order,"
                + " action_statement, action_timing, definer FROM information_schema.triggers"
                + " WHERE trigger_schema = 'shop' ORDER BY trigger_name");
        queries.add("SELECT default_character_set_name, default_collation_name FROM information_schema.schemata"
                + " WHERE schema_name = 'shop'");
        queries.add("SELECT @@character_set_database, @@collation_database");
        for (String query : queries) {
            same(query);
        }
        assertThat(sql.query("SELECT column_name, column_default FROM information_schema.columns WHERE table_schema ="
                        + " 'shop' AND column_name IN ('code', 'kind', 'n', 'hidden', 'a') ORDER BY column_name"))
                .as("as SHOW COLUMNS has it")
                .containsExactly("a|3", "code|i't", "hidden|7", "kind|a", "n|null");
    }

    @Test
    void whatChangesThereIsShownAfterRefresh() throws SQLException {
        server.run("ALTER TABLE child MODIFY kind ENUM('a','b') NOT NULL", "DROP TRIGGER second_of_child");
        same("SHOW CREATE TABLE child");
        same("SHOW TRIGGERS");
        sql.run("REFRESH DATABASE shop");
        same("SHOW FULL COLUMNS FROM child");
        same("SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = 'shop'");
        sql.run("ALTER TABLE child ADD COLUMN more INT");
        same("SHOW CREATE TABLE child");
        same("SHOW FULL COLUMNS FROM child");
    }

    @Test
    void aDumpOfTheDefinitionsMakesTheSameTablesOnAServer(@TempDir Path directory) throws SQLException {
        sql.run(
                "ALTER TABLE parts SET ('engine.upsert' = 'true', 'group_commit_mode' = 'sync_mode')",
                "ALTER TABLE parts SET ('note' = 'a */ b /* c')");
        String shown = sql.query("SHOW CREATE TABLE parts").get(0);
        assertThat(shown)
                .startsWith(server.query("SHOW CREATE TABLE parts").get(0))
                .contains("\"engine.upsert\" = \"true\"", "\"group_commit_mode\" = \"sync_mode\"")
                .doesNotContain("engine.told");
        server.run("CREATE DATABASE copy CHARACTER SET utf8mb4");
        String login = " -h127.0.0.1 -uroot -P";
        String command = "mysqldump --no-data --skip-lock-tables" + login + tributary.mysqlPort() + " shop | mysql"
                + login + server.query("SELECT @@port").get(0) + " copy";
        CommandLine.Result loaded =
                CommandLine.run(directory, Map.of(), "", LIMIT, List.of("bash", "-o", "pipefail", "-c", command));
        assertThat(loaded.exitCode()).as(loaded.text()).isZero();
        for (String table : TABLES) {
            assertThat(server.query("SHOW CREATE TABLE copy." + table))
                    .isEqualTo(server.query("SHOW CREATE TABLE shop." + table));
        }
        String triggers =
                "SELECT trigger_name, event_manipulation, event_object_table, action_statement, action_timing,"
                        + " definer, sql_mode FROM information_schema.triggers WHERE trigger_schema = '";
        assertThat(server.query(triggers + "copy'")).hasSize(2).isEqualTo(server.query(triggers + "shop'"));
    }

    @Test
    void whatIsRememberedIsShownWhileTheServerIsAway(@TempDir Path directory) throws Exception {
        Path login = Files.writeString(directory.resolve("login"), "root\n\n");
        Path data = Files.createDirectory(directory.resolve("other"));
        try (LocalServer away = ChosenServer.start(data, CONNECTIONS, "16M")) {
            try (Sql other = Sql.connect(away.address().port(), "")) {
                other.run("CREATE DATABASE far CHARACTER SET utf8mb4", "USE far", DEFINITIONS[0]);
            }
            sql.run("CREATE DATABASE far" + away.databaseClause(login), "REFRESH DATABASE far");
            List<String> columns = sql.query("SHOW FULL COLUMNS FROM far.parent");
            away.kill();
            Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThatThrownBy(
                            () -> sql.query("SHOW CREATE TABLE far.parent"))
                    .hasMessageContaining(
                            "the mysql server at mysql://" + away.address().hostAndPort()));
            assertThat(sql.query("SHOW FULL COLUMNS FROM far.parent")).isEqualTo(columns);
            assertThat(sql.query("SELECT column_key FROM information_schema.columns WHERE table_schema = 'far'"))
                    .containsExactly("PRI", "UNI");
            same("SHOW CREATE TABLE child");
        }
    }
}
