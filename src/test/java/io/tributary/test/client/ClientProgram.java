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
 * A program in {@code src/test/clients}: it finds ports and database in TEST_PORT, TEST_HTTP_PORT and TEST_DB, checks by itself what its
 * client reads, and ends with exit code 0 if all was right. What it printed is handed back.
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
        python(place(server, database), program, arguments);
    }

    /** The same for a program that its arguments tell everything. */
    static String python(String program, String... arguments) {
        return python(Map.of(), program, arguments);
    }

    private static String python(Map<String, String> environment, String program, String... arguments) {
        Path python = TributaryProcess.home().resolve("src/test/target/venv/bin/python");
        assumeTrue(Files.isExecutable(python), "no " + python + " (bin/test makes it)");
        Map<String, String> all = new HashMap<>(environment);
        all.put("PYTHONDONTWRITEBYTECODE", "1");
        return run(all, command(python, folder("python").resolve(program), arguments));
    }

    /** A program for Node with the modules that clients/install.sh installs; without them the test is skipped. */
    static void node(Server server, String program) throws SQLException {
        node(place(server, server.newDatabase()), program);
    }

    /** The same for a program that its arguments tell everything. */
    static String node(String program, String... arguments) {
        return node(Map.of(), program, arguments);
    }

    private static String node(Map<String, String> environment, String program, String... arguments) {
        Path modules = TributaryProcess.home().resolve("src/test/target/node/node_modules");
        assumeTrue(Files.isDirectory(modules), "no " + modules + " (bin/test installs them)");
        Optional<Path> node = CommandLine.find("node", "nodejs");
        assumeTrue(node.isPresent(), "node is not on the PATH (bin/test installs nodejs)");
        Map<String, String> all = new HashMap<>(environment);
        all.put("NODE_PATH", modules.toString());
        return run(all, command(node.orElseThrow(), folder("node").resolve(program), arguments));
    }

    /** A package of the Go module in clients/go; without Go the test is skipped. */
    static String go(Server server, String database, String folder, Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(place(server, database));
        return go(all, folder);
    }

    /** The same for a program that its arguments tell everything. */
    static String go(String folder, String... arguments) {
        return go(Map.of(), folder, arguments);
    }

    private static String go(Map<String, String> environment, String folder, String... arguments) {
        assumeTrue(CommandLine.find("go").isPresent(), "go is not on the PATH (bin/test installs golang-go)");
        Map<String, String> all = new HashMap<>(environment);
        all.put("GOFLAGS", "-buildvcs=false");
        List<String> command =
                new ArrayList<>(List.of("go", "run", "-C", folder("go").toString(), folder));
        command.addAll(List.of(arguments));
        return run(all, command);
    }

    /**
     * A Java program in one file, compiled as it is started.
     *
     * @param drivers folder of target/drivers with its jars
     */
    static void java(Server server, String program, String drivers) throws SQLException {
        java(place(server, server.newDatabase()), program, drivers);
    }

    /** The same for a program that its arguments tell everything. */
    static String java(String program, String drivers, String... arguments) {
        return java(Map.of(), program, drivers, arguments);
    }

    private static String java(Map<String, String> environment, String program, String drivers, String... arguments) {
        Path jars = TributaryProcess.home().resolve("src/test/target/drivers").resolve(drivers);
        assumeTrue(Files.isDirectory(jars), "no " + jars + " (bin/test installs the drivers)");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                "-cp",
                jars + "/*",
                folder("java").resolve(program).toString()));
        command.addAll(List.of(arguments));
        return run(environment, command);
    }

    private static Map<String, String> place(Server server, String database) {
        return Map.of(
                "TEST_PORT",
                Integer.toString(server.port()),
                "TEST_HTTP_PORT",
                Integer.toString(server.httpPort()),
                "TEST_DB",
                database);
    }

    private static String run(Map<String, String> environment, List<String> command) {
        try {
            Path directory = Files.createTempDirectory("tributary-client-");
            try {
                CommandLine.Result result = CommandLine.run(directory, environment, "", LIMIT, command);
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
