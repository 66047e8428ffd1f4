package io.tributary.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where MariaDB's programs are.
 *
 * @param server {@code mariadbd}
 * @param installDb {@code mariadb-install-db}
 */
record MariaDbPackage(Path server, Path installDb) {
    private static final String PACKAGE = "mariadb-server";

    /**
     * Finds them; on Debian, as root, installs them first if they are missing.
     *
     * @throws IOException with what to do, if they are missing and cannot be installed
     */
    static MariaDbPackage require() throws IOException, InterruptedException {
        Optional<MariaDbPackage> found = find();
        if (found.isPresent()) {
            return found.get();
        }
        if (!Files.exists(Path.of("/etc/debian_version"))
                || !System.getProperty("user.name").equals("root")) {
            throw new IOException("--peer mariadb: mariadbd and mariadb-install-db are in no directory of PATH nor in"
                    + " /usr/sbin; on Debian and as root they would be installed, elsewhere install " + PACKAGE);
        }
        Path log = Files.createTempFile("tributary-apt-", ".log");
        ToolRun.require(List.of("apt-get", "update", "-q"), log);
        ToolRun.require(
                List.of(
                        "env",
                        "DEBIAN_FRONTEND=noninteractive",
                        "apt-get",
                        "install",
                        "-y",
                        "--no-install-recommends",
                        PACKAGE),
                log);
        Files.delete(log);
        return find().orElseThrow(() -> new IOException(PACKAGE + " was installed, but its mariadbd is not found"));
    }

    private static Optional<MariaDbPackage> find() {
        Optional<Path> server = find("mariadbd");
        Optional<Path> installDb = find("mariadb-install-db");
        return server.isPresent() && installDb.isPresent()
                ? Optional.of(new MariaDbPackage(server.get(), installDb.get()))
                : Optional.empty();
    }

    private static Optional<Path> find(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(Stream.of(path.split(":", -1)), Stream.of("/usr/sbin", "/usr/bin"))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
