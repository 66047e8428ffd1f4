package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A program in {@code src/test/clients}: it finds port and database in TEST_PORT and TEST_DB, checks by itself what its
 * client reads, and ends with exit code 0 if all was right.
 */
final class ClientProgram {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private ClientProgram() {}

    /** A Python program in the environment that clients/install.sh makes; without one the test is skipped. */
    static void python(Server server, String program, String... arguments) throws SQLException {
        pythonIn(server, server.newDatabase(), program, arguments);
    }

    /** The same in a database that is there. */
    static void pythonIn(Server server, String database, String program, String... arguments) {
        Path python = TributaryProcess.home().resolve("src/test/target/venv/bin/python");
        assumeTrue(Files.isExecutable(python), "no " + python + " (bin/test makes it)");
        run(
                server,
                database,
                Map.of("PYTHONDONTWRITEBYTECODE", "1"),
                command(python, folder("python").resolve(program), arguments));
    }

    /** A program for Node with the modules that clients/install.sh installs; without them the test is skipped. */
    static void node(Server server, String program) throws SQLException {
        Path modules = TributaryProcess.home().resolve("src/test/target/node/node_modules");
        assumeTrue(Files.isDirectory(modules), "no " + modules + " (bin/test installs them)");
        Optional<Path> node = CommandLine.find("node", "nodejs");
        assumeTrue(node.isPresent(), "node is not on the PATH (bin/test installs nodejs)");
        run(
                server,
                Map.of("NODE_PATH", modules.toString()),
                command(node.orElseThrow(), folder("node").resolve(program)));
    }

    /**
     * A package of the Go module in clients/go; without Go the test is skipped.
     *
     * @return what it printed
     */
    static String go(Server server, String database, String folder, Map<String, String> environment) {
        assumeTrue(CommandLine.find("go").isPresent(), "go is not on the PATH (bin/test installs golang-go)");
        Map<String, String> all = new HashMap<>(environment);
        all.put("GOFLAGS", "-buildvcs=false");
        return run(
                server, database, all, List.of("go", "run", "-C", folder("go").toString(), folder));
    }

    /**
     * A Java program in one file, compiled as it is started.
     *
     * @param drivers folder of target/drivers with its jars
     */
    static void java(Server server, String program, String drivers) throws SQLException {
        Path jars = TributaryProcess.home().resolve("src/test/target/drivers").resolve(drivers);
        assumeTrue(Files.isDirectory(jars), "no " + jars + " (bin/test installs the drivers)");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        run(
                server,
                Map.of(),
                List.of(
                        java.toString(),
                        "-cp",
                        jars + "/*",
                        folder("java").resolve(program).toString()));
    }

    private static void run(Server server, Map<String, String> environment, List<String> command) throws SQLException {
        run(server, server.newDatabase(), environment, command);
    }

    private static String run(Server server, String database, Map<String, String> environment, List<String> command) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("TEST_PORT", Integer.toString(server.port()));
        all.put("TEST_DB", database);
        try {
            Path directory = Files.createTempDirectory("tributary-client-");
            try {
                CommandLine.Result result = CommandLine.run(directory, all, "", LIMIT, command);
                assertThat(result.exitCode()).as(result.text()).isZero();
                return result.text();
            } finally {
                Files.delete(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> command(Path interpreter, Path program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(interpreter.toString(), program.toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static Path folder(String language) {
        return TributaryProcess.home().resolve("src/test/clients").resolve(language);
    }
}
