package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.test.process.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** EXPLAIN tells the text that the engine gets and its plan, and changes nothing. */
@Tag("clients")
final class ExplainIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    private static final List<String> CHANGES = List.of(
            "UPDATE t SET n = n + 1 WHERE id > 0",
            "UPDATE u SET n = 7",
            "UPDATE t JOIN u ON t.id = u.id SET t.n = u.n",
            "DELETE FROM t WHERE n = 1 ORDER BY id LIMIT 1",
            "DELETE FROM u");

    private static void fill(Sql sql) throws Exception {
        sql.run(
                "CREATE TABLE t (id INT NOT NULL, n INT) DUPLICATE KEY(id)",
                "CREATE TABLE u (id INT NOT NULL, n INT) UNIQUE KEY(id)",
                "INSERT INTO t VALUES (1, 1), (2, 2)",
                "INSERT INTO u VALUES (1, 10), (2, 20)");
    }

    private static List<String> rows(Sql sql) throws Exception {
        return sql.query("SELECT t.id, t.n, u.n FROM t JOIN u USING (id) ORDER BY id");
    }

    private static int code(Sql sql, String refused) {
        try {
            sql.query(refused);
            return 0;
        } catch (SQLException e) {
            return e.getErrorCode();
        }
    }

    @Test
    void eachWordAndEachFormatThatIsNoObjectTellsTheSame() throws Exception {
        try (Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase())) {
            fill(sql);
            String query = "SELECT n, COUNT(*) FROM t WHERE id < 3 GROUP BY n";
            List<String> told = sql.query("EXPLAIN " + query);

            assertThat(told.get(0)).startsWith("engine_text|SELECT ").contains("count(*)");
            assertThat(told).anyMatch(row -> row.startsWith("physical_plan|"));
            for (String verb : List.of(
                    "DESC ",
                    "DESCRIBE ",
                    "explain format=traditional ",
                    "EXPLAIN FORMAT = TREE ",
                    "DESC FORMAT='brief' ",
                    "EXPLAIN VERBOSE ")) {
                assertThat(sql.query(verb + query)).as(verb).isEqualTo(told);
            }
            assertThat(sql.query("EXPLAIN ANALYZE " + query)).anyMatch(row -> row.startsWith("analyzed_plan|"));
        }
    }

    @Test
    void anObjectHasTextAndPlan() throws Exception {
        try (Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase())) {
            fill(sql);
            for (String statement : List.of("SELECT 'it''s', n FROM t WHERE id = 1", CHANGES.get(0))) {
                List<String> told = sql.query("EXPLAIN FORMAT=JSON " + statement);

                assertThat(told).hasSize(1);
                JsonNode object = new ObjectMapper().readTree(told.get(0));
                assertThat(object.path("engine_text").asText()).startsWith(statement.substring(0, 6));
                assertThat(object.path("physical_plan").get(0).path("name").asText())
                        .isNotEmpty();
            }
        }
    }

    @Test
    void whatWouldChangeRowsChangesNone() throws Exception {
        try (Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase())) {
            fill(sql);
            List<String> before = rows(sql);
            for (String change : CHANGES) {
                String text = "engine_text|" + change.substring(0, 6);
                assertThat(sql.query("EXPLAIN " + change).get(0)).as(change).startsWith(text);
                assertThat(sql.query("DESC FORMAT=TREE " + change).get(0))
                        .as(change)
                        .startsWith(text);
            }
            assertThat(rows(sql)).isEqualTo(before);

            sql.run("BEGIN", "UPDATE t SET n = 5 WHERE id = 1");
            for (String change : CHANGES) {
                assertThat(sql.query("EXPLAIN " + change)).as(change).hasSizeGreaterThan(1);
            }
            sql.run("COMMIT");
            assertThat(rows(sql)).containsExactly("1|5|10", "2|2|20");

            sql.run("START TRANSACTION READ ONLY");
            assertThat(sql.query("EXPLAIN DELETE FROM t")).hasSizeGreaterThan(1);
            sql.run("COMMIT");
        }
    }

    @Test
    void aParameterStandsInTheTextThatIsTold() throws Exception {
        String database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database);
                Connection connection = Sql.open(SERVER.port(), database, "useServerPrepStmts=true")) {
            fill(sql);
            try (PreparedStatement explain = connection.prepareStatement("EXPLAIN UPDATE t SET n = ? WHERE id = ?")) {
                for (int id : List.of(4711, 4712)) {
                    explain.setInt(1, 99);
                    explain.setInt(2, id);
                    try (ResultSet told = explain.executeQuery()) {
                        assertThat(told.next()).isTrue();
                        assertThat(told.getString("Value")).contains("99", Integer.toString(id));
                    }
                }
            }
            assertThat(rows(sql)).containsExactly("1|1|10", "2|2|20");
        }
    }

    @Test
    void whatCannotBeRunOrToldIsRefusedAsTheStatementIs() throws Exception {
        try (Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase())) {
            fill(sql);

            assertThat(code(sql, "EXPLAIN ANALYZE DELETE FROM t")).isEqualTo(1235);
            assertThat(code(sql, "EXPLAIN ANALYZE FORMAT=JSON SELECT 1")).isEqualTo(1235);
            assertThat(code(sql, "EXPLAIN FORMAT=DOT SELECT 1")).isEqualTo(1235);
            assertThat(code(sql, "EXPLAIN UPDATE u SET id = 3 WHERE n = 1")).isEqualTo(1235);
            assertThat(code(sql, "EXPLAIN UPDATE nope SET id = 3")).isEqualTo(1146);
            assertThat(code(sql, "EXPLAIN DELETE FROM t WHERE nope = 1")).isEqualTo(1054);
            assertThat(code(sql, "EXPLAIN DELETE FROM tributary.quarantine")).isNotZero();
            assertThat(rows(sql)).containsExactly("1|1|10", "2|2|20");
        }
    }
}
