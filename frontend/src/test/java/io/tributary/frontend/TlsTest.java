package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.insertBatch;
import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS on the MySQL port, asked for by Connector/J. */
class TlsTest {
    @TempDir
    static Path directory;

    private static FrontendConfig.Tls offered;

    @BeforeAll
    static void certificate() throws Exception {
        X509Bundle bundle = new CertificateBuilder()
                .subject("CN=localhost")
                .addSanDnsName("localhost")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        Path certificate = Files.writeString(directory.resolve("cert.pem"), bundle.getCertificatePathPEM());
        Path key = Files.writeString(directory.resolve("key.pem"), bundle.getPrivateKeyPEM());
        offered = new FrontendConfig.Tls(certificate.toString(), key.toString(), false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void statementsAndPreparedBatchesRunInsideTls(String version) throws Exception {
        try (FrontendFixture frontend =
                        new FrontendFixture(FrontendConfig.defaults().withTls(offered));
                Connection plain = frontend.withTable("");
                Connection connection = connect(
                        frontend,
                        "root",
                        "",
                        "sslMode=REQUIRED&tlsVersions=" + version + "&" + FrontendFixture.MANUAL)) {
            insertBatch(connection, "ads.t", 1_000);
            assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(1_000);
            assertThat(rows(connection, "SHOW VARIABLES LIKE 'have_ssl'")).containsExactly("have_ssl|YES");
            assertThat(rows(connection, "SHOW STATUS LIKE 'Ssl_version'")).containsExactly("Ssl_version|" + version);
            assertThat(rows(plain, "SHOW STATUS LIKE 'Ssl_version'")).containsExactly("Ssl_version|");
            assertThat(rows(plain, "SELECT @@require_secure_transport")).containsExactly("0");
        }
    }

    /** Where plain TCP would need the server's public key, which the driver does not ask for by itself. */
    @Test
    void aPasswordIsSentWithoutAPublicKeyInsideTls() throws Exception {
        try (FrontendFixture frontend =
                new FrontendFixture(FrontendConfig.defaults().withTls(offered))) {
            try (Connection root = frontend.connect("")) {
                run(root, "CREATE USER 'ada' IDENTIFIED WITH caching_sha2_password BY 'secret'");
            }
            for (int full = 0; full < 2; full++) {
                try (Connection ada = connect(frontend, "ada", "secret", "sslMode=REQUIRED")) {
                    assertThat(rows(ada, "SELECT 1")).containsExactly("1");
                }
            }
            assertThatThrownBy(() -> connect(frontend, "ada", "wrong", "sslMode=REQUIRED"))
                    .hasMessageContaining("Access denied for user 'ada'@'127.0.0.1' (using password: YES)");
        }
    }

    @Test
    void whoDoesNotUseTlsIsRefusedWhereItIsRequired() throws Exception {
        FrontendConfig.Tls required = new FrontendConfig.Tls(offered.certificateFile(), offered.keyFile(), true);
        try (FrontendFixture frontend =
                new FrontendFixture(FrontendConfig.defaults().withTls(required))) {
            assertThatThrownBy(() -> frontend.connect(""))
                    .isInstanceOfSatisfying(SQLException.class, error -> assertThat(error.getErrorCode())
                            .isEqualTo(3159));
            try (Connection connection = connect(frontend, "root", "", "sslMode=REQUIRED")) {
                assertThat(rows(connection, "SELECT @@require_secure_transport"))
                        .containsExactly("1");
            }
        }
    }

    /** A client that asks for TLS and then speaks something else is let go, and nobody else notices. */
    @Test
    void whatIsNotTlsEndsItsConnectionOnly() throws Exception {
        try (FrontendFixture frontend =
                        new FrontendFixture(FrontendConfig.defaults().withTls(offered));
                Connection other = frontend.connect("");
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), frontend.server.mysqlPort())) {
            socket.setSoTimeout(10_000);
            InputStream in = socket.getInputStream();
            in.skipNBytes(3 + in.read());
            OutputStream out = socket.getOutputStream();
            byte[] request = new byte[4 + 32];
            request[0] = 32;
            request[3] = 1;
            request[5] = (byte) 0x8A; // PROTOCOL_41, SSL, SECURE_CONNECTION
            out.write(request);
            out.write("SELECT 1 is no TLS record at all".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            in.readAllBytes();

            assertThat(rows(other, "SELECT 1")).containsExactly("1");
        }
    }

    @Test
    void aCertificateThatCannotBeUsedStopsTheStartAndIsNamed() throws Exception {
        Path nothing = directory.resolve("nothing.pem");
        FrontendConfig missing =
                FrontendConfig.defaults().withTls(new FrontendConfig.Tls(nothing.toString(), offered.keyFile(), false));
        assertThatThrownBy(() -> start(missing))
                .isInstanceOf(FrontendServer.StartException.class)
                .hasMessage("ssl_cert = " + nothing + ": there is no such file, or it is not readable");

        Path garbage = Files.writeString(directory.resolve("garbage.pem"), "not a key");
        FrontendConfig broken = FrontendConfig.defaults()
                .withTls(new FrontendConfig.Tls(offered.certificateFile(), garbage.toString(), false));
        assertThatThrownBy(() -> start(broken))
                .isInstanceOf(FrontendServer.StartException.class)
                .hasMessageContaining("ssl_key = " + garbage + " cannot be used");

        assertThatThrownBy(() -> new FrontendConfig.Tls("cert.pem", "", false))
                .hasMessage("ssl_cert and ssl_key belong together; only ssl_cert is set");
        assertThatThrownBy(() -> new FrontendConfig.Tls("", "", true))
                .hasMessage("require_secure_transport = true needs ssl_cert and ssl_key");
    }

    private static void start(FrontendConfig config) throws Exception {
        FrontendServer.start(
                        config.withListen(new FrontendConfig.Listen("127.0.0.1", 0, 0, false)),
                        loop -> new MemoryBackend(),
                        new SimpleMeterRegistry(),
                        () -> "")
                .close();
    }

    private static Connection connect(FrontendFixture frontend, String user, String password, String parameters)
            throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + frontend.server.mysqlPort() + "/?" + parameters, user, password);
    }
}
