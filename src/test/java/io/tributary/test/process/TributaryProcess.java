package io.tributary.test.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/**
 * A process of bin/tributary, whose output lies in files. Not more than one line of a test should be needed to start
 * one, wait for it, kill it, or read what it said.
 */
public final class TributaryProcess implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration STOP = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(10);
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Process process;
    private final Path output;
    private final Path errors;

    private TributaryProcess(Process process, Path output, Path errors) {
        this.process = process;
        this.output = output;
        this.errors = errors;
    }

    /** The root of the source tree. */
    public static Path home() {
        return Path.of(System.getProperty("tributary.home", "../.."))
                .toAbsolutePath()
                .normalize();
    }

    /** Where {@code bin/tributary} is: another installation with {@code -Dtributary.test.installation=…}. */
    private static Path installation() {
        String installation = System.getProperty("tributary.test.installation", "");
        return installation.isEmpty() ? home() : Path.of(installation).toAbsolutePath();
    }

    /**
     * Starts {@code bin/tributary arguments…}.
     *
     * @param directory for its output; exists
     */
    public static TributaryProcess run(Path directory, String... arguments) {
        return run(directory, Map.of(), arguments);
    }

    /**
     * The process also gets the flags of Java in {@code -Dtributary.test.javaOptions=…} (many short lives cost 40 % less
     * processor without the second compiler, {@code -XX:TieredStopAtLevel=1}) and in {@code TRIBUTARY_JAVA_OPTS}.
     *
     * @param javaProperties system properties of the process
     */
    public static TributaryProcess run(Path directory, Map<String, String> javaProperties, String... arguments) {
        StringBuilder flags = new StringBuilder();
        javaProperties.forEach((key, value) ->
                flags.append("-D").append(key).append('=').append(value).append(' '));
        return runWith(flags.toString(), directory, arguments);
    }

    /** @param javaFlags for this process alone, with blanks between */
    private static TributaryProcess runWith(String javaFlags, Path directory, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(installation().resolve("bin").resolve("tributary").toString());
        command.addAll(List.of(arguments));
        String name = arguments[0] + "-" + NUMBER.incrementAndGet();
        Path output = directory.resolve(name + ".out");
        Path errors = directory.resolve(name + ".err");
        String javaOptions = System.getProperty("tributary.test.javaOptions", "")
                + ' '
                + javaFlags
                + ' '
                + answersTo(name)
                + System.getenv().getOrDefault("TRIBUTARY_JAVA_OPTS", "");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment().keySet().removeIf(variable -> variable.startsWith("TRIBUTARY_"));
        builder.environment().put("TRIBUTARY_NO_BUILD", "1");
        builder.environment().put("TRIBUTARY_JAVA_OPTS", javaOptions);
        try {
            return new TributaryProcess(builder.start(), output, errors);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command, e);
        }
    }

    /** Flags by which it writes what it tells its clients to a file in {@code -Dtributary.test.answers=…}, or none. */
    private static String answersTo(String name) {
        String answers = System.getProperty("tributary.test.answers", "");
        return answers.isEmpty()
                ? ""
                : "-Dlogback.configurationFile=" + home().resolve("src/test/logback-answers.xml")
                        + " -Dtributary.test.answersFile="
                        + Path.of(answers, ProcessHandle.current().pid() + "-" + name + ".txt ");
    }

    /** One process with both servers on free ports; waits until it is ready. */
    public static TributaryProcess startBoth(Path directory, Path data, String... settings) {
        return startBothWith("", directory, data, settings);
    }

    /** The same with flags of Java. */
    public static TributaryProcess startBothWith(String javaFlags, Path directory, Path data, String... settings) {
        List<String> arguments = new ArrayList<>(
                List.of("start", "--data-dir", data.toString(), "--set", "query_port=0", "--set", "http_port=0"));
        for (String setting : settings) {
            arguments.add("--set");
            arguments.add(setting);
        }
        return runWith(javaFlags, directory, arguments.toArray(new String[0])).awaitReady();
    }

    /** Waits for the ready line. @throws AssertionError with the log's end when it does not come */
    public TributaryProcess awaitReady() {
        boolean[] ended = {false};
        try {
            Awaitility.await("ready line").atMost(START).pollInterval(POLL).until(() -> {
                ended[0] = !process.isAlive();
                return ended[0] || readyLine().isPresent();
            });
        } catch (RuntimeException late) {
            process.destroyForcibly();
            throw new AssertionError("not ready within " + START + ": " + errorText(), late);
        }
        if (readyLine().isEmpty()) {
            throw new AssertionError("ended with " + process.exitValue() + " before it was ready: " + errorText());
        }
        return this;
    }

    /** Whether the ready line has come. */
    public boolean isReady() {
        return readyLine().isPresent();
    }

    private Optional<String> readyLine() {
        return outputText()
                .lines()
                .filter(line -> line.startsWith("tributary ready"))
                .findFirst();
    }

    public int mysqlPort() {
        return port("mysql");
    }

    public int httpPort() {
        return port("http");
    }

    public int grpcPort() {
        return port("grpc");
    }

    private int port(String name) {
        Matcher matcher =
                Pattern.compile(" " + name + "=\\S*:(\\d+)").matcher(readyLine().orElse(""));
        if (!matcher.find()) {
            throw new IllegalStateException("no port of " + name + " in " + outputText());
        }
        return Integer.parseInt(matcher.group(1));
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL: nothing of it runs on. Returns when it is gone. */
    public void kill() {
        process.destroyForcibly();
        awaitExit();
    }

    /** SIGKILL, without waiting: a thread that waits for its disk is gone only when that answers. */
    public void beginKill() {
        process.destroyForcibly();
    }

    /** SIGTERM. @return the exit code */
    public int terminate() {
        process.destroy();
        return awaitExit();
    }

    /** @return the exit code */
    public int awaitExit() {
        try {
            if (!process.waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("still running after " + STOP + ": " + errorText());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Waits for the end of a command that takes longer than a start or a stop. @return the exit code */
    public int awaitExit(Duration limit) {
        try {
            if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
            process.destroyForcibly();
            throw new AssertionError("still running after " + limit + ": " + outputText() + errorText());
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public String outputText() {
        return text(output);
    }

    public String errorText() {
        return text(errors);
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it, however it takes. */
    @Override
    public void close() {
        if (process.isAlive()) {
            process.destroy();
            try {
                if (!process.waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
