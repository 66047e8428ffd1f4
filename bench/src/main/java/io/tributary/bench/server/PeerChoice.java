package io.tributary.bench.server;

import io.tributary.bench.process.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which other server is measured beside this one.
 *
 * @param label in reports
 * @param tributary of another build, or null for MariaDB and Galera
 */
public record PeerChoice(String label, @Nullable JavaCommand tributary) {
    /** MariaDB's name in reports, by which it is asked for as well. */
    public static final String MARIADB = "mariadb";

    /** That of three Galera nodes. */
    public static final String GALERA = "galera";

    /**
     * @param text {@code mariadb}, {@code galera}, or a directory: an installation of Tributary, or a source tree in which it is built
     * @throws IllegalArgumentException if it is neither
     */
    public static PeerChoice parse(String text) {
        if (isMariaDb(text)) {
            return new PeerChoice(text, null);
        }
        Path directory = Path.of(text).toAbsolutePath().normalize();
        for (Path home : List.of(directory, directory.resolve("cli/target/tributary"))) {
            if (Files.isDirectory(home.resolve("lib")) && Files.isRegularFile(home.resolve("jvm.options"))) {
                return new PeerChoice(
                        TributaryServers.LABEL + ":" + directory.getFileName(),
                        JavaCommand.ofThisProcess().ofInstallation(home));
            }
        }
        throw new IllegalArgumentException("--peer " + text + ": allowed are " + MARIADB + ", " + GALERA
                + " and a directory that holds a build of Tributary, as lib or cli/target/tributary/lib");
    }

    /** Whether a server of this label is MariaDB's, alone or as three nodes, which group no commits. */
    public static boolean isMariaDb(@Nullable String label) {
        return MARIADB.equals(label) || GALERA.equals(label);
    }

    /** Whether it takes Stream Loads. */
    public boolean takesStreamLoads() {
        return tributary != null;
    }

    /**
     * Starts it.
     *
     * @param directory for its data; exists, is empty, and is removed by the caller
     * @param connections that will be open at most
     * @param settings {@code key=value}, for a Tributary
     */
    public MeasuredServer start(Path directory, int connections, List<String> settings)
            throws IOException, InterruptedException {
        if (label.equals(GALERA)) {
            return GaleraCluster.start(directory);
        }
        return tributary == null
                ? MariaDb.start(directory, connections)
                : TributaryServers.start(label, tributary, directory, settings);
    }
}
