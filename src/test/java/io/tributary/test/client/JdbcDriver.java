package io.tributary.test.client;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The JDBC drivers of the client matrix, each on a class loader of its own; versions are in clients/java/pom.xml. */
enum JdbcDriver {
    CONNECTOR_J_26("connector-j-26", "com.mysql.cj.jdbc.Driver", "jdbc:mysql", ""),
    CONNECTOR_J_9("connector-j-9", "com.mysql.cj.jdbc.Driver", "jdbc:mysql", ""),
    CONNECTOR_J_8("connector-j-8", "com.mysql.cj.jdbc.Driver", "jdbc:mysql", ""),
    CONNECTOR_J_5("connector-j-5", "com.mysql.jdbc.Driver", "jdbc:mysql", "useSSL=false"),
    /** Which insists on TLS unless told otherwise. */
    MARIADB_4("mariadb-java-4", "org.mariadb.jdbc.Driver", "jdbc:mariadb", "sslMode=disable"),
    MARIADB_3("mariadb-java-3", "org.mariadb.jdbc.Driver", "jdbc:mariadb", ""),
    MARIADB_2("mariadb-java-2", "org.mariadb.jdbc.Driver", "jdbc:mariadb", "");

    private static final Map<JdbcDriver, Driver> LOADED = new ConcurrentHashMap<>();

    private final String folder;
    private final String driverClass;
    private final String scheme;
    private final String defaults;

    JdbcDriver(String folder, String driverClass, String scheme, String defaults) {
        this.folder = folder;
        this.driverClass = driverClass;
        this.scheme = scheme;
        this.defaults = defaults;
    }

    /** Every driver with each of these servers, for a test that takes both. */
    static Stream<Arguments> onEach(Server... servers) {
        return Server.withEach(List.of(values()), servers);
    }

    /** The same of Connector/J alone. */
    static Stream<Arguments> connectorJOnEach(Server... servers) {
        return Server.withEach(
                Stream.of(values()).filter(JdbcDriver::isConnectorJ).toList(), servers);
    }

    boolean isConnectorJ() {
        return scheme.equals("jdbc:mysql");
    }

    /** Whether it tells tinyint(1) as BOOLEAN; the others tell it as BIT. */
    boolean tellsBoolean() {
        return this == MARIADB_4 || this == MARIADB_3;
    }

    /**
     * Connects as root with its empty password.
     *
     * @param parameters of the URL, joined by {@code &}
     */
    Connection connect(Server server, String database, String parameters) throws SQLException {
        return connect(server.port(), database, parameters);
    }

    /** The same at a port. */
    Connection connect(int port, String database, String parameters) throws SQLException {
        return connectAs("root", "", port, database, parameters);
    }

    Connection connectAs(String user, String password, int port, String database, String parameters)
            throws SQLException {
        Properties account = new Properties();
        account.setProperty("user", user);
        account.setProperty("password", password);
        Connection connection =
                LOADED.computeIfAbsent(this, JdbcDriver::load).connect(url(port, database, parameters), account);
        if (connection == null) {
            throw new IllegalStateException(this + " does not take its own URL");
        }
        return connection;
    }

    /** Returns the URL with the parameters that this driver needs by default before these. */
    String url(int port, String database, String parameters) {
        return scheme + "://127.0.0.1:" + port + "/" + database + "?" + defaults + "&" + parameters;
    }

    /** Parameters of the URL for TLS with a certificate that nobody vouches for. */
    String withTls() {
        return switch (this) {
            case CONNECTOR_J_26, CONNECTOR_J_9, CONNECTOR_J_8 -> "sslMode=REQUIRED";
            case CONNECTOR_J_5 -> "useSSL=true&verifyServerCertificate=false";
            case MARIADB_4, MARIADB_3 -> "sslMode=trust";
            case MARIADB_2 -> "useSsl=true&trustServerCertificate=true";
        };
    }

    /** Parameters of the URL for plain TCP, over which a password travels encrypted with a key that the server sends. */
    String withoutTls() {
        String never =
                switch (this) {
                    case CONNECTOR_J_26, CONNECTOR_J_9, CONNECTOR_J_8 -> "sslMode=DISABLED";
                    case CONNECTOR_J_5 -> "useSSL=false";
                    case MARIADB_4, MARIADB_3 -> "sslMode=disable";
                    case MARIADB_2 -> "useSsl=false";
                };
        return never + "&allowPublicKeyRetrieval=true";
    }

    String driverClass() {
        return driverClass;
    }

    /** The driver's jars. Without them the test is skipped. */
    List<URL> jars() {
        return jars(folder);
    }

    static List<URL> jars(String folder) {
        Path directory =
                TributaryProcess.home().resolve("src/test/target/drivers").resolve(folder);
        assumeTrue(Files.isDirectory(directory), "no " + directory + " (bin/test installs the drivers)");
        List<URL> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                jars.add(file.toUri().toURL());
            }
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jars;
    }

    /** The loader stays open as long as the process: the driver loads classes until its end. */
    @SuppressWarnings("resource")
    private static Driver load(JdbcDriver which) {
        URLClassLoader loader =
                new URLClassLoader(which.jars().toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        try {
            return Class.forName(which.driverClass, true, loader)
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(which + " cannot be loaded", e);
        }
    }
}
