package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("clients")
final class ComputedInsertIT {
    private static final String TABLE =
            "CREATE TABLE c (id TINYINT NOT NULL, name VARCHAR(4) NOT NULL DEFAULT 'anon', made DATETIME(3) DEFAULT"
                    + " CURRENT_TIMESTAMP(3)) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1";

    @RegisterExtension
    static final Server SERVER = new Server();

    @Test
    void computedValuesAreConvertedAndGetDefaults() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(TABLE, "INSERT INTO c (id, name) VALUES (1 + 1, DEFAULT), ('3', 4), (abs(-4), upper('x'))");
            sql.run("INSERT INTO c SET id = 2 + 3, made = NOW(3)");

            assertThat(sql.query("SELECT id, name FROM c ORDER BY id"))
                    .containsExactly("2|anon", "3|4", "4|X", "5|anon");
            assertThat(sql.number("SELECT count(DISTINCT made) FROM c WHERE made IS NOT NULL"))
                    .isEqualTo(2);
        }
    }

    @Test
    void aComputedValueThatDoesNotFitIsRefusedWithRowAndColumnAndNothingIsStored() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(TABLE, "INSERT INTO c (id) VALUES (100)");

            assertRefused(sql, 1264, "'id' at row 2", "INSERT INTO c (id) VALUES (1 + 1), (100 + 28)");
            assertRefused(sql, 1264, "'id' at row 1", "INSERT INTO c SELECT id + 100, 'a', made FROM c");
            assertRefused(sql, 1406, "'name' at row 1", "INSERT INTO c (id, name) SELECT id, 'abcde' FROM c");
            assertRefused(sql, 1048, "'name'", "INSERT INTO c (id, name) VALUES (1 + 1, NULL)");
            assertRefused(sql, 1364, "'id'", "INSERT INTO c (name) SELECT name FROM c");
            assertRefused(sql, 1136, "row 1", "INSERT INTO c SELECT id FROM c");
            assertRefused(sql, 1136, "row 2", "INSERT INTO c (id, name) VALUES (1 + 1, 'a'), (1 + 1)");
            assertThat(sql.number("SELECT count(*) FROM c")).isEqualTo(1);
        }
    }

    @Test
    void theLabelIsInTheAnswerAndWorksOnce() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(TABLE);
            assertThat(sql.info("INSERT INTO c WITH LABEL daily (id) VALUES (1 + 1)"))
                    .contains("'label':'daily', 'status':'VISIBLE'");

            assertRefused(
                    sql, 1105, "Label [daily] has already been used", "INSERT INTO c WITH LABEL daily SELECT * FROM c");
            assertThat(sql.number("SELECT count(*) FROM c")).isEqualTo(1);
        }
    }

    @Test
    void withinATransactionItSeesItsRowsAndABadValueAbortsNothing() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(TABLE, "BEGIN", "INSERT INTO c (id) VALUES (1), (2)", "INSERT INTO c (id) SELECT id + 10 FROM c");
            assertRefused(sql, 1264, "'id' at row 1", "INSERT INTO c (id) SELECT id + 127 FROM c");
            sql.run("INSERT INTO c (id) VALUES (50 + 1)", "COMMIT");

            assertThat(sql.query("SELECT id FROM c ORDER BY id")).containsExactly("1", "2", "11", "12", "51");
        }
    }

    @Test
    void acknowledgedRowsAreThereForTheQueryOfAnInsertIntoTheirTable() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(TABLE, "SET group_commit = async_mode", "INSERT INTO c (id) VALUES (1)");
            sql.run("INSERT INTO c (id) SELECT id + 1 FROM c");

            assertThat(sql.query("SELECT id FROM c ORDER BY id")).containsExactly("1", "2");
        }
    }

    @Test
    void parametersOfAPreparedStatementAreComputedWith() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(TABLE);
            try (PreparedStatement insert =
                    sql.connection().prepareStatement("INSERT INTO c (id, name) VALUES (? + 1, concat(?, 'x'))")) {
                for (int i = 1; i <= 2; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, "a'" + i);
                    insert.execute();
                }
            }

            assertThat(sql.query("SELECT id, name FROM c ORDER BY id")).containsExactly("2|a'1x", "3|a'2x");
        }
    }

    private static void assertRefused(Sql sql, int number, String text, String statement) {
        SQLException refused = catchThrowableOfType(SQLException.class, () -> sql.run(statement));
        assertThat(refused.getErrorCode()).isEqualTo(number);
        assertThat(refused.getMessage()).contains(text);
    }
}
