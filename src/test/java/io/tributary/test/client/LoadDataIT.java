package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** LOAD DATA LOCAL INFILE by the drivers that can: the client sends the file, and its rows are grouped. */
@Tag("clients")
final class LoadDataIT {
    private static final int ROWS = 5_000;

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private String database = "";
    private Path file = Path.of("set by writeFile");

    @BeforeEach
    void writeFile() throws SQLException, IOException {
        database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run(Tables.DT);
        }
        StringBuilder lines = new StringBuilder("id,name,score\n");
        for (int id = 0; id < ROWS; id++) {
            lines.append(id).append(",\"it's, ").append(id).append("\",").append(id % 2 == 0 ? "\\N" : "7");
            lines.append('\n');
        }
        file = Files.writeString(directory.resolve("rows.csv"), lines);
    }

    @ParameterizedTest
    @EnumSource
    void jdbc(JdbcDriver driver) throws SQLException {
        long before = SERVER.groupedInserts("sync_mode");
        String allowed = driver.isConnectorJ() ? "allowLoadLocalInfile=true" : "allowLocalInfile=true";
        try (Connection connection =
                        driver.connect(SERVER, database, allowed + "&sessionVariables=group_commit=sync_mode");
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(statement(file))).isEqualTo(ROWS);
            assertThat(connection.isValid(5)).isTrue();
        }
        expectAllRows();
        assertThat(SERVER.groupedInserts("sync_mode")).isGreaterThan(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pymysql", "connector-python", "connector-python-c", "mysqlclient"})
    void python(String driver) throws SQLException {
        long before = SERVER.groupedInserts("sync_mode");
        ClientProgram.pythonIn(SERVER, database, "load_data.py", driver, statement(file));
        expectAllRows();
        assertThat(SERVER.groupedInserts("sync_mode")).isGreaterThan(before);
    }

    @Test
    void go() throws SQLException {
        long before = SERVER.groupedInserts("sync_mode");
        ClientProgram.go(SERVER, database, "./load", Map.of("TEST_STATEMENT", statement(file)));
        expectAllRows();
        assertThat(SERVER.groupedInserts("sync_mode")).isGreaterThan(before);
    }

    private static String statement(Path file) {
        return "LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE dt FIELDS TERMINATED BY ','"
                + " OPTIONALLY ENCLOSED BY '\"' IGNORE 1 LINES (id, name, score)";
    }

    private void expectAllRows() throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            assertThat(sql.query("SELECT count(*), count(distinct id), count(score), min(name) FROM dt"))
                    .containsExactly(ROWS + "|" + ROWS + "|" + ROWS / 2 + "|it's, 0");
        }
    }
}
