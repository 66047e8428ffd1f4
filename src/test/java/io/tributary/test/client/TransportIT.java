package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** TLS and compression, as clients ask for them, of a server of each announced version. */
@Tag("clients")
final class TransportIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int ROWS = 2_000;

    @RegisterExtension
    static final Server SERVER = Server.withTls();

    @RegisterExtension
    static final Server SERVER_57 = Server.withTls57();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private enum Transport {
        PLAIN,
        TLS,
        COMPRESSED,
        COMPRESSED_TLS;

        boolean tls() {
            return this == TLS || this == COMPRESSED_TLS;
        }

        boolean compressed() {
            return this == COMPRESSED || this == COMPRESSED_TLS;
        }

        /** What the server must say of the connection. */
        void check(String sslVersion, String compression) {
            assertThat(sslVersion).matches(tls() ? "TLSv1\\.[23]" : "");
            assertThat(compression).isEqualTo(compressed() ? "ON" : "OFF");
        }
    }

    static Stream<Arguments> transportsAndServers() {
        return Server.withEach(List.of(Transport.values()), SERVER, SERVER_57);
    }

    static Stream<Arguments> driversTransportsAndServers() {
        return Stream.of(JdbcDriver.values()).flatMap(driver -> transportsAndServers()
                .map(Arguments::get)
                .map(others -> Arguments.of(driver, others[0], others[1])));
    }

    @ParameterizedTest
    @MethodSource("transportsAndServers")
    void theCommandLineWritesAndReadsOverEveryTransport(Transport transport, Server server) {
        List<String> command = CommandLine.mysql(server.port(), "-uroot", "--batch", "--skip-column-names");
        command.addAll(transport.tls() ? List.of("--ssl", "--skip-ssl-verify-server-cert") : List.of("--skip-ssl"));
        if (transport.compressed()) {
            command.add("--compress");
        }
        StringBuilder lines = new StringBuilder(
                        "create database over_" + transport + ";\nuse over_" + transport + ";\n")
                .append(Tables.DT)
                .append("set group_commit = sync_mode;\ninsert into dt values");
        for (int i = 0; i < ROWS; i++) {
            lines.append(i == 0 ? "" : ",").append("(" + i + ",'name" + i + "',1)");
        }
        lines.append(
                """
                ;
                select concat('sum=', sum(id)) from dt;
                select name from dt order by id;
                show status like 'Compression';
                show status like 'Ssl_version';
                """);

        CommandLine.Result result = CommandLine.run(directory, Map.of(), lines.toString(), LIMIT, command);

        assertThat(result.exitCode()).as(result.text()).isZero();
        List<String> said = result.text().lines().toList();
        assertThat(said).contains("sum=" + (long) ROWS * (ROWS - 1) / 2).hasSize(1 + ROWS + 2);
        assertThat(said.subList(1, 1 + ROWS)).startsWith("name0", "name1").endsWith("name" + (ROWS - 1));
        transport.check(value(said, "Ssl_version"), value(said, "Compression"));
    }

    private static String value(List<String> said, String name) {
        return said.stream()
                .filter(line -> line.startsWith(name + "\t"))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElseThrow();
    }

    /** The driver's own choice: TLS where it is offered, and so a password that needs no public key. */
    @Test
    void anUnchangedJdbcUrlUsesTlsForAnAccountWithCachingSha2() throws Exception {
        try (Sql sql = Sql.connect(SERVER.port(), "")) {
            sql.run("CREATE USER 'sha' IDENTIFIED WITH caching_sha2_password BY 'right'");
        }
        try (Connection connection =
                        DriverManager.getConnection("jdbc:mysql://127.0.0.1:" + SERVER.port() + "/", "sha", "right");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SHOW STATUS LIKE 'Ssl_version'")) {
            assertThat(result.next()).isTrue();
            assertThat(result.getString(2)).isEqualTo("TLSv1.3");
        }
    }

    @ParameterizedTest
    @MethodSource("driversTransportsAndServers")
    void everyJdbcDriverWritesAndReadsOverEveryTransport(JdbcDriver driver, Transport transport, Server server)
            throws Exception {
        String database = server.newDatabase();
        String parameters = "rewriteBatchedStatements=true&"
                + (transport.tls() ? driver.withTls() : driver.withoutTls())
                + (transport.compressed() ? "&useCompression=true" : "");
        try (Connection connection = driver.connect(server, database, parameters);
                Statement statement = connection.createStatement()) {
            statement.execute(Tables.DT);
            String long50 = "x".repeat(50);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO dt VALUES (?, ?, 1)")) {
                for (int id = 0; id < ROWS; id++) {
                    insert.setInt(1, id);
                    insert.setString(2, long50);
                    insert.addBatch();
                    if (id % 500 == 499) {
                        insert.executeBatch();
                    }
                }
            }
            try (ResultSet result = statement.executeQuery("SELECT id, name FROM dt ORDER BY id")) {
                for (int id = 0; id < ROWS; id++) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getInt(1)).isEqualTo(id);
                    assertThat(result.getString(2)).isEqualTo(long50);
                }
                assertThat(result.next()).isFalse();
            }
            transport.check(value(statement, "Ssl_version"), value(statement, "Compression"));
        }
    }

    private static String value(Statement statement, String name) throws Exception {
        try (ResultSet result = statement.executeQuery("SHOW STATUS LIKE '" + name + "'")) {
            assertThat(result.next()).isTrue();
            return result.getString(2);
        }
    }
}
