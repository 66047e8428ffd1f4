package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.test.crash.Health;
import io.tributary.test.process.Sql;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a MariaDB refuses to an account without rights beyond its databases: in the server's words, and for certain. */
@Tag("clients")
final class RefusedDefinitionsIT {
    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @RegisterExtension
    static final SharedTributary TRIBUTARY = new SharedTributary();

    private static final String NAMED = "the server at 127.0.0.1:";
    private static final int OPTION_PREVENTS_STATEMENT = 1290;
    private static final int TABLE_ACCESS_DENIED = 1142;

    private Path login = Path.of("set by start");
    private Sql sql;
    private Sql server;

    @BeforeEach
    void start() throws Exception {
        login = Files.writeString(TRIBUTARY.directory().resolve("app"), "app\ns3cret\n");
        server = SERVER.sql();
        server.run(
                "DROP USER IF EXISTS app",
                "CREATE USER app IDENTIFIED BY 's3cret'",
                "GRANT ALL ON far.* TO app",
                "GRANT ALL ON tributary.* TO app");
        sql = TRIBUTARY.connect("");
        sql.run(
                "CREATE DATABASE far" + SERVER.databaseClause(login, ""),
                "USE far",
                "CREATE TABLE t (a INT, b VARCHAR(20))",
                "CREATE TABLE other (a INT)");
    }

    @AfterEach
    void stop() throws SQLException {
        server.run("SET GLOBAL read_only = 0");
        sql.close();
        server.close();
    }

    private void refused(String statement, int number, String... words) {
        assertThatThrownBy(() -> sql.run(statement))
                .as(statement)
                .hasMessageContainingAll(words)
                .hasMessageNotContaining("unknown")
                .isInstanceOfSatisfying(
                        SQLException.class,
                        e -> assertThat(e.getErrorCode()).as(e.getMessage()).isEqualTo(number));
    }

    @Test
    void aServerThatTakesNoWritesRefusesEachDefinitionAndTakesItLater() throws Exception {
        server.run("SET GLOBAL read_only = 1");
        String[] definitions = {
            "CREATE TABLE more (a INT)",
            "ALTER TABLE t ADD COLUMN c INT",
            // Its columns do not tell whether it took place.
            "ALTER TABLE t MODIFY COLUMN b VARCHAR(60)",
            "DROP TABLE other"
        };
        for (String definition : definitions) {
            refused(definition, OPTION_PREVENTS_STATEMENT, "read-only");
        }
        refused("DROP DATABASE far", OPTION_PREVENTS_STATEMENT, "read-only");
        assertThat(sql.query("SELECT * FROM t")).isEmpty();
        assertThat(sql.query("SHOW TABLES")).containsExactly("other", "t");
        assertThat(Health.of(TRIBUTARY.httpPort())).startsWith("200").doesNotContain("fails since");

        server.run("SET GLOBAL read_only = 0");
        sql.run(definitions);
        sql.run("INSERT INTO t VALUES (1, repeat('x', 50), 2)");
        assertThat(server.query("SELECT a, length(b), c FROM far.t")).containsExactly("1|50|2");
        assertThat(server.query("SHOW TABLES FROM far")).containsExactly("more", "t");
    }

    @Test
    void whatTheAccountMayNotDoThereNamesTheServer() throws Exception {
        server.run("GRANT CREATE, SELECT, DROP ON seen.* TO app");
        sql.run("CREATE DATABASE seen" + SERVER.databaseClause(login, ""), "CREATE TABLE seen.t (a INT)");

        sql.run("SET group_commit = off_mode", "INSERT INTO other VALUES (1)");
        refused("INSERT INTO seen.t VALUES (1)", TABLE_ACCESS_DENIED, NAMED, "INSERT command denied to user 'app'@");
        refused("INSERT INTO seen.t SELECT a FROM other", TABLE_ACCESS_DENIED, NAMED, "INSERT command denied");
        refused("ALTER TABLE seen.t ADD COLUMN b INT", TABLE_ACCESS_DENIED, NAMED, "ALTER command denied");
        assertThat(Health.of(TRIBUTARY.httpPort())).startsWith("200").doesNotContain("fails since");

        server.run("GRANT ALTER, INSERT ON seen.* TO app");
        sql.run("ALTER TABLE seen.t ADD COLUMN b INT");
    }

    @Test
    void whatHasNoNumberHereIsRefusedWithTheServers() {
        String wide =
                IntStream.range(0, 70).mapToObj(i -> "c" + i + " CHAR(255)").collect(Collectors.joining(", "));
        refused("CREATE TABLE w (" + wide + ")", 1105, NAMED, "Row size too large", "(error 1118)");
    }

    @Test
    void aSyntaxErrorQuotesWhatTheClientWrote() throws SQLException {
        sql.run("SET @x = 5");
        assertThatThrownBy(() -> sql.run("SELECT b->'$.a', @x FROM t"))
                .hasMessageContaining("@x FROM t")
                .hasMessageNotContaining("/*");
    }
}
