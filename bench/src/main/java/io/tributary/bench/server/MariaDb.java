package io.tributary.bench.server;

import io.tributary.bench.process.JavaCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A MariaDB of its own, to compare with: InnoDB that forces its log at each commit, a buffer pool and a log large enough
 * not to be in the way, no binary log. Its tables get no key, like Tributary's: replayed rows repeat theirs.
 */
public final class MariaDb {
    private static final int PREPARED_STATEMENTS_MAX = 1_048_576;

    /** The buffer pool, and what else it takes in large pages. */
    private static final long LARGE_PAGES_BYTES = (1L << 30) + (256L << 20);

    private MariaDb() {}

    /**
     * Makes a data directory and starts the server; installs the package where that is missing and can be done. It gets large
     * pages where this process has them, or a line says that it has none.
     *
     * @param directory exists, is empty, and is removed by the caller
     * @param connections that will be open at most
     */
    public static LocalServer start(Path directory, int connections) throws IOException, InterruptedException {
        return start(directory, connections, List.of());
    }

    /** The same with options of its own, which count more than those that it has for being measured. */
    public static LocalServer start(Path directory, int connections, List<String> options)
            throws IOException, InterruptedException {
        MariaDbPackage installed = MariaDbPackage.require();
        Path data = directory.resolve("data");
        String temporary = LocalServer.ownTemporaryFiles(directory);
        List<String> install = new ArrayList<>(List.of(
                installed.installDb().toString(),
                "--no-defaults",
                "--datadir=" + data,
                temporary,
                "--auth-root-authentication-method=normal",
                "--skip-test-db"));
        install.addAll(LocalServer.asRoot());
        ToolRun.require(install, directory.resolve("install.log"));
        int port = LocalServer.freePort();
        List<String> command = new ArrayList<>(List.of(
                installed.server().toString(),
                "--no-defaults",
                "--datadir=" + data,
                temporary,
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
        command.addAll(LocalServer.asRoot());
        Optional<ReservedPages> pages = JavaCommand.ofThisProcess().hasLargePages() ? reservePages() : Optional.empty();
        pages.ifPresent(reserved -> command.add("--large-pages"));
        return LocalServer.start(PeerChoice.MARIADB, directory, command, port, pages);
    }

    private static Optional<ReservedPages> reservePages() {
        Optional<ReservedPages> pages = ReservedPages.reserve(LARGE_PAGES_BYTES);
        if (pages.isEmpty()) {
            System.err.println("mariadb gets no large pages, as the others do: the system did not set "
                    + (LARGE_PAGES_BYTES >> 20) + " MiB aside (vm.nr_hugepages; as root)");
        }
        return pages;
    }
}
