package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("clients")
final class BadInputIT {
    @RegisterExtension
    static final Server SERVER = new Server();

    @Test
    void aWrongPasswordIs1045AndTheRightOneWorks() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run("CREATE USER 'ann' IDENTIFIED BY 'right'");

            SQLException refused =
                    catchThrowableOfType(SQLException.class, () -> Sql.connectAs(SERVER.port(), "", "ann", "wrong")
                            .close());
            assertThat(refused.getErrorCode()).isEqualTo(1045);
            assertThat(refused.getMessage()).contains("using password: YES");

            try (Sql ann = Sql.connectAs(SERVER.port(), "", "ann", "right")) {
                assertThat(ann.query("SELECT 1")).containsExactly("1");
            }
        }
    }

    @Test
    void anAccountWithSha2WorksOverPlainTcp() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run("CREATE USER 'sha' IDENTIFIED WITH caching_sha2_password BY 'secret'");

            // The first is answered by RSA, the second from the cache.
            for (int attempt = 0; attempt < 2; attempt++) {
                try (Sql sha = Sql.connectAs(SERVER.port(), "", "sha", "secret")) {
                    assertThat(sha.query("SELECT 1")).containsExactly("1");
                }
            }
        }
    }

    @Test
    void anUnknownTableIs1146() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            SQLException refused =
                    catchThrowableOfType(SQLException.class, () -> sql.run("INSERT INTO nowhere VALUES (1)"));

            assertThat(refused.getErrorCode()).isEqualTo(1146);
            assertThat(refused.getMessage()).contains("nowhere");
        }
    }

    @Test
    void anUnknownDatabaseIs1049() {
        SQLException refused = catchThrowableOfType(
                SQLException.class, () -> Sql.connect(SERVER.port(), "nowhere").close());

        assertThat(refused.getErrorCode()).isEqualTo(1049);
    }

    @Test
    void aWrongColumnCountIs1136WithTheRow() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(Tables.DT);
            SQLException refused = catchThrowableOfType(
                    SQLException.class, () -> sql.run("INSERT INTO dt VALUES (1, 'a', 1), (2, 'b')"));

            assertThat(refused.getErrorCode()).isEqualTo(1136);
            assertThat(refused.getMessage()).contains("row 2");
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = ';',
            value = {
                "(1, 'a', 1), ('x', 'b', 2); 1366; id; 2",
                "(1, 'a', 99999999999); 1264; score; 1",
                "(1, 'a', 1), (2, 'b', 2), (NULL, 'c', 3); 1048; id; 3",
                "(1, '012345678901234567890123456789012345678901234567890', 1); 1406; name; 1"
            })
    void aValueThatDoesNotFitNamesRowAndColumnAndNothingIsStored(String rows, int number, String column, int row)
            throws SQLException {
        for (String mode : new String[] {"async_mode", "sync_mode", "off_mode"}) {
            try (Sql sql = SERVER.fresh()) {
                sql.run(Tables.DT, "SET group_commit = " + mode);
                SQLException refused =
                        catchThrowableOfType(SQLException.class, () -> sql.run("INSERT INTO dt VALUES " + rows));

                assertThat(refused.getErrorCode()).as(mode).isEqualTo(number);
                assertThat(refused.getMessage()).as(mode).contains("'" + column + "'");
                assertThat(refused.getMessage()).as(mode).matches("(?s).*row " + row + "\\b.*");
                sql.run("SYNC");
                assertThat(sql.number("SELECT count(*) FROM dt")).as(mode).isZero();
            }
        }
    }

    @Test
    void anUnknownFunctionIs1305() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            SQLException refused =
                    catchThrowableOfType(SQLException.class, () -> sql.query("SELECT no_such_function(1)"));

            assertThat(refused.getErrorCode()).isEqualTo(1305);
        }
    }

    @Test
    void aBadModeIs1231() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            SQLException refused = catchThrowableOfType(SQLException.class, () -> sql.run("SET group_commit = 'abc'"));

            assertThat(refused.getErrorCode()).isEqualTo(1231);
            assertThat(refused.getMessage()).isEqualTo("Variable 'group_commit' can't be set to the value of 'abc'");
        }
    }
}
