package io.tributary.bench.server;

import io.tributary.bench.load.ServerAddress;
import io.tributary.bench.measure.CpuClock;
import io.tributary.bench.measure.DiskWrites;
import io.tributary.bench.process.ChildServer;
import io.tributary.bench.process.JavaCommand;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A MariaDB of its own, to compare with: InnoDB that forces its log at each commit, a buffer pool and a log large enough
 * not to be in the way, no binary log. Its tables get no key, like Tributary's: replayed rows repeat theirs.
 */
public final class MariaDb implements TablesServer {
    private static final String READY = "ready for connections";
    private static final String ROLE = "mariadb";
    private static final int PREPARED_STATEMENTS_MAX = 1_048_576;

    /** The buffer pool, and what else it takes in large pages. */
    private static final long LARGE_PAGES_BYTES = (1L << 30) + (256L << 20);

    private final Path directory;
    private final List<String> command;
    private ChildServer server;
    private final int port;
    private final Optional<ReservedPages> pages;

    private MariaDb(Path directory, List<String> command, int port, Optional<ReservedPages> pages)
            throws IOException, InterruptedException {
        this.directory = directory;
        this.command = List.copyOf(command);
        this.server = ChildServer.start(ROLE, directory, command, READY);
        this.port = port;
        this.pages = pages;
    }

    /**
     * Makes a data directory and starts the server; installs the package where that is missing and can be done. It gets large
     * pages where this process has them, or a line says that it has none.
     *
     * @param directory exists, is empty, and is removed by the caller
     * @param connections that will be open at most
     */
    public static MariaDb start(Path directory, int connections) throws IOException, InterruptedException {
        return start(directory, connections, List.of());
    }

    /** The same with options of its own, which count more than those that it has for being measured. */
    public static MariaDb start(Path directory, int connections, List<String> options)
            throws IOException, InterruptedException {
        MariaDbPackage installed = MariaDbPackage.require();
        Path data = directory.resolve("data");
        List<String> install = new ArrayList<>(List.of(
                installed.installDb().toString(),
                "--no-defaults",
                "--datadir=" + data,
                "--auth-root-authentication-method=normal",
                "--skip-test-db"));
        install.addAll(asRoot());
        ToolRun.require(install, directory.resolve("install.log"));
        int port = freePort();
        List<String> command = new ArrayList<>(List.of(
                installed.server().toString(),
                "--no-defaults",
                "--datadir=" + data,
                "--socket=" + directory.resolve("socket"),
                "--pid-file=" + directory.resolve("pid"),
                "--skip-networking=0",
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--skip-name-resolve",
                "--skip-log-bin",
                "--innodb-flush-log-at-trx-commit=1",
                "--innodb-buffer-pool-size=1G",
                "--innodb-log-file-size=1G",
                "--max-allowed-packet=64M",
                "--max-connections=" + Math.max(2_000, connections),
                "--max-prepared-stmt-count=" + PREPARED_STATEMENTS_MAX));
        command.addAll(options);
        command.addAll(asRoot());
        Optional<ReservedPages> pages = JavaCommand.ofThisProcess().hasLargePages() ? reservePages() : Optional.empty();
        pages.ifPresent(reserved -> command.add("--large-pages"));
        boolean started = false;
        try {
            MariaDb mariaDb = new MariaDb(directory, command, port, pages);
            started = true;
            return mariaDb;
        } finally {
            if (!started) {
                pages.ifPresent(ReservedPages::close);
            }
        }
    }

    private static Optional<ReservedPages> reservePages() {
        Optional<ReservedPages> pages = ReservedPages.reserve(LARGE_PAGES_BYTES);
        if (pages.isEmpty()) {
            System.err.println("mariadb gets no large pages, as the others do: the system did not set "
                    + (LARGE_PAGES_BYTES >> 20) + " MiB aside (vm.nr_hugepages; as root)");
        }
        return pages;
    }

    /** It refuses to run as root unless it is told to. */
    private static List<String> asRoot() {
        return System.getProperty("user.name").equals("root") ? List.of("--user=root") : List.of();
    }

    /** Free a moment ago: it cannot be told to choose one itself. */
    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    /** Ends it with SIGKILL, in the middle of whatever it does. */
    public void kill() {
        server.kill();
    }

    /** Starts it again on its data and its port, and waits until it is ready. */
    public void startAgain() throws IOException, InterruptedException {
        server = ChildServer.start(ROLE, directory, command, READY);
    }

    @Override
    public String label() {
        return PeerChoice.MARIADB;
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
        return " PROPERTIES ('engine' = 'mysql', 'engine.url' = 'mysql://"
                + address().host() + ":" + port + "', 'engine.credentials' = 'file:" + login + "')";
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
                throw new IOException("MariaDB has no status variable Innodb_data_fsyncs");
            }
            return status.getDouble(2);
        } catch (SQLException e) {
            throw new IOException("MariaDB did not tell its fsyncs: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        server.close();
        pages.ifPresent(ReservedPages::close);
    }
}
