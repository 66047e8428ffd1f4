package io.tributary.test.engine;

import io.tributary.bench.server.GaleraCluster;
import io.tributary.bench.server.LocalServer;
import io.tributary.bench.server.MeasuredServer;
import io.tributary.bench.server.PeerChoice;
import io.tributary.engine.mysql.MySqlEngine;
import io.tributary.engine.mysql.session.Credentials;
import io.tributary.engine.mysql.session.ServerAddresses;
import io.tributary.test.process.ChosenServer;
import io.tributary.test.process.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A {@link ChosenServer} for all classes that ask for it, empty before each test; or three Galera nodes:
 * {@code -Dtributary.test.server=galera}.
 */
final class SharedMariaDb implements BeforeAllCallback, BeforeEachCallback {
    private static final boolean IS_GALERA =
            System.getProperty("tributary.test.server", PeerChoice.MARIADB).equals(PeerChoice.GALERA);
    static final int CONNECTIONS = 100;

    private @Nullable Running running;

    /**
     * @param server the only one, or the node that is used
     * @param login a file of the user and the password
     */
    private record Running(Path directory, MeasuredServer server, String url, Path login) implements AutoCloseable {
        static Running start() {
            try {
                Path directory = Files.createTempDirectory("tributary-mariadb-");
                Path login = Files.writeString(directory.resolve("login"), "root\n\n");
                Path data = Files.createDirectory(directory.resolve("server"));
                if (IS_GALERA) {
                    GaleraCluster nodes = GaleraCluster.start(data);
                    return new Running(directory, nodes, nodes.url(1), login);
                }
                LocalServer server = ChosenServer.start(data, CONNECTIONS, "128M", "--local-infile=1");
                return new Running(
                        directory, server, "mysql://" + server.address().hostAndPort(), login);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException("no MariaDB", e);
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        running = context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .getOrComputeIfAbsent(Running.class.getName(), name -> Running.start(), Running.class);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            List<String> databases = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery(
                    "SELECT schema_name FROM information_schema.schemata WHERE schema_name NOT IN"
                            + " ('mysql', 'sys', 'information_schema', 'performance_schema')")) {
                while (rows.next()) {
                    databases.add(rows.getString(1));
                }
            }
            for (String database : databases) {
                statement.execute("DROP DATABASE `" + database + "`");
            }
        }
    }

    private Running running() {
        Running now = running;
        if (now == null) {
            throw new IllegalStateException("it is started by beforeAll");
        }
        return now;
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(running().server().address().jdbcUrl("", ""), "root", "");
    }

    Sql sql() throws SQLException {
        return Sql.connect(running().server().address().port(), "");
    }

    /** @param node of Galera, from 1 */
    Connection connect(int node) throws SQLException {
        if (!(running().server() instanceof GaleraCluster nodes)) {
            throw new IllegalStateException("-Dtributary.test.server=galera is not set");
        }
        return DriverManager.getConnection(nodes.address(node).jdbcUrl("", ""), "root", "");
    }

    /** Returns what follows the name in the CREATE DATABASE of one whose tables are here. */
    String databaseClause() {
        return databaseClause(running().login(), "");
    }

    /** @param options of the URL, with the {@code ?} */
    String databaseClause(Path login, String options) {
        return " PROPERTIES ('engine' = 'mysql', 'engine.url' = '" + running().url() + options
                + "', 'engine.credentials' = 'file:" + login + "')";
    }

    MySqlEngine open() {
        return MySqlEngine.open(
                ServerAddresses.parse(running().url()),
                new Credentials("file:" + running().login()));
    }
}
