package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import io.tributary.test.process.TributaryProcess;
import java.math.BigDecimal;
import java.net.URLClassLoader;
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
import java.util.Properties;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writes the golden files of {@code CaptureTest} in {@code protocol} anew, from the clients that are installed. Not part
 * of any suite: {@code mvn verify -pl src/test -am -Dgroups=clients -Dit.test=RecordCaptures}.
 */
@Tag("clients")
final class RecordCaptures {
    private static final String DATABASE = "captures";
    private static final Duration LIMIT = Duration.ofMinutes(1);
    /** The captures of clients that write the three rows. */
    private static final Path FOLDER =
            TributaryProcess.home().resolve("protocol/src/test/resources/io/tributary/protocol/captures");
    /** The captures of programs that write what they like. */
    private static final Path PROGRAMS = FOLDER.resolve("programs");
    /** The captures of clients that prove a password, with the server's nonce. */
    private static final Path PASSWORDS = FOLDER.resolve("passwords");

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    /** Announces caching_sha2_password. */
    @RegisterExtension
    static final Server SERVER_SHA2 = Server.withTlsAndSha2();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private interface Client {
        /**
         * Connects to this port and writes.
         *
         * @return its version
         */
        String write(int port) throws Exception;
    }

    @BeforeEach
    void createTable() throws SQLException {
        for (Server server : new Server[] {SERVER, SERVER_57, SERVER_SHA2}) {
            try (Sql sql = Sql.connect(server.port(), "")) {
                sql.run(
                        "DROP DATABASE IF EXISTS " + DATABASE,
                        "CREATE DATABASE " + DATABASE,
                        "CREATE TABLE captures.c (id INT NOT NULL, name VARCHAR(50), amount DECIMAL(10,2),"
                                + " moment DATETIME(6)) DUPLICATE KEY(id)");
            }
        }
    }

    static Stream<Arguments> driversAndServers() {
        return Stream.concat(JdbcDriver.onEach(SERVER), JdbcDriver.connectorJOnEach(SERVER_57));
    }

    @ParameterizedTest
    @MethodSource("driversAndServers")
    void jdbc(JdbcDriver driver, Server server) throws Exception {
        String parameters = driver.isConnectorJ()
                ? "useServerPrepStmts=true&rewriteBatchedStatements=true&cachePrepStmts=true"
                : "useServerPrepStmts=true";
        captureRows(server, driver.name().toLowerCase(Locale.ROOT).replace('_', '-'), port -> {
            try (Connection connection = driver.connect(port, DATABASE, parameters)) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SET group_commit = sync_mode");
                }
                write(connection);
                return version(connection);
            }
        });
    }

    /** Each scramble in the response to the greeting; caching_sha2_password's after a full login over TLS. */
    @ParameterizedTest
    @CsvSource({
        "CONNECTOR_J_9, mysql_native_password",
        "CONNECTOR_J_9, caching_sha2_password",
        "MARIADB_3, mysql_native_password"
    })
    void passwords(JdbcDriver driver, String plugin) throws Exception {
        boolean sha2 = plugin.equals("caching_sha2_password");
        Server server = sha2 ? SERVER_SHA2 : SERVER;
        try (Sql sql = Sql.connect(server.port(), "")) {
            sql.run("DROP USER IF EXISTS captured", "CREATE USER captured IDENTIFIED WITH " + plugin + " BY 'Right-1'");
        }
        if (sha2) {
            driver.connectAs("captured", "Right-1", server.port(), DATABASE, driver.withTls())
                    .close();
        }
        String name = driver.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + plugin;
        capture(server, PASSWORDS.resolve(name + ".hex"), "Ann", port -> {
            try (Connection connection = driver.connectAs("captured", "Right-1", port, DATABASE, driver.withoutTls())) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SET group_commit = sync_mode");
                }
                write(connection);
                return version(connection);
            }
        });
    }

    /** Records the pool as it is, over Connector/J: what it asks besides is there too. */
    @Test
    void hikari() throws Exception {
        captureRows(SERVER, "hikaricp", port -> {
            Properties settings = new Properties();
            settings.setProperty("jdbcUrl", JdbcDriver.CONNECTOR_J_9.url(port, DATABASE, ""));
            settings.setProperty("driverClassName", JdbcDriver.CONNECTOR_J_9.driverClass());
            settings.setProperty("username", "root");
            settings.setProperty("password", "");
            settings.setProperty("maximumPoolSize", "1");
            settings.setProperty("connectionInitSql", "SET group_commit = sync_mode");
            try (URLClassLoader loader = HikariIT.loader(JdbcDriver.CONNECTOR_J_9)) {
                DataSource pool = HikariIT.pool(loader, settings);
                String version;
                try (Connection connection = pool.getConnection()) {
                    write(connection);
                    version = "HikariCP over " + version(connection);
                }
                ((AutoCloseable) pool).close();
                return version;
            }
        });
    }

    /** Prepared Update Statement, three times. */
    @Test
    void jmeter() throws Exception {
        try (Sql sql = Sql.connect(SERVER.port(), DATABASE)) {
            sql.run(Tables.DT);
        }
        capture(SERVER, PROGRAMS.resolve("jmeter.hex"), "captures.dt", port -> {
            String url = "jdbc:mysql://127.0.0.1:" + port + "?useServerPrepStmts=true&cachePrepStmts=true";
            run(
                    port,
                    Map.of(),
                    JMeterIT.command(directory, url, "set group_commit=async_mode", DATABASE + ".dt", 1, 3));
            return "Apache JMeter, JDBC Request";
        });
    }

    /** A task of mysqlwriter with the manual's parameters: everything is bound as text. */
    @Test
    void dataX() throws Exception {
        captureRows(SERVER, "datax", port -> {
            try (Connection task = JdbcDriver.CONNECTOR_J_5.connect(port, DATABASE, DataXIT.MANUAL_PARAMETERS);
                    Statement statement = task.createStatement()) {
                statement.executeUpdate("set group_commit = sync_mode");
                statement
                        .executeQuery("select id,name,amount,moment from c where 1=2")
                        .close();
                task.setAutoCommit(false);
                try (PreparedStatement insert =
                        task.prepareStatement("insert INTO c (id,name,amount,moment) VALUES(?,?,?,?)")) {
                    for (String[] row : new String[][] {
                        {"1", "Ann", "12.50", "2024-02-29 12:34:56"},
                        {"2", "Bob's", null, null},
                        {"3", "Zoë", "0", "2024-02-29 12:34:56"}
                    }) {
                        for (int i = 0; i < row.length; i++) {
                            insert.setString(i + 1, row[i]);
                        }
                        insert.addBatch();
                    }
                    insert.executeBatch();
                }
                task.commit();
                return "DataX' mysqlwriter, its statements by "
                        + task.getMetaData().getDriverVersion();
            }
        });
    }

    static Stream<Arguments> pythonDriversAndServers() {
        return Stream.concat(
                Server.withEach(
                        List.of(
                                "pymysql",
                                "connector-python",
                                "connector-python-c",
                                "mysqlclient",
                                "aiomysql",
                                "asyncmy",
                                "sqlalchemy",
                                "pandas"),
                        SERVER),
                Server.withEach(List.of("connector-python", "connector-python-c"), SERVER_57));
    }

    @ParameterizedTest
    @MethodSource("pythonDriversAndServers")
    void python(String name, Server server) throws Exception {
        Path python = TributaryProcess.home().resolve("src/test/target/venv/bin/python");
        captureRows(
                server,
                name,
                port -> name + " "
                        + run(port, Map.of(), List.of(python.toString(), program("python/capture.py"), name)));
    }

    static Stream<Arguments> nodeDriversAndServers() {
        return Stream.concat(
                Server.withEach(List.of("mysql2", "mysql"), SERVER), Server.withEach(List.of("mysql2"), SERVER_57));
    }

    @ParameterizedTest
    @MethodSource("nodeDriversAndServers")
    void node(String name, Server server) throws Exception {
        Path modules = TributaryProcess.home().resolve("src/test/target/node/node_modules");
        captureRows(
                server,
                name.equals("mysql") ? "mysqljs" : name,
                port -> name + " "
                        + run(
                                port,
                                Map.of("NODE_PATH", modules.toString()),
                                List.of("node", program("node/capture.js"), name)));
    }

    static Stream<Server> servers() {
        return Stream.of(SERVER, SERVER_57);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void go(Server server) throws Exception {
        String versions = Files.readString(Path.of(program("go/go.mod")));
        captureRows(server, "go-sql-driver", port -> {
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
        captureRows(SERVER, "r2dbc-mysql", port -> {
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
        captureRows(SERVER, "mariadb-command-line", port -> {
            List<String> command = CommandLine.mysql(port, "-uroot", DATABASE, "-e");
            command.add("SET group_commit = sync_mode; INSERT INTO c VALUES (1, 'Ann', 12.50, '2024-02-29 12:34:56'),"
                    + " (2, 'Bob\\'s', NULL, NULL), (3, 'Zoë', 0, '2024-02-29 12:34:56')");
            run(port, Map.of(), command);
            return run(port, Map.of(), List.of(command.get(0), "--version"));
        });
    }

    /** What makes its table, and what loads it: one event, with BEGIN and COMMIT prepared. */
    @ParameterizedTest
    @ValueSource(strings = {"prepare", "run"})
    void sysbench(String command) throws Exception {
        if (command.equals("run")) {
            run(SERVER.port(), Map.of(), sysbench(SERVER.port(), "prepare"));
        }
        capture(SERVER, PROGRAMS.resolve("sysbench-" + command + ".hex"), "INSERT INTO sbtest1", port -> {
            run(port, Map.of(), sysbench(port, command));
            return run(port, Map.of(), List.of("sysbench", "--version")).trim() + " oltp_read_write " + command;
        });
    }

    private static List<String> sysbench(int port, String command) {
        return List.of(
                "sysbench",
                "oltp_read_write",
                "--db-driver=mysql",
                "--mysql-host=127.0.0.1",
                "--mysql-port=" + port,
                "--mysql-user=root",
                "--mysql-db=" + DATABASE,
                "--tables=1",
                "--table-size=3",
                "--threads=1",
                "--events=1",
                "--time=0",
                command);
    }

    @Test
    void slap() throws Exception {
        capture(SERVER, PROGRAMS.resolve("mariadb-slap.hex"), "CREATE TABLE `t1`", port -> {
            run(
                    port,
                    Map.of(),
                    List.of(
                            "mariadb-slap",
                            "--no-defaults",
                            "--protocol=tcp",
                            "-h127.0.0.1",
                            "-P" + port,
                            "-uroot",
                            "--auto-generate-sql",
                            "--auto-generate-sql-load-type=write",
                            "--auto-generate-sql-write-number=3",
                            "--concurrency=1",
                            "--number-of-queries=3",
                            "--create-schema=captures_of_slap"));
            return run(port, Map.of(), List.of("mariadb-slap", "--version"));
        });
    }

    private static String version(Connection connection) throws SQLException {
        return connection.getMetaData().getDriverName() + " "
                + connection.getMetaData().getDriverVersion();
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

    /** Records the connection that wrote the three rows. */
    private static void captureRows(Server server, String name, Client client) throws Exception {
        String file = server == SERVER ? name : name + "-towards-5.7";
        capture(server, FOLDER.resolve(file + ".hex"), "Ann", client);
        try (Sql sql = Sql.connect(server.port(), DATABASE)) {
            assertThat(sql.number("SELECT count(distinct id) FROM c")).isEqualTo(3);
        }
    }

    /** @param sent by the connection that is recorded */
    private static void capture(Server server, Path file, String sent, Client client) throws Exception {
        try (RecordingProxy proxy = new RecordingProxy(server.port())) {
            String version = client.write(proxy.port());
            RecordingProxy.Conversation conversation = proxy.ended().stream()
                    .filter(each ->
                            each.client().toString(StandardCharsets.UTF_8).contains(sent))
                    .findFirst()
                    .orElseThrow();
            String content =
                    file.startsWith(PROGRAMS) ? "all of one connection" : "handshake and a batch of three rows";
            Files.createDirectories(file.getParent());
            Files.writeString(file, CaptureFile.text(version.trim(), content, conversation));
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
