package io.tributary.bench.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.bench.process.JavaCommand;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A {@link LoadGenerator} in a process of its own, seen from the process that started it. One thread. */
public final class LoadProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Thousands of driver connections, opened one after the other on a busy machine, take minutes. */
    private static final long START_SECONDS_MAX = 600;
    /** How much longer than it was told to write it may take: the last answers of sync loads come with their commit. */
    private static final long ANSWER_SECONDS_MAX = 180;

    private static final long STOP_SECONDS = 20;

    private final Process process;
    private final BufferedWriter orders;
    private final BufferedReader answers;
    private final Path log;
    private final String javaVersion;

    private LoadProcess(Process process, Path log, LoadPlan plan) throws IOException {
        this.process = process;
        this.orders = process.outputWriter();
        this.answers = process.inputReader();
        this.log = log;
        try {
            order(JSON.writeValueAsString(plan));
            this.javaVersion = answer(START_SECONDS_MAX).substring(LoadGenerator.READY.length());
        } catch (IOException failed) {
            process.destroyForcibly();
            throw failed;
        }
    }

    /**
     * Starts it and waits until its connections are open.
     *
     * @param directory for its log and temporary files; exists
     * @throws IOException with what it said, if it could not connect
     */
    public static LoadProcess start(JavaCommand java, Path directory, LoadPlan plan) throws IOException {
        Path temporary = Files.createDirectories(directory.resolve("client-tmp"));
        Path log = directory.resolve("client.log");
        Process process = new ProcessBuilder(java.line(temporary, LoadGenerator.class.getName(), List.of()))
                .redirectError(log.toFile())
                .start();
        // So that a wait for its answer ends when this process is told to end.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "end-client"));
        return new LoadProcess(process, log, plan);
    }

    /**
     * Lets it write for so long.
     *
     * @throws IOException with what it said, if a statement failed
     */
    public PhaseResult run(int seconds) throws IOException {
        order(LoadGenerator.RUN + seconds);
        return JSON.readValue(answer(seconds + ANSWER_SECONDS_MAX), PhaseResult.class);
    }

    public long pid() {
        return process.pid();
    }

    /** Returns the version of the Java that it runs on. */
    public String javaVersion() {
        return javaVersion;
    }

    private void order(String line) throws IOException {
        orders.write(line);
        orders.newLine();
        orders.flush();
    }

    private String answer(long secondsMax) throws IOException {
        CompletableFuture<Process> tooLate = CompletableFuture.supplyAsync(
                process::destroyForcibly, CompletableFuture.delayedExecutor(secondsMax, TimeUnit.SECONDS));
        String line;
        try {
            line = answers.readLine();
        } finally {
            tooLate.cancel(false);
        }
        if (line == null && !tooLate.isCancelled()) {
            throw new IOException("the load generator did not answer within " + secondsMax + " s");
        }
        if (line == null) {
            throw new IOException("the load generator ended without an answer: " + lastLogLine());
        }
        if (line.startsWith(LoadGenerator.FAILED)) {
            throw new IOException(line.substring(LoadGenerator.FAILED.length()));
        }
        return line;
    }

    private String lastLogLine() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return lines.isEmpty() ? "no output" : lines.get(lines.size() - 1);
    }

    /** Ends it by the end of its input, and harder when it does not follow. */
    @Override
    public void close() throws IOException {
        try {
            orders.close();
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().onExit().join();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly().onExit().join();
            Thread.currentThread().interrupt();
        }
    }
}
