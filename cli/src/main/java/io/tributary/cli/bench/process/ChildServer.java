package io.tributary.cli.bench.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server as a process of its own. One thread. */
public final class ChildServer implements AutoCloseable {
    private static final long START_SECONDS = 60;
    private static final long STOP_SECONDS = 40;
    private static final long POLL_MILLIS = 20;

    private final String role;
    private final Path directory;
    private final Process process;
    private final Path output;
    private final Path log;
    private final String readyLine;

    private ChildServer(String role, Path directory, Process process, Path output, Path log)
            throws IOException, InterruptedException {
        this.role = role;
        this.directory = directory;
        this.process = process;
        this.output = output;
        this.log = log;
        try {
            this.readyLine = awaitReady();
        } catch (IOException | InterruptedException failed) {
            process.destroyForcibly();
            throw failed;
        }
    }

    /**
     * Starts it and waits until it is ready: until it prints a line that begins with {@code tributary ready}.
     *
     * @param role names it in messages, and its files
     * @param directory for its output; exists
     */
    public static ChildServer start(String role, Path directory, List<String> command)
            throws IOException, InterruptedException {
        Path output = directory.resolve(role + ".out");
        Path log = directory.resolve(role + ".log");
        Process process = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(output.toFile())
                .redirectError(log.toFile())
                .start();
        // Ends it even when this process is told to end in the middle of a run.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "end-" + role));
        return new ChildServer(role, directory, process, output, log);
    }

    private String awaitReady() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (System.nanoTime() < deadline) {
            boolean ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
            Optional<String> line = Files.readAllLines(output).stream()
                    .filter(text -> text.startsWith("tributary ready"))
                    .findFirst();
            if (line.isPresent()) {
                return line.get();
            }
            if (ended) {
                throw new IOException(role + " ended with exit code " + process.exitValue() + ": " + lastLogLine());
            }
        }
        throw new IOException(role + " was not ready within " + START_SECONDS + " s: " + lastLogLine());
    }

    private String lastLogLine() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return lines.isEmpty() ? "no output" : lines.get(lines.size() - 1);
    }

    public String role() {
        return role;
    }

    /** Where its output is. */
    public Path directory() {
        return directory;
    }

    public long pid() {
        return process.pid();
    }

    /** The port behind {@code name=host:} in the ready line, if it tells one. */
    public OptionalInt port(String name) {
        Matcher matcher = Pattern.compile(" " + name + "=\\S*:(\\d+)").matcher(readyLine);
        return matcher.find() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }

    /** Ends it as an operator would, and harder when it does not follow. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
