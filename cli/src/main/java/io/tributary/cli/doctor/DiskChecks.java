package io.tributary.cli.doctor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Whether the disk of a log does what the log relies on. Writes a file of 64 MiB for some seconds, and removes it. */
public final class DiskChecks {
    /** Less than any device needs that keeps what it has confirmed; those with a protected cache need about 15. */
    static final long FORCE_MICROS_MIN = 8;

    /** More than a disk at rest needs. */
    static final long FORCE_MICROS_HIGH = 20_000;

    private static final int FILE_BYTES = 64 << 20;
    private static final int WRITE_BYTES = 4096;
    private static final int FORCES = 100;
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    private DiskChecks() {}

    /**
     * Checks the disk of this directory, or of the nearest above it that exists.
     *
     * @param freeBytesMin {@code log_free_bytes_min}
     */
    public static List<Finding> of(Path directory, long freeBytesMin) {
        Path place = directory.toAbsolutePath();
        while (!Files.isDirectory(place) && place.getParent() != null) {
            place = place.getParent();
        }
        try {
            FileStore store = Files.getFileStore(place);
            Finding space = space(directory, store, freeBytesMin);
            if (space.state() == Finding.State.FAIL) {
                return List.of(space);
            }
            Path file = Files.createTempFile(place, "tributary-doctor", ".tmp");
            try {
                return files(file, store, space);
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            return List.of(Finding.fail(
                    "disk",
                    place + " cannot be written: " + e,
                    "choose another storage_root_path, or make it writable"));
        }
    }

    private static List<Finding> files(Path file, FileStore store, Finding space) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long before = store.getUsableSpace();
            fill(channel);
            long taken = before - store.getUsableSpace();
            long[] nanos = forces(channel);
            return List.of(space, preallocation(taken), force(nanos, store));
        }
    }

    private static Finding space(Path directory, FileStore store, long freeBytesMin) throws IOException {
        long free = store.getUsableSpace();
        String what = directory + " has " + mebibytes(free) + " free, log_free_bytes_min is " + mebibytes(freeBytesMin);
        if (free < freeBytesMin + FILE_BYTES) {
            return Finding.fail("free space", what, "make room: the log would take nothing");
        }
        return free < 4 * freeBytesMin
                ? Finding.warn("free space", what, "make room: a backlog fits into what is above the minimum only")
                : Finding.ok("free space", what);
    }

    private static void fill(FileChannel channel) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
        for (long offset = 0; offset < FILE_BYTES; offset += zeros.capacity()) {
            zeros.clear();
            while (zeros.hasRemaining()) {
                channel.write(zeros, offset + zeros.position());
            }
        }
        channel.force(true);
    }

    /** A file of zeros must take its place at once, so that a later write finds it. Others may write meanwhile: half is enough. */
    private static Finding preallocation(long taken) {
        String what = "a file of " + mebibytes(FILE_BYTES) + " zeros took " + mebibytes(taken);
        return taken < FILE_BYTES / 2
                ? Finding.warn(
                        "preallocation",
                        what,
                        "the file system keeps no place for zeros (compression?): a full disk can then fail the log")
                : Finding.ok("preallocation", what);
    }

    private static long[] forces(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocateDirect(WRITE_BYTES);
        long[] nanos = new long[FORCES];
        for (int i = 0; i < FORCES; i++) {
            bytes.clear().put(0, (byte) i);
            long begun = System.nanoTime();
            channel.write(bytes, (long) i * WRITE_BYTES);
            channel.force(false);
            nanos[i] = System.nanoTime() - begun;
        }
        Arrays.sort(nanos);
        return nanos;
    }

    private static Finding force(long[] sortedNanos, FileStore store) {
        long median = sortedNanos[sortedNanos.length / 2] / 1000;
        String what = String.format(
                Locale.ROOT,
                "write and fsync of %d bytes: median %d us, 99 %% within %d us (%s)",
                WRITE_BYTES,
                median,
                sortedNanos[sortedNanos.length * 99 / 100] / 1000,
                store.type());
        if (IN_MEMORY.contains(store.type())) {
            return Finding.warn(
                    "fsync", what, "this file system is memory: what is acknowledged is gone with the power");
        }
        if (median < FORCE_MICROS_MIN) {
            return Finding.warn(
                    "fsync",
                    what,
                    "no disk is that fast: something confirms what it does not keep (eatmydata? cache?)");
        }
        return median > FORCE_MICROS_HIGH
                ? Finding.warn("fsync", what, "each acknowledgement in async_mode takes that long")
                : Finding.ok("fsync", what);
    }

    private static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%,d MiB", bytes >> 20);
    }
}
