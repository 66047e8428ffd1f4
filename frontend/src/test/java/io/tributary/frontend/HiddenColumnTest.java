package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the frontend does with delete signs, sequences and {@code show_hidden_columns}. */
final class HiddenColumnTest {
    private static final String TABLE =
            " (k INT NOT NULL, v INT) UNIQUE KEY(k) DISTRIBUTED BY HASH(k) BUCKETS 1 PROPERTIES ('replication_num' = '1'";

    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable(FrontendFixture.MANUAL);
        run(connection, "CREATE TABLE typed" + TABLE + ", 'function_column.sequence_type' = 'bigint')");
        run(connection, "CREATE TABLE mapped" + TABLE + ", 'function_column.sequence_col' = 'v')");
        run(connection, "CREATE TABLE plain" + TABLE + ")");
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    private void assertRefused(String sql, int code, String message) {
        assertThatExceptionOfType(SQLException.class)
                .as(sql)
                .isThrownBy(() -> run(connection, sql))
                .withMessageContaining(message)
                .satisfies(e -> assertThat(e.getErrorCode()).isEqualTo(code));
    }

    @Test
    void anInsertMustGiveTheSequenceUnlessTheSessionSaysOtherwise() throws Exception {
        String refusal = " has sequence column, need to specify the sequence column";
        assertRefused("INSERT INTO typed VALUES (1, 2)", 1105, "Table typed" + refusal);
        assertRefused("INSERT INTO typed (k, v) VALUES (1, 2)", 1105, "Table typed" + refusal);
        assertRefused("INSERT INTO mapped (k) VALUES (1)", 1105, "Table mapped" + refusal);
        assertRefused("INSERT INTO mapped (k, __DORIS_SEQUENCE_COL__) VALUES (1, 1)", 1054, "Unknown column");

        run(connection, "INSERT INTO typed (k, v, __doris_sequence_col__) VALUES (1, 2, 3)");
        run(connection, "INSERT INTO mapped VALUES (1, 2)");
        run(connection, "SET require_sequence_in_insert = false");
        run(connection, "INSERT INTO typed VALUES (2, 3)");
        run(connection, "INSERT INTO mapped (k) VALUES (2)");

        assertThat(rows(connection, "SELECT * FROM mapped")).containsExactly("1|2", "2|null");

        run(connection, "SET require_sequence_in_insert = true, enable_unique_key_partial_update = true");
        run(connection, "INSERT INTO mapped (k) VALUES (3)");
    }

    @Test
    void aDeleteSignIsTakenFromTextsAndPreparedStatementsOfUniqueTablesAlone() throws Exception {
        run(connection, "INSERT INTO plain (k, __DORIS_DELETE_SIGN__) VALUES (1, 1), (2, 0)");
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO plain (__DORIS_DELETE_SIGN__, k, v) VALUES (?, ?, ?)")) {
            for (int i = 0; i < 9; i++) {
                insert.setInt(1, i % 2);
                insert.setInt(2, i);
                insert.setInt(3, i);
                insert.addBatch();
            }
            insert.executeBatch();
        }
        run(connection, "INSERT INTO plain VALUES (1, 1)");

        assertThat(frontend.backend.deletes("ads", "plain"))
                .containsExactly(true, false, false, true, false, true, false, true, false, true, false, false);
        assertRefused("INSERT INTO plain (k, __DORIS_DELETE_SIGN__) VALUES (1, NULL)", 1048, "cannot be null");
        assertRefused("INSERT INTO plain (k, __DORIS_DELETE_SIGN__) VALUES (1, 'x')", 1366, "x");
        assertRefused("INSERT INTO t (id, __DORIS_DELETE_SIGN__) VALUES (1, 1)", 1054, "Unknown column");
        assertRefused(
                "INSERT INTO plain (k, __DORIS_DELETE_SIGN__, __DORIS_DELETE_SIGN__) VALUES (1, 1, 1)",
                1110,
                "Column '__DORIS_DELETE_SIGN__' specified twice");
    }

    @Test
    void hiddenColumnsAreShownOnlyWhereTheSessionAsks() throws Exception {
        assertThat(rows(connection, "SHOW COLUMNS FROM typed")).hasSize(2);
        assertThat(rows(connection, "SHOW CREATE TABLE typed").toString())
                .contains("\"function_column.sequence_type\" = \"bigint\"")
                .doesNotContain("__DORIS");

        run(connection, "SET show_hidden_columns = true");

        assertThat(rows(connection, "DESC typed"))
                .endsWith("__DORIS_DELETE_SIGN__|tinyint|NO||0|", "__DORIS_SEQUENCE_COL__|bigint|YES||null|");
        assertThat(rows(connection, "DESC mapped")).hasSize(4);
        assertThat(rows(connection, "DESC plain")).hasSize(3);
        assertThat(rows(connection, "DESC t")).hasSize(3);
    }

    @Test
    void propertiesThatNoTableCanHaveAreRefused() {
        for (List<String> each : List.of(
                List.of(
                        "UNIQUE KEY(k)",
                        "'function_column.sequence_col' = 'x'",
                        "The specified sequence column[x] not exists"),
                List.of(
                        "UNIQUE KEY(k)",
                        "'function_column.sequence_col' = 's'",
                        "Sequence type only support integer types"),
                List.of(
                        "UNIQUE KEY(k)",
                        "'function_column.sequence_type' = 'double'",
                        "sequence type only support integer"),
                List.of(
                        "DUPLICATE KEY(k)",
                        "'function_column.sequence_col' = 'k'",
                        "sequence column only support UNIQUE_KEYS"),
                List.of(
                        "UNIQUE KEY(k)",
                        "'function_column.sequence_col' = 'k', 'function_column.sequence_type' = 'int'",
                        "The sequence_col and sequence_type cannot be set at the same time"))) {
            assertRefused(
                    "CREATE TABLE r (k INT, s VARCHAR(5)) " + each.get(0) + " PROPERTIES (" + each.get(1) + ")",
                    1105,
                    each.get(2));
        }
        assertRefused("CREATE TABLE r (__DORIS_X INT)", 1166, "Incorrect column name '__DORIS_X'");
        assertRefused("ALTER TABLE plain ADD COLUMN __doris_delete_sign__ INT", 1166, "Incorrect column name");
        assertRefused(
                "ALTER TABLE plain SET ('function_column.sequence_col' = 'v')", 1105, "only be set by CREATE TABLE");
        assertRefused("ALTER TABLE mapped DROP COLUMN v", 1105, "Can not drop sequence mapping column[v]");
        assertRefused("ALTER TABLE mapped RENAME COLUMN v TO w", 1105, "Can not rename sequence mapping column[v]");
        assertRefused("ALTER TABLE mapped MODIFY COLUMN v VARCHAR(20)", 1105, "Sequence type only support");
        assertRefused("ALTER TABLE typed DROP COLUMN __DORIS_SEQUENCE_COL__", 1091, "Can't DROP");
    }
}
