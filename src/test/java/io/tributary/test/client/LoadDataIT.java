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
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** LOAD DATA LOCAL INFILE by the drivers that can: the client sends the file, and its rows are grouped. */
@Tag("clients")
final class LoadDataIT {
    private static final int ROWS = 5_000;

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private String database = "";
    private Path file = Path.of("set by writeFile");

    static Stream<Arguments> driversAndServers() {
        return JdbcDriver.onEach(SERVER, SERVER_57);
    }

    static Stream<Arguments> pythonDriversAndServers() {
        return Server.withEach(
                List.of("pymysql", "connector-python", "connector-python-c", "mysqlclient"), SERVER, SERVER_57);
    }

    static Stream<Server> servers() {
        return Stream.of(SERVER, SERVER_57);
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

    @ParameterizedTest
    @MethodSource("driversAndServers")
    void jdbc(JdbcDriver driver, Server server) throws SQLException {
        createTable(server);
        long before = server.groupedInserts("sync_mode");
        String allowed = driver.isConnectorJ() ? "allowLoadLocalInfile=true" : "allowLocalInfile=true";
        try (Connection connection =
                        driver.connect(server, database, allowed + "&sessionVariables=group_commit=sync_mode");
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(statement(file))).isEqualTo(ROWS);
            assertThat(connection.isValid(5)).isTrue();
        }
        expectAllRows(server);
        assertThat(server.groupedInserts("sync_mode")).isGreaterThan(before);
    }

    @ParameterizedTest
    @MethodSource("pythonDriversAndServers")
    void python(String driver, Server server) throws SQLException {
        createTable(server);
        long before = server.groupedInserts("sync_mode");
        ClientProgram.pythonIn(server, database, "load_data.py", driver, statement(file));
        expectAllRows(server);
        assertThat(server.groupedInserts("sync_mode")).isGreaterThan(before);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void go(Server server) throws SQLException {
        createTable(server);
        long before = server.groupedInserts("sync_mode");
        ClientProgram.go(server, database, "./load", Map.of("TEST_STATEMENT", statement(file)));
        expectAllRows(server);
        assertThat(server.groupedInserts("sync_mode")).isGreaterThan(before);
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
