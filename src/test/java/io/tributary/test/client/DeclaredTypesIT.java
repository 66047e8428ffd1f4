package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns of a table come back with the types that they were declared with, however the engine keeps them. */
@Tag("clients")
final class DeclaredTypesIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void typesDigitsAndRangesAreTheDeclaredOnes(boolean prepared) throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run(
                    "CREATE TABLE d (id INT, d1 DATETIME(1), d2 DATETIME(2), d4 DATETIME(4), d5 DATETIME(5), j JSON,"
                            + " t TINYINT UNSIGNED, s SMALLINT UNSIGNED, m MEDIUMINT UNSIGNED, i INT UNSIGNED,"
                            + " b BIGINT UNSIGNED, v VARBINARY(20), o BLOB) DUPLICATE KEY(id)",
                    "INSERT INTO d VALUES (1, '2024-02-29 10:00:00.16', '2024-02-29 10:00:00.126',"
                            + " '2024-02-29 10:00:00.12346', '2024-02-29 10:00:00.123456', '[1]', 255, 65535, 16777215,"
                            + " 4294967295, 18446744073709551615, x'00ff', x'01')");
        }
        try (Connection connection = Sql.open(
                        SERVER.port(), database, prepared ? "useServerPrepStmts=true" : "useServerPrepStmts=false");
                PreparedStatement select =
                        connection.prepareStatement("SELECT d1, d2, d4, d5, j, t, s, m, i, b, v, o FROM d");
                ResultSet row = select.executeQuery()) {
            assertThat(row.next()).isTrue();
            List<String> values = new ArrayList<>();
            List<String> types = new ArrayList<>();
            ResultSetMetaData meta = row.getMetaData();
            for (int column = 1; column <= meta.getColumnCount(); column++) {
                if (column <= 10) {
                    values.add(row.getString(column));
                }
                types.add(meta.getColumnTypeName(column));
            }

            assertThat(values)
                    .containsExactly(
                            "2024-02-29 10:00:00.2",
                            "2024-02-29 10:00:00.13",
                            "2024-02-29 10:00:00.1235",
                            "2024-02-29 10:00:00.12346",
                            "[1]",
                            "255",
                            "65535",
                            "16777215",
                            "4294967295",
                            "18446744073709551615");
            assertThat(types)
                    .containsExactly(
                            "DATETIME",
                            "DATETIME",
                            "DATETIME",
                            "DATETIME",
                            "JSON",
                            "TINYINT UNSIGNED",
                            "SMALLINT UNSIGNED",
                            "MEDIUMINT UNSIGNED",
                            "INT UNSIGNED",
                            "BIGINT UNSIGNED",
                            "VARBINARY",
                            "BLOB");
            assertThat(row.getBytes(11)).containsExactly(0, 0xff);
            assertThat(meta.getPrecision(11)).isEqualTo(20);
            assertThat(meta.isSigned(9)).isFalse();
        }
    }
}
