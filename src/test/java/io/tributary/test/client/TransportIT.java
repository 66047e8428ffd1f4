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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TLS and compression, as clients ask for them. */
@Tag("clients")
final class TransportIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int ROWS = 2_000;

    @RegisterExtension
    static final Server SERVER = Server.withTls();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @ParameterizedTest
    @CsvSource({"--skip-ssl", "--ssl", "--skip-ssl --compress", "--ssl --compress"})
    void theCommandLineWritesAndReadsOverEveryTransport(String options) throws Exception {
        String database = SERVER.newDatabase();
        List<String> command = CommandLine.mysql(SERVER.port(), "-uroot", "--batch");
        command.addAll(List.of(options.split(" ")));
        if (options.contains("--ssl")) {
            command.add("--skip-ssl-verify-server-cert");
        }
        command.add(database);
        StringBuilder lines =
                new StringBuilder(Tables.DT).append("set group_commit = sync_mode;\ninsert into dt values");
        for (int i = 0; i < ROWS; i++) {
            lines.append(i == 0 ? "" : ",")
                    .append("(")
                    .append(i)
                    .append(",'name")
                    .append(i)
                    .append("',1)");
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
        assertThat(result.text())
                .contains("sum=" + (long) ROWS * (ROWS - 1) / 2)
                .contains("name" + (ROWS - 1) + "\n")
                .contains("Compression\t" + (options.contains("--compress") ? "ON" : "OFF"))
                .containsPattern("Ssl_version\t" + (options.contains("--skip-ssl") ? "\n" : "TLSv1\\.[23]\n"));
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
    @CsvSource({
        "CONNECTOR_J_26, ''",
        "CONNECTOR_J_26, useCompression=true",
        "CONNECTOR_J_9, ''",
        "CONNECTOR_J_8, ''",
        "CONNECTOR_J_8, useCompression=true",
        "CONNECTOR_J_5, useSSL=true&verifyServerCertificate=false",
        "CONNECTOR_J_5, useSSL=true&verifyServerCertificate=false&useCompression=true",
        "MARIADB_4, sslMode=trust",
        "MARIADB_3, sslMode=trust",
        "MARIADB_3, sslMode=trust&useCompression=true",
        "MARIADB_2, useSsl=true&trustServerCertificate=true"
    })
    void everyJdbcDriverWritesAndReadsOverTls(JdbcDriver driver, String parameters) throws Exception {
        String database = SERVER.newDatabase();
        try (Connection connection = driver.connect(SERVER, database, "rewriteBatchedStatements=true&" + parameters);
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
            try (ResultSet result = statement.executeQuery("SELECT count(*), min(name) FROM dt")) {
                assertThat(result.next()).isTrue();
                assertThat(result.getInt(1)).isEqualTo(ROWS);
                assertThat(result.getString(2)).isEqualTo(long50);
            }
            try (ResultSet result = statement.executeQuery("SHOW STATUS LIKE 'Ssl_version'")) {
                assertThat(result.next()).isTrue();
                assertThat(result.getString(2)).startsWith("TLSv1.");
            }
        }
    }
}
