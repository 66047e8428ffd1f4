package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a statement has to tell besides its answer, and who clears it. */
final class WarningsTest {
    private static final String NOTE = "Note|1051|Unknown table 'ads.nope'";

    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable("allowMultiQueries=true");
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
            DROP TABLE IF EXISTS nope               | 1051 | Unknown table 'ads.nope'
            DROP TABLE IF EXISTS other.nope         | 1051 | Unknown table 'other.nope'
            DROP DATABASE IF EXISTS other           | 1008 | Can't drop database 'other'; database doesn't exist
            CREATE DATABASE IF NOT EXISTS ads       | 1007 | Can't create database 'ads'; database exists
            CREATE TABLE IF NOT EXISTS u (id INT)   | 1050 | Table 'u' already exists
            DROP USER IF EXISTS nobody              | 3162 | Authorization ID 'nobody'@'%' does not exist.
            ALTER USER IF EXISTS nobody IDENTIFIED BY 'x' | 3162 | Authorization ID 'nobody'@'%' does not exist.
            CREATE USER IF NOT EXISTS root          | 3163 | Authorization ID 'root'@'%' already exists.
            """)
    void nothingToDoIsANote(String sql, int code, String message) throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            assertThat(warnings(statement.getWarnings())).containsExactly(code + " " + message);
        }
        assertThat(rows(connection, "SHOW WARNINGS")).containsExactly("Note|" + code + "|" + message);
        assertThat(rows(connection, "SHOW ERRORS")).isEmpty();

        try (PreparedStatement prepared = connection.prepareStatement(sql)) {
            prepared.execute();
            assertThat(warnings(prepared.getWarnings())).hasSize(1);
        }
        run(connection, "SET sql_notes = 0");
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            assertThat(warnings(statement.getWarnings())).isEmpty();
        }
        assertThat(rows(connection, "SHOW WARNINGS")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE IF NOT EXISTS made (id INT)",
                "DROP TABLE IF EXISTS t",
                "CREATE DATABASE IF NOT EXISTS made",
                "DROP DATABASE IF EXISTS ads",
                "CREATE USER IF NOT EXISTS somebody"
            })
    void whatIsDoneLeavesNoNote(String sql) throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            assertThat(warnings(statement.getWarnings())).isEmpty();
        }
        assertThat(rows(connection, "SHOW WARNINGS")).isEmpty();
    }

    @Test
    void withoutTheConditionItIsAnError() throws Exception {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "DROP TABLE nope"))
                .matches(e -> e.getErrorCode() == 1051);
        assertThat(rows(connection, "SHOW WARNINGS")).containsExactly("Error|1051|Unknown table 'ads.nope'");
    }

    @Test
    void oneNoteForEachTableAndLimitPicksAmongThem() throws Exception {
        run(connection, "DROP TABLE IF EXISTS n1, t, n2, n3");

        assertThat(rows(connection, "SHOW COUNT(*) WARNINGS")).containsExactly("3");
        assertThat(rows(connection, "SHOW WARNINGS LIMIT 1")).containsExactly("Note|1051|Unknown table 'ads.n1'");
        assertThat(rows(connection, "SHOW WARNINGS LIMIT 1, 1")).containsExactly("Note|1051|Unknown table 'ads.n2'");
        assertThat(rows(connection, "SHOW WARNINGS LIMIT 5 OFFSET 2"))
                .containsExactly("Note|1051|Unknown table 'ads.n3'");
        assertThat(rows(connection, "SHOW ERRORS LIMIT 1")).isEmpty();
        assertThat(rows(connection, "SHOW TABLES")).containsExactly("u");
    }

    @Test
    void questionsAboutThemLeaveThemAndEveryOtherStatementClearsThem() throws Exception {
        for (String clearing : new String[] {
            "SELECT 1", "SET @x = 1", "SELECT count(*) FROM t", "SHOW TABLES", "INSERT INTO u VALUES (1)", "USE ads"
        }) {
            run(connection, "DROP TABLE IF EXISTS nope");
            assertThat(rows(connection, "SHOW WARNINGS")).containsExactly(NOTE);
            assertThat(rows(connection, "SHOW COUNT(*) WARNINGS")).containsExactly("1");
            assertThat(rows(connection, "SHOW COUNT(*) ERRORS")).containsExactly("0");
            assertThat(rows(connection, "SELECT @@warning_count, @@session.error_count"))
                    .containsExactly("1|0");
            assertThat(rows(connection, "SHOW WARNINGS")).containsExactly(NOTE);

            run(connection, clearing);
            assertThat(rows(connection, "SHOW WARNINGS")).as(clearing).isEmpty();
            assertThat(rows(connection, "SELECT @@warning_count")).containsExactly("0");
        }
    }

    @Test
    void aStatementThatComputesWithTheCountsSeesThoseOfTheOneBefore() throws Exception {
        run(connection, "DROP TABLE IF EXISTS nope; SET @n = @@warning_count");

        assertThat(rows(connection, "SELECT @n")).containsExactly("1");
    }

    @Test
    void aPreparedStatementLeavesAndClearsThemAsATextDoes() throws Exception {
        try (Connection prepared = frontend.connect("root", "", "ads", "useServerPrepStmts=true");
                PreparedStatement drop = prepared.prepareStatement("DROP TABLE IF EXISTS nope");
                PreparedStatement insert = prepared.prepareStatement("INSERT INTO u VALUES (?)")) {
            drop.execute();
            assertThat(warnings(drop.getWarnings())).containsExactly("1051 Unknown table 'ads.nope'");
            insert.setInt(1, 1);
            insert.execute();

            assertThat(warnings(insert.getWarnings())).isEmpty();
            assertThat(rows(prepared, "SHOW WARNINGS")).isEmpty();
        }
    }

    @Test
    void theListHoldsMaxErrorCountOfThem() throws Exception {
        run(connection, "SET max_error_count = 1");
        run(connection, "DROP TABLE IF EXISTS n1, n2");

        assertThat(rows(connection, "SHOW WARNINGS")).containsExactly("Note|1051|Unknown table 'ads.n1'");
        assertThat(rows(connection, "SELECT @@warning_count")).containsExactly("2");
    }

    /** OK: header, affected rows, insert id, status, warnings. An end: header, and where it is an OK its counts. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void okAndTheEndOfAResultTellHowMany(boolean deprecateEof) throws Exception {
        int capabilities = RawClient.PLUGIN_AUTH | (deprecateEof ? RawClient.DEPRECATE_EOF : 0);
        try (RawClient client = new RawClient(frontend.server.mysqlPort()).login(capabilities)) {
            client.send(0, RawClient.query("DROP TABLE IF EXISTS ads.n1, ads.n2"));
            assertThat((int) client.read()[5]).isEqualTo(2);

            client.send(0, RawClient.query("SHOW WARNINGS"));
            byte[] end = client.read();
            while ((end[0] & 0xff) != 0xfe || (!deprecateEof && end.length != 5)) {
                end = client.read();
            }
            if (!deprecateEof) {
                do {
                    end = client.read();
                } while (end.length != 5);
            }
            assertThat((int) end[deprecateEof ? 5 : 1]).isZero();

            client.send(0, RawClient.command(0x16, "DROP TABLE IF EXISTS ads.n1".getBytes(US_ASCII)));
            int id = client.read()[1];
            client.send(0, RawClient.execute(id));
            assertThat((int) client.read()[5]).isEqualTo(1);
            client.send(0, RawClient.command(0x0e));
            assertThat((int) client.read()[5]).isZero();
        }
    }

    @Test
    void aResetConnectionForgetsThem() throws Exception {
        run(connection, "DROP TABLE IF EXISTS nope");
        connection.unwrap(com.mysql.cj.jdbc.JdbcConnection.class).resetServerState();

        assertThat(rows(connection, "SHOW WARNINGS")).isEmpty();
    }

    private static List<String> warnings(@Nullable SQLWarning first) {
        List<String> found = new ArrayList<>();
        for (SQLWarning each = first; each != null; each = each.getNextWarning()) {
            found.add(each.getErrorCode() + " " + each.getMessage());
        }
        return found;
    }
}
