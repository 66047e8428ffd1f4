package io.tributary.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs that do one thing and end. */
final class ToolRun {
    private static final long SECONDS_MAX = 600;

    private ToolRun() {}

    /**
     * Runs a program to its end.
     *
     * @param log gets its output
     * @throws IOException with the last line that it said, if it failed or took more than {@value #SECONDS_MAX} seconds
     */
    static void require(List<String> command, Path log) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new IOException(command + " took more than " + SECONDS_MAX + " s, see " + log);
            }
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            List<String> said = Files.readAllLines(log);
            throw new IOException(command + " ended with exit code " + process.exitValue() + ": "
                    + (said.isEmpty() ? "no output" : said.get(said.size() - 1)));
        }
    }
}
