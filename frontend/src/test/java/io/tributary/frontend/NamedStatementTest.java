package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.info;
import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** PREPARE, EXECUTE and DEALLOCATE as statements. */
final class NamedStatementTest {
    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable("sessionVariables=group_commit=async_mode");
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    private static void assertRefused(int number, String message, ThrowingCallable statement) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(statement)
                .withMessageContaining(message)
                .matches(e -> e.getErrorCode() == number);
    }

    @Test
    void rowsOfAnExecuteAreGroupedLikeAnyOther() throws Exception {
        run(connection, "PREPARE add_row FROM 'INSERT INTO t VALUES (?, ?, DEFAULT)'");
        run(connection, "SET @id = 1, @name = 'it''s \\\\ ?'");
        assertThat(info(connection, "EXECUTE Add_Row USING @id, @name")).contains("'label':'group_commit_");
        run(connection, "SET @id = 2, @name = 'b'");
        run(connection, "EXECUTE add_row USING @id, @name");
        frontend.backend.commitBatches();

        assertThat(rows(connection, "SELECT * FROM t")).containsExactly("1|it's \\ ?|7", "2|b|7");
    }

    @Test
    void aVariableMayHoldTheText() throws Exception {
        run(connection, "SET @sql = 'SELECT ?, @@autocommit'");
        run(connection, "PREPARE s FROM @sql");
        run(connection, "SET @x = 5");

        assertThat(rows(connection, "EXECUTE s USING @x")).containsExactly("5|1");
        assertThat(rows(connection, "EXECUTE s USING @never_set")).containsExactly("null|1");
        assertRefused(1064, "near 'NULL'", () -> run(connection, "PREPARE s FROM @never_set"));
    }

    @Test
    void anyStatementMayBePrepared() throws Exception {
        for (String sql : new String[] {
            "BEGIN",
            "INSERT INTO u VALUES (1)",
            "COMMIT",
            "SET @done = 1",
            "SHOW TABLES",
            "CREATE TABLE made (a INT)",
            "DROP TABLE made",
            "USE ads",
            "SYNC",
            "SELECT count(*) FROM u"
        }) {
            run(connection, "PREPARE s FROM '" + sql + "'");
            run(connection, "EXECUTE s");
        }

        assertThat(rows(connection, "SELECT @done")).containsExactly("1");
        assertThat(rows(connection, "SELECT count(*) FROM u")).containsExactly("1");
    }

    @Test
    void anUnknownNameIs1243AndAnotherNumberOfValuesIs1210() throws Exception {
        run(connection, "PREPARE s FROM 'SELECT ?'");

        assertRefused(1210, "Incorrect arguments to EXECUTE", () -> run(connection, "EXECUTE s"));
        assertRefused(
                1243,
                "Unknown prepared statement handler (nobody) given to EXECUTE",
                () -> run(connection, "EXECUTE nobody"));
        run(connection, "DEALLOCATE PREPARE s");
        assertRefused(
                1243,
                "Unknown prepared statement handler (s) given to DEALLOCATE PREPARE",
                () -> run(connection, "DROP PREPARE s"));
    }

    @Test
    void aPrepareThatFailsHasTakenTheOldStatementAway() throws Exception {
        run(connection, "PREPARE s FROM 'SELECT 1'");

        assertRefused(1146, "doesn't exist", () -> run(connection, "PREPARE s FROM 'INSERT INTO nowhere VALUES (1)'"));
        assertRefused(1243, "(s)", () -> run(connection, "EXECUTE s"));
        assertRefused(
                1064, "one statement is taken at a time", () -> run(connection, "PREPARE s FROM 'SELECT 1; SELECT 2'"));
        assertRefused(
                1295, "not supported in the prepared statement", () -> run(connection, "PREPARE s FROM 'EXECUTE s'"));
    }

    @Test
    void namedStatementsCountAgainstMaxPreparedStmtCountAndEndWithTheSession() throws Exception {
        try (Connection other = frontend.connect("")) {
            run(other, "PREPARE a FROM 'SELECT 1'");
            run(other, "PREPARE a FROM 'SELECT 2'");
            run(other, "PREPARE b FROM 'SELECT 3'");
            assertThat(rows(connection, "SHOW STATUS LIKE 'Prepared_stmt_count'"))
                    .containsExactly("Prepared_stmt_count|2");
            other.unwrap(com.mysql.cj.jdbc.JdbcConnection.class).resetServerState();
            assertThat(rows(connection, "SHOW STATUS LIKE 'Prepared_stmt_count'"))
                    .containsExactly("Prepared_stmt_count|0");
            assertRefused(1243, "(a)", () -> run(other, "EXECUTE a"));
        }
    }

    @Test
    void valuesLongerTogetherThanAPacketAreRefusedBeforeTheirTextIsMade() throws Exception {
        run(connection, "SET @x = '" + "x".repeat(60_000) + "'");
        run(connection, "PREPARE short FROM 'SELECT " + "?, ".repeat(9) + "?'");
        assertThat(rows(connection, "EXECUTE short USING " + "@x, ".repeat(9) + "@x"))
                .hasSize(1);

        run(connection, "PREPARE many FROM 'SELECT " + "?, ".repeat(1_199) + "?'");
        assertRefused(
                1153,
                "max_allowed_packet is 67108864",
                () -> run(connection, "EXECUTE many USING " + "@x, ".repeat(1_199) + "@x"));
    }

    @Test
    void aTableThatWasMadeAnewTakesTheRowsOfAStatementPreparedBefore() throws Exception {
        run(connection, "PREPARE s FROM 'INSERT INTO u VALUES (?)'");
        run(connection, "SET @x = 'text'");
        assertRefused(1366, "", () -> run(connection, "EXECUTE s USING @x"));
        run(connection, "DROP TABLE u");
        run(connection, "CREATE TABLE u (name VARCHAR(20)) DUPLICATE KEY(name) DISTRIBUTED BY HASH(name) BUCKETS 1");
        run(connection, "EXECUTE s USING @x");
        frontend.backend.commitBatches();

        assertThat(rows(connection, "SELECT * FROM u")).containsExactly("text");
    }
}
