package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("clients")
final class TransactionIT {
    @RegisterExtension
    static final Server SERVER = new Server();

    @Test
    void aTransactionSeesItsOwnRowsAndRollbackUndoesThem() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql own = Sql.connect(SERVER.port(), database);
                Sql other = Sql.connect(SERVER.port(), database)) {
            own.run(Tables.DT, "BEGIN", "INSERT INTO dt VALUES (1, 'a', 1)");

            assertThat(own.number("SELECT count(*) FROM dt")).isEqualTo(1);
            assertThat(other.number("SELECT count(*) FROM dt")).isZero();

            own.run("ROLLBACK");
            assertThat(own.number("SELECT count(*) FROM dt")).isZero();
        }
    }

    /** Programs that migrate a schema look at it within their transaction. */
    @Test
    void whatThereIsIsToldAsItIsNowWithinATransaction() throws SQLException {
        String database = SERVER.newDatabase();
        String tables = "SELECT count(*) FROM information_schema.tables WHERE table_schema = '" + database + "'";
        try (Sql own = Sql.connect(SERVER.port(), database);
                Sql other = Sql.connect(SERVER.port(), database)) {
            own.run(Tables.DT, "BEGIN", "INSERT INTO dt VALUES (1, 'a', 1)");
            assertThat(own.number("SELECT count(*) FROM dt")).isEqualTo(1);
            assertThat(own.number(tables)).isEqualTo(1);

            other.run("CREATE TABLE another (a INT)");
            assertThat(own.number(tables)).isEqualTo(2);
            own.run("ROLLBACK");
        }
    }

    /** Frameworks that nest transactions have a savepoint for each within another. */
    @Test
    void rollbackToASavepointTakesRowsBackUntilAnEngineHasThem() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql own = Sql.connect(SERVER.port(), database);
                Sql other = Sql.connect(SERVER.port(), database)) {
            own.run(Tables.DT, "CREATE TABLE u (id INT)", "BEGIN");
            own.run("SAVEPOINT a", "INSERT INTO dt VALUES (1, 'a', 1)", "SAVEPOINT b");
            own.run("INSERT INTO u VALUES (1)", "INSERT INTO dt VALUES (2, 'a', 1), (3, 'a', 1)");
            own.run("ROLLBACK TO SAVEPOINT b", "INSERT INTO dt VALUES (4, 'a', 1)", "ROLLBACK TO b");
            own.run("INSERT INTO dt VALUES (5, 'a', 1)", "SAVEPOINT c", "INSERT INTO dt VALUES (6, 'a', 1)");
            assertThat(own.number("SELECT count(*) FROM dt")).isEqualTo(3);

            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> own.run("ROLLBACK TO c"))
                    .withMessageContaining("'ROLLBACK TO SAVEPOINT c'")
                    .withMessageContaining("the transaction is as it was");
            own.run("COMMIT");

            assertThat(other.query("SELECT id FROM dt ORDER BY id")).containsExactly("1", "5", "6");
            assertThat(other.number("SELECT count(*) FROM u")).isZero();
            own.run("BEGIN", "SAVEPOINT a", "INSERT INTO dt VALUES (7, 'a', 1)", "ROLLBACK TO a", "COMMIT");
            assertThat(other.number("SELECT count(*) FROM dt")).isEqualTo(3);
        }
    }

    @Test
    void commitMakesTheRowsVisibleWithoutGrouping() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(Tables.DT, "SET group_commit = async_mode", "BEGIN");
            String info = sql.info("INSERT INTO dt VALUES (1, 'a', 1), (2, 'b', 2)");
            sql.run("COMMIT");

            assertThat(info).contains("PREPARE").doesNotContain("group_commit_");
            assertThat(sql.number("SELECT count(*) FROM dt")).isEqualTo(2);
        }
    }

    @Test
    void aClosedConnectionRollsBack() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql own = Sql.connect(SERVER.port(), database)) {
            own.run(Tables.DT, "BEGIN", "INSERT INTO dt VALUES (1, 'a', 1)");
        }
        try (Sql other = Sql.connect(SERVER.port(), database)) {
            assertThat(other.number("SELECT count(*) FROM dt")).isZero();
        }
    }

    @Test
    void aBadRowInATransactionAbortsNothing() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(Tables.DT, "BEGIN", "INSERT INTO dt VALUES (1, 'a', 1)");
            SQLException refused =
                    catchThrowableOfType(SQLException.class, () -> sql.run("INSERT INTO dt VALUES (1, 'a')"));
            sql.run("COMMIT");

            assertThat(refused.getErrorCode()).isEqualTo(1136);
            assertThat(sql.number("SELECT count(*) FROM dt")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "useCursorFetch=true&defaultFetchSize=10"})
    void aStatementThatIsClosedBeforeItsResultEndsLeavesTheTransactionOpen(String parameters) throws SQLException {
        String database = SERVER.newDatabase();
        String large = "SELECT a.n FROM numbers a CROSS JOIN numbers b CROSS JOIN numbers c";
        try (Sql sql = Sql.connect(SERVER.port(), database);
                Connection connection = Sql.open(SERVER.port(), database, parameters)) {
            sql.run(Tables.DT, "CREATE TABLE numbers (n INT)");
            sql.run("INSERT INTO numbers VALUES " + "(1), ".repeat(299) + "(1)", "SYNC numbers");
            connection.setAutoCommit(false);
            for (int i = 0; i < 3; i++) {
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO dt VALUES (?, 'a', 1)")) {
                    insert.setInt(1, i);
                    insert.executeUpdate();
                }
                try (PreparedStatement select = connection.prepareStatement(large)) {
                    select.setMaxRows(parameters.isEmpty() ? 5 : 0);
                    ResultSet rows = select.executeQuery();
                    assertThat(rows.next()).isTrue();
                }
            }
            connection.commit();

            assertThat(sql.number("SELECT count(*) FROM dt")).isEqualTo(3);
        }
    }

    /** In whatever state it is: nothing yet, rows, changes, reads. */
    @Test
    void anErrorOfAStatementIsTheStatementsAlone() throws SQLException {
        for (String before :
                List.of("", "INSERT INTO dt VALUES (7, 'x', 1)", "UPDATE dt SET score = 2", "SELECT 1 FROM dt")) {
            try (Sql sql = SERVER.fresh()) {
                sql.run(Tables.DT, "INSERT INTO dt VALUES (1, 'a', 1)", "BEGIN");
                if (!before.isEmpty()) {
                    sql.run(before);
                }
                for (String refused : List.of(
                        "SELECT * FROM nope",
                        "SELECT nope FROM dt",
                        "SELECT * FROM dt WHERE",
                        "EXPLAIN SELECT nope FROM dt",
                        "UPDATE dt SET nope = 1",
                        "UPDATE nope SET a = 1",
                        "DELETE FROM dt WHERE nope = 1",
                        "INSERT INTO dt SELECT nope, 'b', 1 FROM dt",
                        "INSERT INTO dt (id, name) VALUES ('no number', 'b')",
                        "INSERT INTO nope VALUES (1)")) {
                    assertThatThrownBy(() -> sql.run(refused)).as(refused).isInstanceOf(SQLException.class);
                    assertThatCode(() -> sql.run("UPDATE dt SET score = 3 WHERE id = 5"))
                            .as(refused)
                            .doesNotThrowAnyException();
                }
                sql.run("INSERT INTO dt VALUES (2, 'b', 2)", "COMMIT");

                assertThat(sql.number("SELECT count(*) FROM dt WHERE id IN (1, 2)"))
                        .as(before)
                        .isEqualTo(2);
            }
        }
    }

    @Test
    void withAutocommitOffRowsAreOneGroupedLoadAtCommit() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(Tables.DT, "SET group_commit = sync_mode", "SET autocommit = 0");
            String first = sql.info("INSERT INTO dt VALUES (1, 'a', 1)");
            sql.run("INSERT INTO dt VALUES (2, 'b', 2)");
            String commit = sql.info("COMMIT");

            assertThat(first).contains("'status':'PREPARE'").contains("'txnId':''");
            assertThat(commit).contains("'label':'group_commit_");
            assertThat(sql.number("SELECT count(*) FROM dt")).isEqualTo(2);
        }
    }

    @Test
    void withAutocommitOffRollbackDropsWhatIsStaged() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(Tables.DT, "SET group_commit = sync_mode", "SET autocommit = 0");
            sql.run("INSERT INTO dt VALUES (1, 'a', 1)", "ROLLBACK", "COMMIT", "SET autocommit = 1");

            assertThat(sql.number("SELECT count(*) FROM dt")).isZero();
        }
    }

    @Test
    void withAutocommitOffAQuerySeesTheStagedRows() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(Tables.DT, "SET group_commit = async_mode", "SET autocommit = 0");
            sql.run("INSERT INTO dt VALUES (1, 'a', 1)");

            assertThat(sql.number("SELECT count(*) FROM dt")).isEqualTo(1);
            sql.run("ROLLBACK");
            assertThat(sql.number("SELECT count(*) FROM dt")).isZero();
        }
    }
}
