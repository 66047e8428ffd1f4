package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.contract.temporary.TemporaryTables;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Temporary tables are tables of the backend that go with what happens to their session. */
@Timeout(60)
final class TemporaryTableTest {
    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable("useServerPrepStmts=true");
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    /** What the backend has of them, by the names that sessions use. */
    private List<String> there() {
        return frontend.backend.catalog().join().tables().stream()
                .map(TableSchema::name)
                .filter(TemporaryName::isOne)
                .map(TemporaryName::shownIn)
                .sorted()
                .toList();
    }

    private void awaitNone() {
        Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(there())
                .isEmpty());
    }

    @Test
    void theyGoWithTheirSession() throws Exception {
        try (Connection other = frontend.connect("root", "", "ads", "")) {
            run(other, "CREATE TEMPORARY TABLE t (a INT)");
            run(other, "CREATE TEMPORARY TABLE own LIKE u");
            run(connection, "CREATE TEMPORARY TABLE own (b INT)");
            assertThat(there()).containsExactly("own", "own", "t");
            assertThat(rows(other, "SHOW COLUMNS FROM t")).hasSize(1);
            assertThat(rows(connection, "SHOW COLUMNS FROM t")).hasSize(3);
            assertThat(rows(other, "SHOW TABLES")).containsExactly("t", "u");
        }
        run(connection, "DROP TABLE own");
        awaitNone();
        assertThat(rows(connection, "SHOW TABLES")).containsExactly("t", "u");
    }

    @Test
    void whatCannotBeDroppedAtOnceIsDroppedLater() throws Exception {
        run(connection, "CREATE TEMPORARY TABLE own (a INT)");
        frontend.backend.failNext(
                "change", new TributaryException(ErrorCode.ENGINE_DOWN, "the engine is down, nothing was changed"));

        run(connection, "DROP TEMPORARY TABLE own");

        assertThat(there()).containsExactly("own");
        refused("DROP TEMPORARY TABLE own", 1051);
        awaitNone();
    }

    @Test
    void aSessionHasItsLimit() throws Exception {
        for (int i = 0; i < TemporaryTables.TABLES_MAX; i++) {
            run(connection, "CREATE TEMPORARY TABLE own" + i + " (a INT)");
        }
        refused("CREATE TEMPORARY TABLE more (a INT)", ErrorCode.OUT_OF_RESOURCES.number());
        run(connection, "DROP TEMPORARY TABLE own1, own2");
        run(connection, "CREATE TEMPORARY TABLE more (a INT)");
    }

    @Test
    void aPreparedInsertMeansTheTableOfItsMoment() throws Exception {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO u VALUES (?)")) {
            insert.setInt(1, 1);
            insert.execute();
            run(connection, "CREATE TEMPORARY TABLE u (name VARCHAR(5))");
            insert.setString(1, "one");
            insert.execute();
            run(connection, "DROP TEMPORARY TABLE u");
            insert.setInt(1, 2);
            insert.execute();
            insert.setString(1, "two");
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(insert::execute)
                    .withMessageContaining("for column 'id'");
        }
    }

    @Test
    void errorsNameThemAsTheirSessionDoes() throws Exception {
        run(connection, "CREATE TEMPORARY TABLE t (id INT)");
        frontend.backend.failNext(
                "change",
                new TributaryException(
                        ErrorCode.ENGINE, "cannot truncate " + new TemporaryName("aaaaa", 0, "t").hidden()));

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "TRUNCATE TABLE t"))
                .withMessage("cannot truncate t");
        refused("CREATE TEMPORARY TABLE t (id INT)", 1050);
        refused("CREATE VIEW v AS SELECT * FROM t", 1352);
        refused("ALTER TABLE t RENAME TO s", 1235);
        run(connection, "CREATE TEMPORARY TABLE IF NOT EXISTS t (id INT)");
        assertThat(rows(connection, "SHOW WARNINGS")).containsExactly("Note|1050|Table 't' already exists");
    }

    private void refused(String sql, int number) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, sql))
                .matches(error -> error.getErrorCode() == number, Integer.toString(number));
    }
}
