package io.tributary.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A MySQL of its own, of a folder that {@code bin/mysql-server fetch} has made; durable as it is by default. */
public final class MySql {
    /** Its name in messages, and of its files. */
    public static final String LABEL = "mysql";

    private static final String PROGRAM = "mysqld";

    /** It makes root for its socket alone, and looks up no names. */
    private static final String ROOT =
            "CREATE USER root@127.0.0.1;\nGRANT ALL ON *.* TO root@127.0.0.1 WITH GRANT OPTION;\n";

    private MySql() {}

    /** Whether there is one in this folder. */
    public static boolean isIn(Path folder) {
        return Files.isExecutable(folder.resolve(PROGRAM));
    }

    /**
     * Makes a data directory and starts the server.
     *
     * @param folder of the programs
     * @param directory exists, is empty, and is removed by the caller
     * @param connections that will be open at most
     * @param options further ones
     */
    public static LocalServer start(Path folder, Path directory, int connections, List<String> options)
            throws IOException, InterruptedException {
        String program = folder.resolve(PROGRAM).toString();
        Path data = directory.resolve("data");
        String temporary = LocalServer.ownTemporaryFiles(directory);
        Path root = Files.writeString(directory.resolve("root.sql"), ROOT);
        List<String> install = new ArrayList<>(
                List.of(program, "--initialize-insecure", "--datadir=" + data, temporary, "--init-file=" + root));
        install.addAll(LocalServer.asRoot());
        ToolRun.require(install, directory.resolve("install.log"));
        int port = LocalServer.freePort();
        List<String> command = new ArrayList<>(List.of(
                program,
                "--datadir=" + data,
                temporary,
                "--socket=" + directory.resolve("socket"),
                "--pid-file=" + directory.resolve("pid"),
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--skip-name-resolve",
                "--mysqlx=0",
                "--max-connections=" + connections));
        command.addAll(options);
        command.addAll(LocalServer.asRoot());
        return LocalServer.start(LABEL, directory, command, port, Optional.empty());
    }
}
