package io.tributary.test.process;

import io.tributary.bench.server.LocalServer;
import io.tributary.bench.server.MariaDb;
import io.tributary.bench.server.MySql;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * The server of tests that take any of MySQL's protocol: a MariaDB, or with {@code -Dtributary.test.server=mysql} a MySQL of the folder
 * {@code -Dtributary.test.mysqld}, which {@code bin/mysql-server fetch} has made. Where that is missing, the tests are skipped.
 */
public final class ChosenServer {
    private static final String SERVER = System.getProperty("tributary.test.server", "mariadb");
    private static final String FOLDER = System.getProperty("tributary.test.mysqld", "");

    private ChosenServer() {}

    /** Whether it is a MySQL. */
    public static boolean isMySql() {
        return SERVER.equals(MySql.LABEL);
    }

    /** Which of two texts or numbers the server has, where they differ. */
    public static <T> T either(T ofMariaDb, T ofMySql) {
        return isMySql() ? ofMySql : ofMariaDb;
    }

    /**
     * Starts it, small.
     *
     * @param directory exists, is empty, and is removed by the caller
     * @param connections that will be open at most
     * @param pool size of the buffer pool, such as {@code 128M}
     * @param options further ones, which both kinds have
     */
    public static LocalServer start(Path directory, int connections, String pool, String... options)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("--innodb-buffer-pool-size=" + pool, "--max-allowed-packet=64M"));
        all.add(either("--innodb-log-file-size=96M", "--innodb-redo-log-capacity=96M"));
        all.addAll(List.of(options));
        if (!isMySql()) {
            return MariaDb.start(directory, connections, all);
        }
        Path folder = Path.of(FOLDER).toAbsolutePath();
        Assumptions.assumeTrue(
                !FOLDER.isEmpty() && MySql.isIn(folder),
                "-Dtributary.test.mysqld=" + FOLDER + ": no folder that bin/mysql-server fetch has made");
        return MySql.start(folder, directory, connections, all);
    }
}
