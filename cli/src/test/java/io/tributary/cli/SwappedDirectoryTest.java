package io.tributary.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.cli.settings.ServerConfigs;
import io.tributary.cli.settings.SettingsReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A frontend apart, while the backend behind its address comes back with other data. */
@Timeout(120)
final class SwappedDirectoryTest {
    @TempDir
    private Path directory = Path.of("set by JUnit");

    private int port;
    private Servers backend;
    private Servers frontend;

    @BeforeEach
    void start() throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        backend = backend("data");
        frontend = frontend();
    }

    @AfterEach
    void stop() {
        frontend.close();
        backend.close();
    }

    private Servers backend(String data) throws Exception {
        return Servers.backend(new ServerConfigs(
                new SettingsReader()
                        .commandLine(List.of("grpc_port=" + port, "webserver_port=0"))
                        .settings(),
                directory.resolve(data)));
    }

    private Servers frontend() throws Exception {
        return Servers.frontend(new ServerConfigs(
                new SettingsReader()
                        .commandLine(List.of("query_port=0", "http_port=0", "backend_address=127.0.0.1:" + port))
                        .settings(),
                directory.resolve("none")));
    }

    private static Connection connect(Servers to) throws SQLException {
        return DriverManager.getConnection("jdbc:mysql://127.0.0.1:" + to.mysqlPort() + "/?user=root");
    }

    private static void run(Servers through, String... statements) throws SQLException {
        try (Connection connection = connect(through);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String value(Servers through, String sql) throws SQLException {
        try (Connection connection = connect(through);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    @Test
    void rowsForATableOfTheDirectoryBeforeNeverReachAnotherTable() throws Exception {
        run(frontend, "CREATE DATABASE shop", "CREATE TABLE shop.prices (id INT, price INT)");
        try (Connection connection = connect(frontend);
                Statement statement = connection.createStatement()) {
            statement.execute("SET group_commit = 'async_mode'");
            statement.execute("INSERT INTO shop.prices VALUES (1, 1)");
            backend.close();
            backend = backend("other");
            Servers second = frontend();
            try {
                run(second, "CREATE DATABASE shop", "CREATE TABLE shop.stock (pieces INT, place INT)");

                assertThatThrownBy(() -> untilAnswered(statement, "INSERT INTO shop.prices VALUES (2, 2)"))
                        .hasMessageContaining("shop.prices");

                run(second, "SYNC");
                assertThat(value(second, "SELECT count(*) FROM shop.stock")).isEqualTo("0");
            } finally {
                second.close();
            }
        }
    }

    /** The connection to the backend comes back after a while; what was sent into the old one has an unknown outcome. */
    private static void untilAnswered(Statement statement, String sql) throws SQLException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (true) {
            try {
                statement.execute(sql);
                return;
            } catch (SQLException e) {
                String message = String.valueOf(e.getMessage());
                if (!(message.contains("not reachable") || message.contains("connection to the backend was lost"))
                        || System.nanoTime() > deadline) {
                    throw e;
                }
            }
        }
    }

    @Test
    void aFrontendGoesOnWithABackendThatWasRestoredFromABackup() throws Exception {
        run(
                frontend,
                "CREATE DATABASE shop",
                "CREATE TABLE shop.kept (id BIGINT NOT NULL AUTO_INCREMENT, v INT, KEY (id))");
        backend.close();
        copy(directory.resolve("data"), directory.resolve("backup"));
        backend = backend("data");
        untilServed("INSERT INTO shop.kept (v) VALUES (1)");
        run(frontend, "CREATE TABLE shop.lost (a INT)");
        backend.close();
        backend = backend("data");
        untilServed("CREATE TABLE shop.lost2 (a INT)");
        backend.close();

        backend = backend("backup");

        untilServed("CREATE TABLE shop.later (a INT)");
        run(frontend, "INSERT INTO shop.later VALUES (7)", "INSERT INTO shop.kept (v) VALUES (2)");
        assertThat(value(frontend, "SELECT count(*) FROM shop.later")).isEqualTo("1");
        assertThat(value(frontend, "SELECT count(*) FROM shop.kept")).isEqualTo("1");
        // No number of the range that was reserved of the directory before.
        assertThat(value(frontend, "SELECT id FROM shop.kept")).isEqualTo("1");
        assertThat(value(
                        frontend,
                        "SELECT group_concat(table_name ORDER BY table_name) FROM information_schema.tables"
                                + " WHERE table_schema = 'shop'"))
                .isEqualTo("kept,later");
        assertThatThrownBy(() -> run(frontend, "INSERT INTO shop.lost VALUES (2)"))
                .hasMessageContaining("shop.lost' doesn't exist");
    }

    private void untilServed(String sql) throws SQLException {
        try (Connection connection = connect(frontend);
                Statement statement = connection.createStatement()) {
            untilAnswered(statement, sql);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path each : walk.toList()) {
                Files.copy(each, to.resolve(from.relativize(each).toString()));
            }
        }
    }
}
