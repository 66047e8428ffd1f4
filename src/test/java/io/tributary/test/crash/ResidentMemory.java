package io.tributary.test.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Memory that a process has in RAM, now and at most since it was last asked to begin anew. */
final class ResidentMemory {
    /** The text for {@code clear_refs} that makes the peak what it is now. See proc(5). */
    private static final String RESET_PEAK = "5";

    private final Path process;
    private final long before;

    private ResidentMemory(Path process) throws IOException {
        this.process = process;
        Files.writeString(process.resolve("clear_refs"), RESET_PEAK);
        before = bytes("VmRSS");
    }

    static ResidentMemory of(long pid) throws IOException {
        return new ResidentMemory(Path.of("/proc", Long.toString(pid)));
    }

    /** How much more than at the beginning it had at any moment since. */
    long gainedBytesMax() throws IOException {
        return bytes("VmHWM") - before;
    }

    private long bytes(String field) throws IOException {
        for (String line : Files.readAllLines(process.resolve("status"))) {
            if (line.startsWith(field + ":")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
            }
        }
        throw new IOException(process + "/status has no " + field);
    }
}
