package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tributary.test.process.TributaryProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A mounted file system that forgets what was not synced, {@code src/test/c/forgetful}. It models what a loss of power
 * leaves strictly: an fsync of a file covers its content and not its name, which takes one of its directory. One thread.
 */
final class ForgetfulDisk implements AutoCloseable {
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final Path SOURCES = TributaryProcess.home().resolve("src/test/c/forgetful");
    private static final String FROZEN = "frozen";

    private final Path path;
    private final Process process;
    private final Writer commands;
    private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private boolean frozen;

    private ForgetfulDisk(Path path, Process process) {
        this.path = path;
        this.process = process;
        commands = process.outputWriter();
        Thread reader = new Thread(() -> readAnswers(process.inputReader()), "forgetful disk");
        reader.setDaemon(true);
        reader.start();
    }

    private void readAnswers(BufferedReader output) {
        try (output) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                answers.add(line);
            }
        } catch (IOException e) {
            answers.add("failed: " + e);
        }
        answers.add("ended");
    }

    /**
     * An empty one at this directory, which is made. Skips the test where nobody but root can mount, or there is no compiler.
     *
     * @param programs where it is compiled to
     */
    static ForgetfulDisk mount(Path path, Path programs) throws IOException {
        assumeThat(Files.isWritable(Path.of("/dev/fuse")))
                .as("/dev/fuse, which root may write")
                .isTrue();
        Path program = compile(programs, "forgetful", "forgetful.c", "disk.c", "power_loss.c");
        Files.createDirectories(path);
        ForgetfulDisk disk = new ForgetfulDisk(
                path,
                new ProcessBuilder(program.toString(), path.toString())
                        .redirectErrorStream(true)
                        .start());
        assertThat(disk.answer()).isEqualTo("mounted");
        return disk;
    }

    /** Compiles a program of these sources, unless it is there. */
    static Path compile(Path programs, String name, String... sources) throws IOException {
        Path program = programs.resolve(name);
        if (Files.exists(program)) {
            return program;
        }
        List<String> command =
                new ArrayList<>(List.of("cc", "-std=c11", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra", "-Werror", "-o"));
        command.add(program.toString());
        Stream.of(sources).map(source -> SOURCES.resolve(source).toString()).forEach(command::add);
        run(command, 0);
        return program;
    }

    /** Runs a command. @return what it says */
    static String run(List<String> command, int expectedExit) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertThat(process.waitFor()).as(command + ": " + said).isEqualTo(expectedExit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return said;
    }

    /** Where it is mounted. */
    Path path() {
        return path;
    }

    /** The power fails before the change of this number from now on, 1 is the next; then nothing is answered any more. */
    void failAtChange(long number) throws IOException {
        ask("arm " + number);
    }

    /**
     * The power fails before the fsync of this number, from now on, of a path of this pattern, from the mount point on: some of
     * what was written before is there, or none of it, or all.
     */
    void failAtSync(long number, String glob) throws IOException {
        ask("aim " + number + " " + glob);
    }

    /** Whether the power has failed, at once or within this time. */
    boolean awaitFailure(Duration time) throws IOException {
        if (!frozen) {
            String answer = poll(time);
            assertThat(answer == null || answer.equals(FROZEN)).as(answer).isTrue();
            frozen = answer != null;
        }
        return frozen;
    }

    /** The power fails now, unless it has. */
    void fail() throws IOException {
        if (!awaitFailure(Duration.ZERO)) {
            send("freeze");
            frozen = awaitFailure(ANSWER);
        }
    }

    /**
     * The power comes back after its failure. Who used the disk must have been killed.
     *
     * @param survivors a seed, or {@code none} or {@code all} of what was not synced
     * @return how much of what survived, in one line
     */
    String restore(String survivors) throws IOException {
        fail();
        send("cut " + survivors);
        frozen = false;
        return answer();
    }

    /** An fsync of a path of this pattern, from the mount point on, does nothing from now on: a planted fault. */
    void ignoreSyncs(String glob) throws IOException {
        ask("ignore " + glob);
    }

    /** An fsync takes up to so long from now on. */
    void delaySyncs(Duration atMost) throws IOException {
        ask("delay " + TimeUnit.NANOSECONDS.toMicros(atMost.toNanos()));
    }

    private void ask(String command) throws IOException {
        send(command);
        String answer = answer();
        if (answer.equals(FROZEN)) {
            frozen = true;
            answer = answer();
        }
        assertThat(answer).as(command).isNotEqualTo("unknown");
    }

    private void send(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
    }

    private String answer() {
        String answer = poll(ANSWER);
        if (answer == null) {
            throw new AssertionError("the forgetful disk says nothing for " + ANSWER);
        }
        return answer;
    }

    private @Nullable String poll(Duration time) {
        try {
            return answers.poll(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Unmounts it; all of it is gone. */
    @Override
    public void close() throws IOException {
        commands.close();
        try {
            if (!process.waitFor(ANSWER.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
