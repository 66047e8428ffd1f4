package io.tributary.test.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Lets system calls of a running process upon one file fail or take long, by strace, until it is closed. */
public final class Strace implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Process process;

    private Strace(Process process) {
        this.process = process;
    }

    public static boolean isInstalled() {
        try {
            return new ProcessBuilder("strace", "-V")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException absent) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Attaches to a process; returns when all its threads are traced.
     *
     * @param calls names of system calls, with commas between
     * @param fault as strace's {@code inject} takes it: {@code error=EIO:when=3}
     * @param output for what strace says
     */
    public static Strace inject(long pid, Path file, String calls, String fault, Path output) {
        try {
            Process process = new ProcessBuilder(List.of(
                            "strace",
                            "-f",
                            "-qq",
                            "-P",
                            file.toString(),
                            "-e",
                            "trace=" + calls,
                            "-e",
                            "inject=" + calls + ":" + fault,
                            "-p",
                            Long.toString(pid)))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            Strace strace = new Strace(process);
            Awaitility.await("strace at every thread of " + pid)
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> {
                        if (!process.isAlive()) {
                            throw new IllegalStateException("strace ended: " + Files.readString(output));
                        }
                        return isTraced(pid);
                    });
            return strace;
        } catch (IOException e) {
            throw new UncheckedIOException("strace cannot be started", e);
        }
    }

    private static boolean isTraced(long pid) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return threads.map(thread -> thread.resolve("status")).allMatch(Strace::hasTracer);
        }
    }

    private static boolean hasTracer(Path status) {
        try {
            return Files.readAllLines(status).stream()
                    .noneMatch(line -> line.startsWith("TracerPid:") && line.endsWith("\t0"));
        } catch (IOException gone) {
            return true;
        }
    }

    public boolean isAttached() {
        return process.isAlive();
    }

    /** Detaches; the process goes on. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
