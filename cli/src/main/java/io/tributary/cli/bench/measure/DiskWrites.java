package io.tributary.cli.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What processes wrote to disks, as Linux counts it: pages that were made dirty, less those that were thrown away. */
public final class DiskWrites {
    private static final String WRITTEN = "write_bytes: ";

    private DiskWrites() {}

    /** Bytes since the process began. */
    public static long bytes(long pid) throws IOException {
        return bytes(
                Files.readString(Path.of("/proc", Long.toString(pid), "io")).lines());
    }

    /** @param lines of {@code /proc/PID/io} */
    static long bytes(Stream<String> lines) {
        return lines.filter(line -> line.startsWith(WRITTEN))
                .mapToLong(line -> Long.parseLong(line.substring(WRITTEN.length())))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + WRITTEN + "in /proc/PID/io"));
    }
}
