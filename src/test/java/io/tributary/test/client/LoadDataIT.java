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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** LOAD DATA LOCAL INFILE by the drivers that can: the client sends the file, and its rows are grouped. */
@Tag("clients")
@ExtendWith(SharedServers.class)
final class LoadDataIT {
    private static final int ROWS = 5_000;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private String database = "";
    private Path file = Path.of("set by writeFile");

    static Stream<Arguments> pythonDriversAndServers() {
        return Server.withEach(
                List.of("pymysql", "connector-python", "connector-python-c", "mysqlclient"),
                SharedServers.NEWER,
                SharedServers.OLDER);
    }

    @BeforeEach
    void writeFile() throws IOException {
        StringBuilder lines = new StringBuilder("id,name,score\n");
        for (int id = 0; id < ROWS; id++) {
            lines.append(id).append(",\"it's, ").append(id).append("\",").append(id % 2 == 0 ? "\\N" : "7");
            lines.append('\n');
        }
        file = Files.writeString(directory.resolve("rows.csv"), lines);
    }

    @EachJdbcDriver
    void jdbc(JdbcDriver driver, Server server) throws SQLException {
        createTable(server);
        LoadCounts loads = LoadCounts.of(server);
        String allowed = driver.isConnectorJ() ? "allowLoadLocalInfile=true" : "allowLocalInfile=true";
        try (Connection connection =
                        driver.connect(server, database, allowed + "&sessionVariables=group_commit=sync_mode");
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(statement(file))).isEqualTo(ROWS);
            assertThat(connection.isValid(5)).isTrue();
        }
        expectAllRows(server);
        assertThat(loads.sinceThen()).isEqualTo(Map.of("sync_mode", 1L));
    }

    @ParameterizedTest
    @MethodSource("pythonDriversAndServers")
    void python(String driver, Server server) throws SQLException {
        createTable(server);
        LoadCounts loads = LoadCounts.of(server);
        ClientProgram.pythonIn(server, database, "load_data.py", driver, statement(file));
        expectAllRows(server);
        assertThat(loads.sinceThen()).isEqualTo(Map.of("sync_mode", 1L));
    }

    @ParameterizedTest
    @MethodSource("io.tributary.test.client.SharedServers#each")
    void go(Server server) throws SQLException {
        createTable(server);
        LoadCounts loads = LoadCounts.of(server);
        ClientProgram.go(server, database, "./load", Map.of("TEST_STATEMENT", statement(file)));
        expectAllRows(server);
        assertThat(loads.sinceThen()).isEqualTo(Map.of("sync_mode", 1L));
    }

    private void createTable(Server server) throws SQLException {
        database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run(Tables.DT);
        }
    }

    private static String statement(Path file) {
        return "LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE dt FIELDS TERMINATED BY ','"
                + " OPTIONALLY ENCLOSED BY '\"' IGNORE 1 LINES (id, name, score)";
    }

    private void expectAllRows(Server server) throws SQLException {
        try (Sql sql = Sql.connect(server.port(), database)) {
            assertThat(sql.query("SELECT count(*), count(distinct id), count(score), min(name) FROM dt"))
                    .containsExactly(ROWS + "|" + ROWS + "|" + ROWS / 2 + "|it's, 0");
        }
    }
}
