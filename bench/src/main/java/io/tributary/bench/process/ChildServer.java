package io.tributary.bench.process;

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
import java.util.stream.Stream;

/** A server as a process of its own. One thread. */
public final class ChildServer implements AutoCloseable {
    private static final long START_SECONDS = 60;
    private static final long STOP_SECONDS = 40;
    private static final long POLL_MILLIS = 20;

    private final String role;
    private final Path directory;
    private final Process process;
    private final String readyLine;

    private ChildServer(String role, Path directory, Process process, String ready)
            throws IOException, InterruptedException {
        this.role = role;
        this.directory = directory;
        this.process = process;
        try {
            this.readyLine = awaitReady(ready);
        } catch (IOException | InterruptedException failed) {
            process.destroyForcibly();
            throw failed;
        }
    }

    /**
     * Starts it and waits until it is ready: until it prints a line with the given text.
     *
     * @param role names it in messages, and its files
     * @param directory for its output; exists
     * @param ready part of a line, on standard output or standard error
     */
    public static ChildServer start(String role, Path directory, List<String> command, String ready)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(output(directory, role).toFile())
                .redirectError(log(directory, role).toFile())
                .start();
        // Ends it even when this process is told to end in the middle of a run.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "end-" + role));
        return new ChildServer(role, directory, process, ready);
    }

    private static Path output(Path directory, String role) {
        return directory.resolve(role + ".out");
    }

    private static Path log(Path directory, String role) {
        return directory.resolve(role + ".log");
    }

    private String awaitReady(String ready) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (System.nanoTime() < deadline) {
            boolean ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
            Optional<String> line = lines().filter(text -> text.contains(ready)).findFirst();
            if (line.isPresent()) {
                return line.get();
            }
            if (ended) {
                throw new IOException(role + " ended with exit code " + process.exitValue() + ": " + lastLine());
            }
        }
        throw new IOException(role + " was not ready within " + START_SECONDS + " s: " + lastLine());
    }

    private Stream<String> lines() throws IOException {
        return Stream.concat(
                Files.readAllLines(output(directory, role)).stream(),
                Files.readAllLines(log(directory, role)).stream());
    }

    private String lastLine() throws IOException {
        return lines().reduce((one, next) -> next).orElse("no output");
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

    /** Ends it with SIGKILL. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Ends it as an operator would, and harder when it does not follow. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().onExit().join();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly().onExit().join();
            Thread.currentThread().interrupt();
        }
    }
}
