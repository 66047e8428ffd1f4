package io.tributary.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What was written to disks, as Linux counts it, in two ways that are both wrong. Of a process, it is the pages that it
 * made dirty; but where a file's pages are large folios (ext4 since Linux 6.16), a write of 200 bytes counts as the
 * whole folio, up to 2 MiB, though only its dirty blocks reach the disk. Of a disk, it is what reached it, from everybody.
 */
public final class DiskWrites {
    private static final String WRITTEN = "write_bytes: ";

    private static final int SECTOR_BYTES = 512;

    private DiskWrites() {}

    /** Bytes that a process made dirty since it began. */
    public static long bytes(long pid) throws IOException {
        return bytes(
                Files.readString(Path.of("/proc", Long.toString(pid), "io")).lines());
    }

    /**
     * Bytes that reached the disk of a file, from all processes, since the machine started.
     *
     * @return null if the file is on no disk that the kernel keeps count of
     */
    public static @Nullable Double diskBytes(Path file) throws IOException {
        // dev_t, as glibc packs it:  | major 31…12 | minor 19…8 | major 11…0 | minor 7…0 |
        long device = (Long) Files.getAttribute(file, "unix:dev");
        long major = ((device >>> 32) & 0xFFFF_F000L) | ((device >>> 8) & 0xFFF);
        long minor = ((device >>> 12) & 0xFFFF_FF00L) | (device & 0xFF);
        Path stat = Path.of("/sys/dev/block", major + ":" + minor, "stat");
        return Files.exists(stat) ? (double) diskBytes(Files.readString(stat)) : null;
    }

    /**
     * Returns the bytes written of {@code /sys/dev/block/MAJOR:MINOR/stat}.
     *
     * @param stat numbers with blanks between them; the seventh is the sectors written, of 512 bytes whatever the disk says
     */
    static long diskBytes(String stat) {
        return Long.parseLong(stat.strip().split("\\s+", -1)[6]) * SECTOR_BYTES;
    }

    /** @param lines of {@code /proc/PID/io} */
    static long bytes(Stream<String> lines) {
        return lines.filter(line -> line.startsWith(WRITTEN))
                .mapToLong(line -> Long.parseLong(line.substring(WRITTEN.length())))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + WRITTEN + "in /proc/PID/io"));
    }
}
