package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.bench.server.LocalServer;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.SqlMode;
import io.tributary.engine.mysql.MySqlEngine;
import io.tributary.engine.mysql.session.Credentials;
import io.tributary.engine.mysql.session.ServerAddresses;
import io.tributary.engine.port.ResultCursor;
import io.tributary.test.process.ChosenServer;
import io.tributary.test.process.Sql;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How connections of the engine {@code mysql} are protected, on a MySQL, which makes a certificate for itself at its first start. */
@Tag("mysql")
final class ServerTlsIT {
    private static final QueryContext CONTEXT = new QueryContext("", SqlMode.NONE, "UTC", 0);

    @TempDir
    private static Path directory = Path.of("set by JUnit");

    private static @Nullable LocalServer server;
    private static int port;
    private static Path login = Path.of("set by start");

    @BeforeAll
    static void start() throws Exception {
        Assumptions.assumeTrue(
                ChosenServer.isMySql(), "a MariaDB 10.11 has no certificate; -Dtributary.test.server=mysql has");
        LocalServer started = ChosenServer.start(Files.createDirectory(directory.resolve("server")), 100, "128M");
        server = started;
        port = started.address().port();
        login = Files.writeString(directory.resolve("login"), "app\ns3cret\n");
        try (Sql sql = Sql.connect(port, "")) {
            sql.run("CREATE USER app IDENTIFIED BY 's3cret'", "GRANT ALL ON tributary.* TO app");
        }
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static MySqlEngine open(String host, String options) {
        return MySqlEngine.open(
                ServerAddresses.parse("mysql://" + host + ":" + port + options), new Credentials("file:" + login));
    }

    private static Path authority() {
        return directory.resolve("server/data/ca.pem");
    }

    /** The cipher of a connection that queries are asked on; empty: none. */
    private static String cipher(String options) {
        try (MySqlEngine engine = open("127.0.0.1", options);
                ResultCursor rows = engine.query("SHOW SESSION STATUS LIKE 'Ssl_cipher'", CONTEXT)) {
            RowBlockReader reader = new RowBlockReader(
                    rows.columns().stream().map(ResultColumn::type).toList());
            reader.reset(Objects.requireNonNull(rows.next(), "a row"));
            return new String(
                    reader.array(), reader.bytesOffset(1, 0), reader.bytesLength(1, 0), StandardCharsets.UTF_8);
        }
    }

    private static void refused(String host, String options, String words) {
        assertThatThrownBy(() -> open(host, options).close())
                .as(options)
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining(words)
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void connectionsAreEncryptedUnlessThatIsOff() {
        assertThat(cipher("")).contains("TLS_");
        assertThat(cipher("?tls=required")).contains("TLS_");
        assertThat(cipher("?tls=verify_ca&tls_ca=" + authority())).contains("TLS_");
        assertThat(cipher("?tls=off")).doesNotContain("TLS_");
    }

    @Test
    void aServerThatAnotherAuthorityHasSignedIsRefused() throws Exception {
        // A certificate that has signed nothing.
        refused("127.0.0.1", "?tls=verify_ca&tls_ca=" + directory.resolve("server/data/client-cert.pem"), "TLS: ");
        refused("127.0.0.1", "?tls=verify_identity", "TLS: ");
        refused("127.0.0.1", "?tls=verify_ca&tls_ca=" + directory.resolve("none.pem"), "none.pem cannot be read");
        refused("127.0.0.1", "?tls=verify_ca&tls_ca=" + login, "login is no file of certificates");
        Path broken = Files.writeString(
                directory.resolve("broken.pem"), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        refused("127.0.0.1", "?tls=verify_ca&tls_ca=" + broken, "broken.pem is no file of certificates");
        Path empty = Files.writeString(directory.resolve("empty.pem"), "");
        refused("127.0.0.1", "?tls=verify_ca&tls_ca=" + empty, "empty.pem has no certificate");
    }

    @Test
    void aCertificateOfAnotherNameIsRefusedWhereTheNameCounts() {
        refused("127.0.0.1", "?tls=verify_identity&tls_ca=" + authority(), "TLS: ");
        refused("localhost", "?tls=verify_identity&tls_ca=" + authority(), "TLS: ");
    }
}
