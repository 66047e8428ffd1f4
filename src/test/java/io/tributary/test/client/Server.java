package io.tributary.test.client;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TableServer;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;

/**
 * A process that tests talk to: one for a class, or one for all classes that ask for the same. Each test takes a
 * database of its own.
 */
final class Server implements BeforeAllCallback {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final String VERSION_57 = "server_version=5.7.99-tributary";

    private final String name;
    private final boolean shared;
    private final boolean tls;
    private final List<String> settings;
    private @Nullable Running running;

    /** One for the class that registers it. */
    Server() {
        this("8.0", false, false, List.of());
    }

    /** One for the class that registers it, with these settings. */
    static Server own(String... settings) {
        return new Server("8.0", false, false, List.of(settings));
    }

    private Server(String name, boolean shared, boolean tls, List<String> settings) {
        this.name = name;
        this.shared = shared;
        this.tls = tls;
        this.settings = settings;
    }

    /** One for the class that registers it, announced as 5.7. */
    static Server own57() {
        return new Server("5.7", false, false, List.of(VERSION_57));
    }

    /** One that offers TLS, with a certificate that it signed itself. */
    static Server withTls() {
        return new Server("TLS", true, true, List.of());
    }

    /** The same, announced as 5.7. */
    static Server withTls57() {
        return new Server("TLS, 5.7", true, true, List.of(VERSION_57));
    }

    /** One that offers TLS and announces caching_sha2_password. */
    static Server withTlsAndSha2() {
        return new Server("TLS, sha2", true, true, List.of("default_authentication_plugin=caching_sha2_password"));
    }

    /** One that is announced as 8.0, as by default; shared with other classes, so global settings stay as they are. */
    static Server shared() {
        return new Server("8.0", true, false, List.of());
    }

    /** Returns a server like {@link #shared}, but announced as 5.7: drivers then ask SHOW instead of information_schema. */
    static Server shared57() {
        return new Server("5.7", true, false, List.of(VERSION_57));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        ExtensionContext owner = shared ? context.getRoot() : context;
        running = owner.getStore(ExtensionContext.Namespace.create(Server.class))
                .getOrComputeIfAbsent((shared ? "shared " : "own ") + name, ignored -> start(), Running.class);
    }

    int port() {
        return process().mysqlPort();
    }

    int httpPort() {
        return process().httpPort();
    }

    private TributaryProcess process() {
        if (running == null) {
            throw new IllegalStateException("not started");
        }
        return running.process;
    }

    /** @return the name of a new database */
    String newDatabase() throws SQLException {
        String database = "db" + DATABASES.incrementAndGet();
        try (Sql sql = Sql.connect(port(), "")) {
            sql.run("CREATE DATABASE " + database + TableServer.databaseClause(port()));
        }
        return database;
    }

    /** A connection to a new database. */
    Sql fresh() throws SQLException {
        return Sql.connect(port(), newDatabase());
    }

    /** Each of these values with each of these servers, for a test that takes both. */
    static Stream<Arguments> withEach(List<?> values, Server... servers) {
        return values.stream().flatMap(value -> Stream.of(servers).map(server -> Arguments.of(value, server)));
    }

    boolean offersTls() {
        return tls;
    }

    /** What it announces, for the names of tests. */
    @Override
    public String toString() {
        return name;
    }

    private Running start() {
        try {
            Path directory = Files.createTempDirectory("tributary-test-");
            List<String> all = new ArrayList<>(settings);
            if (tls) {
                all.addAll(certificate(directory));
            }
            return new Running(
                    directory,
                    TributaryProcess.startBoth(directory, directory.resolve("data"), all.toArray(new String[0])));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> certificate(Path directory) throws Exception {
        X509Bundle bundle = new CertificateBuilder()
                .subject("CN=localhost")
                .addSanDnsName("localhost")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        return List.of(
                "ssl_cert=" + Files.writeString(directory.resolve("cert.pem"), bundle.getCertificatePathPEM()),
                "ssl_key=" + Files.writeString(directory.resolve("key.pem"), bundle.getPrivateKeyPEM()));
    }

    /** Closed by JUnit, with the class or at the end of all. */
    private record Running(Path directory, TributaryProcess process) implements AutoCloseable {
        @Override
        public void close() {
            process.close();
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
