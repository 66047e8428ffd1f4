package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** AUTO_INCREMENT columns as Connector/J meets them. */
final class AutoIncrementTest {
    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable(FrontendFixture.MANUAL);
        run(connection, "CREATE TABLE a (id BIGINT NOT NULL AUTO_INCREMENT, name VARCHAR(20), PRIMARY KEY (id))");
        frontend.backend.forgetCalls();
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    private List<Long> keys(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
            return keys(statement);
        }
    }

    private static List<Long> keys(Statement statement) throws SQLException {
        List<Long> keys = new ArrayList<>();
        try (ResultSet generated = statement.getGeneratedKeys()) {
            while (generated.next()) {
                keys.add(generated.getLong(1));
            }
        }
        return keys;
    }

    @Test
    void aMultiRowInsertTellsTheKeysThatItsRowsGot() throws Exception {
        assertThat(keys("INSERT INTO a (name) VALUES ('x'), ('y'), ('z')")).containsExactly(1L, 2L, 3L);
        assertThat(keys("INSERT INTO a VALUES (NULL, 'p'), (0, 'q'), (DEFAULT, 'r')"))
                .containsExactly(4L, 5L, 6L);

        assertThat(rows(connection, "SELECT LAST_INSERT_ID(), @@last_insert_id, @@identity"))
                .containsExactly("4|4|4");
        assertThat(rows(connection, "SELECT * FROM a")).containsExactly("1|x", "2|y", "3|z", "4|p", "5|q", "6|r");
        assertThat(frontend.backend.calls())
                .filteredOn(call -> call.startsWith("reserveIds"))
                .hasSize(1);
    }

    /** Which is numbered off the event loop. */
    @Test
    void aStatementOfManyRowsGetsConsecutiveKeys() throws Exception {
        String more = ", ('" + "x".repeat(18) + "')";

        assertThat(keys("INSERT INTO a (name) VALUES ('first of many')" + more.repeat(19_999)))
                .hasSize(20_000)
                .startsWith(1L)
                .endsWith(20_000L);
        assertThat(rows(connection, "SELECT * FROM a"))
                .hasSize(20_000)
                .contains("1|first of many")
                .endsWith("20000|" + "x".repeat(18));
    }

    @Test
    void aPreparedBatchGetsConsecutiveKeysAndTheirValuesGoToTheRows() throws Exception {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO a (name) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 0; i < 50; i++) {
                insert.setString(1, "n" + i);
                insert.addBatch();
            }
            insert.executeBatch();

            List<Long> keys = keys(insert);
            assertThat(keys).hasSize(50).startsWith(1L, 2L).endsWith(50L);
        }
        assertThat(rows(connection, "SELECT * FROM a")).contains("1|n0", "50|n49");
    }

    @Test
    void truncateBeginsAtOneAndRowsStagedBeforeAreRefused() throws Exception {
        assertThat(keys("INSERT INTO a (name) VALUES ('x'), ('y')")).containsExactly(1L, 2L);
        run(connection, "TRUNCATE TABLE a");
        assertThat(keys("INSERT INTO a (name) VALUES ('z')")).containsExactly(1L);

        try (Connection other = frontend.connect("root", "", "ads", FrontendFixture.MANUAL)) {
            run(other, "SET autocommit = 0");
            run(other, "INSERT INTO a (name) VALUES ('staged as 2')");
            run(connection, "TRUNCATE TABLE a");
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> run(other, "COMMIT"))
                    .matches(refused -> refused.getErrorCode() == 1412)
                    .withMessageContaining("all rows truncated");
        }
        assertThat(keys("INSERT INTO a (name) VALUES ('w')")).containsExactly(1L);
        assertThat(rows(connection, "SELECT * FROM a")).containsExactly("1|w");
    }

    @Test
    void aLargerValueOfTheClientPushesTheCounterOn() throws Exception {
        run(connection, "INSERT INTO a VALUES (7, 'given')");
        assertThat(keys("INSERT INTO a (name) VALUES ('next')")).containsExactly(8L);
        run(connection, "INSERT INTO a VALUES (50000, 'far'), (3, 'low')");
        assertThat(keys("INSERT INTO a (name) VALUES ('beyond')")).containsExactly(50_001L);
        assertThat(rows(connection, "SELECT LAST_INSERT_ID()")).containsExactly("50001");
    }

    @Test
    void aNumberThatTheBackendComputedIsNotGeneratedAgain() throws Exception {
        assertThat(keys("INSERT INTO a (name) VALUES ('x')")).containsExactly(1L);
        frontend.backend.computeId(5);
        run(connection, "INSERT INTO a SELECT 5, 'given'");
        assertThat(keys("INSERT INTO a (name) VALUES ('y')")).containsExactly(6L);

        frontend.backend.computeId(40_000);
        run(connection, "INSERT INTO a SELECT 40000, 'beyond the range'");
        assertThat(keys("INSERT INTO a (name) VALUES ('z'), ('z')")).containsExactly(40_001L, 40_002L);
    }

    @Test
    void numbersOfTheClientThatLieFarApartShareReservations() throws Exception {
        long snowflake = 7_000_000_000_000_000_000L;
        for (int i = 0; i < 250; i++) {
            run(connection, "INSERT INTO a VALUES (" + (snowflake + ((long) i << 22)) + ", 'x')");
        }

        assertThat(reservations()).hasSizeLessThan(25);
        assertThat(keys("INSERT INTO a (name) VALUES ('next')")).containsExactly(snowflake + (249L << 22) + 1);
    }

    @Test
    void aReservationTakesAThousandthOfASmallTypesNumbersAtMost() throws Exception {
        for (String type : List.of("TINYINT:7", "SMALLINT:15", "INT:31")) {
            String name = type.substring(0, type.indexOf(':'));
            long numbers = 1L << Integer.parseInt(type.substring(name.length() + 1));
            run(connection, "CREATE TABLE s (id " + name + " AUTO_INCREMENT PRIMARY KEY, v INT)");
            frontend.backend.forgetCalls();
            for (long id = 1; id < numbers - 1; id += Math.max(1, numbers / 50)) {
                run(connection, "INSERT INTO s VALUES (" + id + ", 1)");
            }

            assertThat(reservations()).isNotEmpty().allMatch(call -> count(call) <= numbers / 1024, "a thousandth");
            run(connection, "INSERT INTO s VALUES (" + (numbers - 2) + ", 1)");
            assertThat(keys("INSERT INTO s (v) VALUES (1)")).as(name).containsExactly(numbers - 1);
            run(connection, "DROP TABLE s");
        }
    }

    private List<String> reservations() {
        return frontend.backend.calls().stream()
                .filter(call -> call.startsWith("reserveIds"))
                .toList();
    }

    /** Returns the count of {@code reserveIds table count from floor}. */
    private static long count(String call) {
        return Long.parseLong(call.split(" ", -1)[2]);
    }

    @Test
    void zeroIsStoredWhereTheModeAsksForIt() throws Exception {
        run(connection, "SET sql_mode = 'STRICT_TRANS_TABLES,NO_AUTO_VALUE_ON_ZERO'");
        run(connection, "INSERT INTO a VALUES (0, 'zero'), (NULL, 'one')");

        assertThat(rows(connection, "SELECT * FROM a")).containsExactly("0|zero", "1|one");
    }

    @Test
    void theTableOptionAndAlterTableSayWhereTheNumbersGoOn() throws Exception {
        run(connection, "CREATE TABLE b (id INT AUTO_INCREMENT PRIMARY KEY, v INT) AUTO_INCREMENT = 1000");
        run(connection, "INSERT INTO b (v) VALUES (1)");
        run(connection, "ALTER TABLE b AUTO_INCREMENT = 2000");
        run(connection, "INSERT INTO b (v) VALUES (2)");
        run(connection, "ALTER TABLE b AUTO_INCREMENT = 5");
        run(connection, "INSERT INTO b (v) VALUES (3)");

        assertThat(rows(connection, "SELECT * FROM b")).containsExactly("1000|1", "2000|2", "2001|3");
    }

    @Test
    void rowsThatAreStagedOrInATransactionHaveTheirNumbersAtOnce() throws Exception {
        connection.setAutoCommit(false);
        assertThat(keys("INSERT INTO a (name) VALUES ('x')")).containsExactly(1L);
        connection.rollback();
        assertThat(keys("INSERT INTO a (name) VALUES ('y')")).containsExactly(2L);
        connection.commit();

        assertThat(rows(connection, "SELECT * FROM a")).containsExactly("2|y");
    }

    @Test
    void aTableWithoutSuchAColumnAsksForNothing() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");

        assertThat(frontend.backend.calls()).noneMatch(call -> call.startsWith("reserveIds"));
    }

    @Test
    void whereNoNumberCanBeHadTheStatementFailsAndStoresNothing() throws Exception {
        frontend.backend.failNext(
                "reserveIds", new TributaryException(ErrorCode.BACKEND_UNAVAILABLE, "the backend is away"));

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "INSERT INTO a (name) VALUES ('x')"))
                .withMessageContaining("the backend is away");

        run(connection, "INSERT INTO a (name) VALUES ('y')");
        assertThat(rows(connection, "SELECT * FROM a")).hasSize(1);
        run(connection, "CREATE TABLE tiny (id TINYINT AUTO_INCREMENT PRIMARY KEY, v INT) AUTO_INCREMENT = 127");
        run(connection, "INSERT INTO tiny (v) VALUES (1)");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "INSERT INTO tiny (v) VALUES (2)"))
                .matches(e -> e.getErrorCode() == 1467);
    }
}
