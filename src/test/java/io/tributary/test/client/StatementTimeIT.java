package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements that would never end do, and the session goes on. */
@Tag("clients")
@Timeout(60)
final class StatementTimeIT {
    private static final long AT_LEAST_NANOS = 3_000_000_000L;

    private static final int TIMEOUT = 3024;
    private static final String ENDLESS =
            "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n FROM r) SELECT COUNT(*) FROM r";

    private static final String UNCOUNTED = "SET cte_max_recursion_depth = 4294967295";

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @ParameterizedTest
    @ValueSource(strings = {"query_timeout = 1", "max_execution_time = 500"})
    void aQueryThatNeverEndsIsEnded(String limit) throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(UNCOUNTED, "SET " + limit);

            SQLException error = catchThrowableOfType(SQLException.class, () -> sql.query(ENDLESS));

            assertThat(error.getErrorCode()).isEqualTo(TIMEOUT);
            assertThat(sql.query("SELECT 1")).containsExactly("1");
        }
    }

    /** The engine heeds no interrupt within a call of a function, which is some seconds of work here; fewer tell nothing. */
    @Test
    @Timeout(120)
    void aQueryThatTheEngineDoesNotInterruptIsAnsweredInTime() throws SQLException {
        String slow = "SELECT size(array_distinct(sequence(1, 1000000))) + size(array_distinct(sequence(2, 1000000)))"
                + " + size(array_distinct(sequence(3, 1000000))) + size(array_distinct(sequence(4, 1000000)))";
        try (Sql sql = SERVER.fresh()) {
            long begun = System.nanoTime();
            sql.query(slow);
            long whole = System.nanoTime() - begun;
            sql.run("SET max_execution_time = 100");

            long began = System.nanoTime();
            SQLException error = catchThrowableOfType(SQLException.class, () -> sql.query(slow));

            assertThat(error.getErrorCode()).isEqualTo(TIMEOUT);
            assertThat(System.nanoTime() - began).isLessThan(Math.max(whole, AT_LEAST_NANOS));
            sql.run("SET max_execution_time = 0");
            assertThat(sql.query("SELECT 1")).containsExactly("1");
        }
    }

    @Test
    void aChangeThatNeverEndsStoresNothing() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run("CREATE TABLE t (a INT)", "INSERT INTO t VALUES (1)", UNCOUNTED, "SET query_timeout = 1");
            for (String statement :
                    new String[] {"UPDATE t SET a = (" + ENDLESS + ")", "DELETE FROM t WHERE a < (" + ENDLESS + ")"}) {
                SQLException error = catchThrowableOfType(SQLException.class, () -> sql.run(statement));

                assertThat(error.getErrorCode()).as(statement).isEqualTo(TIMEOUT);
            }
            assertThat(sql.query("SELECT a FROM t")).containsExactly("1");
        }
    }

    @Test
    void withinATransactionTheTransactionEndsWithIt() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run("CREATE TABLE t (a INT)", UNCOUNTED, "SET query_timeout = 1", "BEGIN", "INSERT INTO t VALUES (1)");
            sql.query("SELECT a FROM t");

            SQLException error = catchThrowableOfType(SQLException.class, () -> sql.query(ENDLESS));

            assertThat(error.getErrorCode()).isEqualTo(TIMEOUT);
            sql.run("ROLLBACK");
            assertThat(sql.query("SELECT a FROM t")).isEmpty();
        }
    }

    @Test
    void oneThatRecursWithoutAnEndIsEndedByItsSteps() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run("CREATE TABLE t (a INT)", "INSERT INTO t VALUES (1)");
            for (String statement : new String[] {
                ENDLESS,
                "UPDATE t SET a = (" + ENDLESS + ")",
                "INSERT INTO t " + ENDLESS,
                "CREATE TABLE u AS " + ENDLESS
            }) {
                SQLException error = catchThrowableOfType(SQLException.class, () -> sql.run(statement));

                assertThat(error.getErrorCode()).as(statement).isEqualTo(3636);
                assertThat(error.getMessage()).contains("aborted after 1001 iterations");
            }
            sql.run("SET cte_max_recursion_depth = 7");
            assertThat(catchThrowableOfType(SQLException.class, () -> sql.query(ENDLESS))
                            .getMessage())
                    .contains("aborted after 8 iterations");
            assertThat(sql.query("SELECT a FROM t")).containsExactly("1");
        }
    }
}
