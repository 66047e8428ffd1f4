package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writes the golden files of {@code CaptureTest} in {@code protocol} anew, from the clients that are installed. Not part
 * of any suite: {@code mvn verify -pl src/test -am -Dgroups=clients -Dit.test=RecordCaptures}.
 */
@Tag("clients")
final class RecordCaptures {
    private static final String DATABASE = "captures";
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Path FOLDER =
            TributaryProcess.home().resolve("protocol/src/test/resources/io/tributary/protocol/captures");

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private interface Client {
        /**
         * Connects to this port and writes three rows.
         *
         * @return its version
         */
        String write(int port) throws Exception;
    }

    @BeforeEach
    void createTable() throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), "")) {
            sql.run(
                    "DROP DATABASE IF EXISTS " + DATABASE,
                    "CREATE DATABASE " + DATABASE,
                    "CREATE TABLE captures.c (id INT NOT NULL, name VARCHAR(50), amount DECIMAL(10,2),"
                            + " moment DATETIME(6)) DUPLICATE KEY(id)");
        }
    }

    @ParameterizedTest
    @EnumSource
    void jdbc(JdbcDriver driver) throws Exception {
        String parameters = driver.isConnectorJ()
                ? "useServerPrepStmts=true&rewriteBatchedStatements=true&cachePrepStmts=true"
                : "useServerPrepStmts=true";
        capture(driver.name().toLowerCase(Locale.ROOT).replace('_', '-'), port -> {
            try (Connection connection = driver.connect(port, DATABASE, parameters)) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SET group_commit = sync_mode");
                }
                write(connection);
                return connection.getMetaData().getDriverName() + " "
                        + connection.getMetaData().getDriverVersion();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"pymysql", "connector-python", "connector-python-c", "mysqlclient", "aiomysql", "asyncmy"})
    void python(String name) throws Exception {
        Path python = TributaryProcess.home().resolve("src/test/target/venv/bin/python");
        capture(
                name,
                port -> name + " "
                        + run(port, Map.of(), List.of(python.toString(), program("python/capture.py"), name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql2", "mysql"})
    void node(String name) throws Exception {
        Path modules = TributaryProcess.home().resolve("src/test/target/node/node_modules");
        capture(
                name.equals("mysql") ? "mysqljs" : name,
                port -> name + " "
                        + run(
                                port,
                                Map.of("NODE_PATH", modules.toString()),
                                List.of("node", program("node/capture.js"), name)));
    }

    @Test
    void go() throws Exception {
        String versions = Files.readString(Path.of(program("go/go.mod")));
        capture("go-sql-driver", port -> {
            run(port, Map.of("GOFLAGS", "-buildvcs=false"), List.of("go", "run", "-C", program("go"), "./capture"));
            return versions.lines()
                    .filter(line -> line.contains("go-sql-driver"))
                    .findFirst()
                    .orElseThrow()
                    .replace("require github.com/", "");
        });
    }

    @Test
    void r2dbc() throws Exception {
        Path jars = TributaryProcess.home().resolve("src/test/target/drivers/r2dbc");
        capture("r2dbc-mysql", port -> {
            run(port, Map.of(), List.of("java", "-cp", jars + "/*", program("java/R2dbc.java"), "capture"));
            try (var files = Files.list(jars)) {
                return files.map(file -> file.getFileName().toString())
                        .filter(name -> name.startsWith("r2dbc-mysql"))
                        .findFirst()
                        .orElseThrow()
                        .replace(".jar", "");
            }
        });
    }

    @Test
    void commandLine() throws Exception {
        capture("mariadb-command-line", port -> {
            List<String> command = CommandLine.mysql(port, "-uroot", DATABASE, "-e");
            command.add("SET group_commit = sync_mode; INSERT INTO c VALUES (1, 'Ann', 12.50, '2024-02-29 12:34:56'),"
                    + " (2, 'Bob\\'s', NULL, NULL), (3, 'Zoë', 0, '2024-02-29 12:34:56')");
            run(port, Map.of(), command);
            return run(port, Map.of(), List.of(command.get(0), "--version"));
        });
    }

    private static void write(Connection connection) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO c (id, name, amount, moment) VALUES (?, ?, ?, ?)")) {
            String[] names = {"Ann", "Bob's", "Zoë"};
            for (int id = 1; id <= names.length; id++) {
                insert.setInt(1, id);
                insert.setString(2, names[id - 1]);
                if (id == 2) {
                    insert.setNull(3, Types.DECIMAL);
                    insert.setNull(4, Types.TIMESTAMP);
                } else {
                    insert.setBigDecimal(3, new BigDecimal("12.50"));
                    insert.setTimestamp(4, Timestamp.valueOf("2024-02-29 12:34:56"));
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** Records the connection that wrote the rows, into the file of that name. */
    private static void capture(String name, Client client) throws Exception {
        try (RecordingProxy proxy = new RecordingProxy(SERVER.port())) {
            String version = client.write(proxy.port());
            RecordingProxy.Conversation conversation = proxy.ended().stream()
                    .filter(each ->
                            each.client().toString(StandardCharsets.UTF_8).contains("Ann"))
                    .findFirst()
                    .orElseThrow();
            Files.createDirectories(FOLDER);
            Files.writeString(FOLDER.resolve(name + ".hex"), CaptureFile.text(version.trim(), conversation));
        }
        try (Sql sql = Sql.connect(SERVER.port(), DATABASE)) {
            assertThat(sql.number("SELECT count(distinct id) FROM c")).isEqualTo(3);
        }
    }

    private String run(int port, Map<String, String> environment, List<String> command) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("TEST_PORT", Integer.toString(port));
        all.put("TEST_DB", DATABASE);
        CommandLine.Result result = CommandLine.run(directory, all, "", LIMIT, command);
        assertThat(result.exitCode()).as(result.text()).isZero();
        return result.text();
    }

    private static String program(String path) {
        return TributaryProcess.home().resolve("src/test/clients").resolve(path).toString();
    }
}
