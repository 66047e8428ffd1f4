package io.tributary.bench.server;

import io.tributary.bench.load.ServerAddress;
import io.tributary.bench.measure.CpuClock;
import io.tributary.bench.measure.DiskWrites;
import io.tributary.bench.process.ChildServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** A server of MySQL's protocol as a process of its own, user root without a password; a {@link MariaDb} or a {@link MySql}. One thread. */
public final class LocalServer implements TablesServer {
    private static final String READY = "ready for connections";

    private final String label;
    private final Path directory;
    private final List<String> command;
    private final int port;
    private final Optional<ReservedPages> pages;
    private ChildServer server;

    private LocalServer(String label, Path directory, List<String> command, int port, Optional<ReservedPages> pages)
            throws IOException, InterruptedException {
        this.label = label;
        this.directory = directory;
        this.command = List.copyOf(command);
        this.server = ChildServer.start(label, directory, command, READY);
        this.port = port;
        this.pages = pages;
    }

    /**
     * Starts it and waits until it is ready.
     *
     * @param label in reports, and of its files
     * @param pages that are its own, given back when it is closed or does not start
     */
    static LocalServer start(
            String label, Path directory, List<String> command, int port, Optional<ReservedPages> pages)
            throws IOException, InterruptedException {
        boolean started = false;
        try {
            LocalServer server = new LocalServer(label, directory, command, port, pages);
            started = true;
            return server;
        } finally {
            if (!started) {
                pages.ifPresent(ReservedPages::close);
            }
        }
    }

    /** It refuses to run as root unless it is told to. */
    static List<String> asRoot() {
        return System.getProperty("user.name").equals("root") ? List.of("--user=root") : List.of();
    }

    /**
     * The option for temporary files in a directory of its own. A MariaDB that starts, and its {@code mariadb-install-db} too, removes
     * all files {@code #sql…} of that directory: those of another server that runs there are gone under its hands, and it dies by SIGSEGV
     * in the middle of a query.
     *
     * @param directory exists; that of the files is made in it
     */
    static String ownTemporaryFiles(Path directory) throws IOException {
        return "--tmpdir=" + Files.createDirectories(directory.resolve("tmp"));
    }

    /** Free a moment ago: it cannot be told to choose one itself. */
    static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    /** The process. */
    public long pid() {
        return server.pid();
    }

    /** Ends it with SIGKILL, in the middle of whatever it does. */
    public void kill() {
        server.kill();
    }

    /** Starts it again on its data and its port, and waits until it is ready. */
    public void startAgain() throws IOException, InterruptedException {
        server = ChildServer.start(label, directory, command, READY);
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public ServerAddress address() {
        return new ServerAddress("127.0.0.1", port, "");
    }

    @Override
    public Usage usage() throws IOException {
        Usage.Jvm process = new Usage.Jvm(CpuClock.seconds(server.pid()), null, null, null);
        return new Usage(
                Usage.Jvm.UNKNOWN,
                process,
                null,
                (double) DiskWrites.bytes(server.pid()),
                DiskWrites.diskBytes(server.directory()),
                fsyncs(),
                null);
    }

    @Override
    public String databaseClause(Path login) {
        return databaseClause(login, "");
    }

    /** @param options of the engine's URL with the {@code ?} before them, or nothing */
    public String databaseClause(Path login, String options) {
        return " PROPERTIES ('engine' = 'mysql', 'engine.url' = 'mysql://"
                + address().host() + ":" + port + options + "', 'engine.credentials' = 'file:" + login + "')";
    }

    @Override
    public double cpuSeconds() throws IOException {
        return CpuClock.seconds(server.pid());
    }

    private double fsyncs() throws IOException {
        try (Connection connection = DriverManager.getConnection(address().jdbcUrl("", ""), "root", "");
                Statement statement = connection.createStatement();
                ResultSet status = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Innodb_data_fsyncs'")) {
            if (!status.next()) {
                throw new IOException(label + " has no status variable Innodb_data_fsyncs");
            }
            return status.getDouble(2);
        } catch (SQLException e) {
            throw new IOException(label + " did not tell its fsyncs: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        server.close();
        pages.ifPresent(ReservedPages::close);
    }
}
