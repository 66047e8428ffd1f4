package io.tributary.test.engine;

import io.tributary.bench.load.ServerAddress;
import io.tributary.bench.server.MariaDb;
import io.tributary.engine.mysql.MySqlEngine;
import io.tributary.engine.mysql.session.Credentials;
import io.tributary.engine.mysql.session.ServerAddresses;
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

/** A MariaDB for all classes that ask for it, empty before each test. */
final class SharedMariaDb implements BeforeAllCallback, BeforeEachCallback {
    private static final int CONNECTIONS = 100;
    private static final List<String> OPTIONS =
            List.of("--innodb-buffer-pool-size=128M", "--innodb-log-file-size=96M", "--max-allowed-packet=16M");

    private @Nullable Running running;

    private record Running(Path directory, MariaDb server, Path login) implements AutoCloseable {
        static Running start() {
            try {
                Path directory = Files.createTempDirectory("tributary-mariadb-");
                Path login = Files.writeString(directory.resolve("login"), "root\n\n");
                Path data = Files.createDirectory(directory.resolve("server"));
                return new Running(directory, MariaDb.start(data, CONNECTIONS, OPTIONS), login);
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

    /** Returns what follows the name in the CREATE DATABASE of one whose tables are here. */
    String databaseClause() {
        return running().server().databaseClause(running().login());
    }

    MySqlEngine open() {
        ServerAddress address = running().server().address();
        return MySqlEngine.open(
                ServerAddresses.parse("mysql://" + address.hostAndPort()),
                new Credentials("file:" + running().login()));
    }
}
