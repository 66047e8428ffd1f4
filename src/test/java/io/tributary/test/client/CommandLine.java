package io.tributary.test.client;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs a client program to its end. */
public final class CommandLine {
    private CommandLine() {}

    /**
     * Its exit code and everything it said, errors included, in the order in which it was said.
     *
     * @param text that it printed
     */
    public record Result(int exitCode, String text) {}

    /** @param input for its standard input */
    public static Result run(
            Path directory, Map<String, String> environment, String input, Duration limit, List<String> command) {
        try {
            Path in = Files.writeString(Files.createTempFile(directory, "in", ".txt"), input);
            Path out = Files.createTempFile(directory, "out", ".txt");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectErrorStream(true)
                    .directory(directory.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                process.destroyForcibly();
            }
            String said = Files.readString(out, StandardCharsets.UTF_8);
            Files.delete(in);
            Files.delete(out);
            if (!ended) {
                throw new AssertionError(command + " took longer than " + limit + ": " + said);
            }
            return new Result(process.exitValue(), said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The mysql command line, up to where its user and its options begin; without one installed the test is skipped. */
    public static List<String> mysql(int port, String... options) {
        Optional<Path> client = find("mariadb", "mysql");
        assumeTrue(client.isPresent(), "neither mariadb nor mysql is on the PATH (bin/test installs mariadb-client)");
        List<String> command = new ArrayList<>(List.of(
                client.orElseThrow().toString(), "--no-defaults", "--protocol=tcp", "-h127.0.0.1", "-P" + port));
        command.addAll(List.of(options));
        return command;
    }

    /** The first of these programs that is on the PATH. */
    static Optional<Path> find(String... names) {
        for (String name : names) {
            for (String folder : System.getenv("PATH").split(":", -1)) {
                Path program = Path.of(folder, name);
                if (Files.isExecutable(program)) {
                    return Optional.of(program);
                }
            }
        }
        return Optional.empty();
    }
}
