package io.tributary.bench.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Large pages that the system sets aside for a server which takes them from there (the kernel's hugetlbpage.rst) and not, as the
 * heaps of Java do, from all memory on request. Given back when this is closed.
 */
final class ReservedPages implements AutoCloseable {
    private static final Pattern PAGE = Pattern.compile("Hugepagesize: +(\\d+) kB");

    /** The most bytes of a setting's text. */
    private static final int NUMBER_BYTES = 64;

    private final Path count;
    private final long before;

    private ReservedPages(Path count, long before) {
        this.count = count;
        this.before = before;
    }

    /** Empty where that needs a right that this process lacks, or the memory is not there in one piece. */
    static Optional<ReservedPages> reserve(long bytes) {
        return reserve(bytes, Path.of("/proc/sys/vm/nr_hugepages"), Path.of("/proc/meminfo"));
    }

    static Optional<ReservedPages> reserve(long bytes, Path count, Path memory) {
        try {
            Matcher page = PAGE.matcher(Files.readString(memory));
            if (!page.find()) {
                return Optional.empty();
            }
            long pageBytes = Long.parseLong(page.group(1)) << 10;
            long before = read(count);
            long wanted = before + (bytes + pageBytes - 1) / pageBytes;
            ReservedPages reserved = new ReservedPages(count, before);
            write(count, wanted);
            // The kernel takes what it finds, and tells that.
            if (read(count) >= wanted) {
                return Optional.of(reserved);
            }
            reserved.close();
        } catch (IOException e) {
            // Another system, or no right to it.
        }
        return Optional.empty();
    }

    /** Reads in one call: a setting of the kernel gives the rest of its number to no second one. */
    static long read(Path count) throws IOException {
        try (InputStream in = Files.newInputStream(count)) {
            return Long.parseLong(new String(in.readNBytes(NUMBER_BYTES), StandardCharsets.US_ASCII).strip());
        }
    }

    private static void write(Path count, long pages) throws IOException {
        Files.write(count, Long.toString(pages).getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {
        try {
            write(count, before);
        } catch (IOException e) {
            System.err.println("large pages stay reserved: " + e);
        }
    }
}
