package io.tributary.test.process;

import io.tributary.bench.server.LocalServer;
import io.tributary.engine.mysql.MySqlFactory;
import io.tributary.engine.port.EngineCapability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Where the tables of tests are that take any engine: in the process, or with {@code -Dtributary.test.engine=mariadb} on a
 * {@link ChosenServer} that is started for them.
 */
public final class TableServer {
    private static final int NOT_SUPPORTED = 1235;
    private static final int CONNECTIONS = 200;

    private TableServer() {}

    /** Whether they are on a server. */
    public static boolean isUsed() {
        return "mariadb".equals(System.getProperty("tributary.test.engine"));
    }

    /** Whether the engine of the tables has this; what it lacks is to be refused by that name. */
    public static boolean can(EngineCapability capability) {
        return !isUsed() || new MySqlFactory().traits().can(capability);
    }

    /** Whether the engine of the tables lacks this; a statement that needs it is then refused by name, or this throws. */
    public static boolean lacks(EngineCapability capability, Sql sql, String statement) throws SQLException {
        if (can(capability)) {
            return false;
        }
        try {
            sql.run(statement);
        } catch (SQLException e) {
            if (e.getErrorCode() == NOT_SUPPORTED) {
                return true;
            }
            throw e;
        }
        throw new AssertionError("no error of " + statement);
    }

    /** Whether a BOOLEAN column is told as such; a server has none, and its TINYINT(1) may have other values. */
    public static boolean tellsBooleans() {
        return !isUsed();
    }

    /** Whether queries of tables are answered by a MariaDB, not by an engine that imitates one. */
    public static boolean isMariaDb() {
        return isUsed();
    }

    /**
     * Returns what follows the name in a CREATE DATABASE; empty where tables are in the process.
     *
     * @param port of the Tributary whose database it is: each has a server of its own, since it would take over another's
     */
    public static String databaseClause(int port) {
        return isUsed() ? Started.CLAUSES.computeIfAbsent(port, process -> Started.start()) : "";
    }

    /** Started when they are asked for first, and ended with the tests. */
    private static final class Started {
        static final Map<Integer, String> CLAUSES = new ConcurrentHashMap<>();

        private static String start() {
            try {
                Path directory = Files.createTempDirectory("tributary-tables-");
                Path login = Files.writeString(directory.resolve("login"), "root\n\n");
                LocalServer server =
                        ChosenServer.start(Files.createDirectory(directory.resolve("server")), CONNECTIONS, "256M");
                Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, directory), "end-tables"));
                return server.databaseClause(login);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException("no server", e);
            }
        }

        private static void end(LocalServer server, Path directory) {
            server.close();
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            } catch (IOException e) {
                System.err.println("left behind: " + directory + ": " + e);
            }
        }
    }
}
