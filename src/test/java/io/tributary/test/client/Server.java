package io.tributary.test.client;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One process for all tests of a class; each test takes a database of its own. */
final class Server implements BeforeAllCallback, AfterAllCallback {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final boolean tls;
    private @Nullable TributaryProcess process;
    private @Nullable Path directory;

    Server() {
        this(false);
    }

    private Server(boolean tls) {
        this.tls = tls;
    }

    /** One that offers TLS, with a certificate that it signed itself. */
    static Server withTls() {
        return new Server(true);
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Path made = Files.createTempDirectory("tributary-test-");
        directory = made;
        process = TributaryProcess.startBoth(made, made.resolve("data"), tls ? certificate(made) : new String[0]);
    }

    private static String[] certificate(Path directory) throws Exception {
        X509Bundle bundle = new CertificateBuilder()
                .subject("CN=localhost")
                .addSanDnsName("localhost")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        return new String[] {
            "ssl_cert=" + Files.writeString(directory.resolve("cert.pem"), bundle.getCertificatePathPEM()),
            "ssl_key=" + Files.writeString(directory.resolve("key.pem"), bundle.getPrivateKeyPEM())
        };
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (process != null) {
            process.close();
        }
        if (directory != null) {
            delete(directory);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        if (process == null) {
            throw new IllegalStateException("not started");
        }
        return process.mysqlPort();
    }

    /** @return the name of a new database */
    String newDatabase() throws SQLException {
        String name = "db" + DATABASES.incrementAndGet();
        try (Sql sql = Sql.connect(port(), "")) {
            sql.run("CREATE DATABASE " + name);
        }
        return name;
    }

    /** A connection to a new database. */
    Sql fresh() throws SQLException {
        return Sql.connect(port(), newDatabase());
    }
}
