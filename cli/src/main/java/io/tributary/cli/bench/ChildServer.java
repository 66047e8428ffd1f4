package io.tributary.cli.bench;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A frontend or backend as a process of its own, with this process's Java, flags and class path. */
final class ChildServer implements AutoCloseable {
    private static final long START_SECONDS = 60;
    private static final long STOP_SECONDS = 40;
    private static final long POLL_MILLIS = 20;

    private final String role;
    private final Process process;
    private final Path output;
    private final Path log;
    private final String readyLine;

    private ChildServer(String role, Process process, Path output, Path log) throws IOException, InterruptedException {
        this.role = role;
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
     * Starts it and waits until it is ready.
     *
     * @param role {@code frontend} or {@code backend}
     * @param directory for its output and temporary files; exists
     */
    static ChildServer start(String role, Path directory, List<String> arguments)
            throws IOException, InterruptedException {
        Path temporary = Files.createDirectories(directory.resolve(role + "-tmp"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!flag.startsWith("-Djava.io.tmpdir") && !flag.startsWith("-agentlib")) {
                command.add(flag);
            }
        }
        command.add("-Djava.io.tmpdir=" + temporary);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add("io.tributary.cli.Main");
        command.add(role);
        command.addAll(arguments);
        Path output = directory.resolve(role + ".out");
        Path log = directory.resolve(role + ".log");
        Process process = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(output.toFile())
                .redirectError(log.toFile())
                .start();
        // Ends it even when this process is told to end in the middle of a run.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "end-" + role));
        return new ChildServer(role, process, output, log);
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

    long pid() {
        return process.pid();
    }

    /** The port behind {@code name=host:} in the ready line. */
    int port(String name) {
        Matcher matcher = Pattern.compile(" " + name + "=\\S*:(\\d+)").matcher(readyLine);
        if (!matcher.find()) {
            throw new IllegalStateException("no port of " + name + " in: " + readyLine);
        }
        return Integer.parseInt(matcher.group(1));
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
