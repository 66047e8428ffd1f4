package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A disk of its own that a test can fill: a tmpfs, which only root may mount; who may not leaves the test out. One thread. */
final class SmallDisk implements AutoCloseable {
    private static final int PIECE_BYTES = 4096;

    private final Path path;
    private final Path filler;
    private final Path last;

    private SmallDisk(Path path) {
        this.path = path;
        filler = path.resolve("filler");
        last = path.resolve("last");
    }

    /** @param path made by this, and left empty behind */
    static SmallDisk mount(Path path, int megabytes) throws IOException {
        Files.createDirectory(path);
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", path.toString()))
                .as("mount of a tmpfs, which root may")
                .isZero();
        return new SmallDisk(path);
    }

    Path path() {
        return path;
    }

    /** Takes room until so much is left. */
    void fillUpTo(long bytesLeft) throws IOException {
        try (OutputStream out = Files.newOutputStream(filler)) {
            byte[] piece = new byte[PIECE_BYTES];
            while (usableBytes() >= bytesLeft + PIECE_BYTES) {
                out.write(piece);
            }
        }
    }

    /** Takes all room at once as far as others are concerned: first most of it, then the rest. */
    void fill() throws IOException {
        fillUpTo(40 << 20);
        try (OutputStream out = Files.newOutputStream(last)) {
            while (true) {
                out.write(new byte[PIECE_BYTES]);
            }
        } catch (IOException full) {
            assertThat(usableBytes()).as(full.getMessage()).isZero();
        }
    }

    private long usableBytes() throws IOException {
        return Files.getFileStore(path).getUsableSpace();
    }

    /** Gives back what was taken. */
    void free() throws IOException {
        Files.deleteIfExists(last);
        Files.deleteIfExists(filler);
    }

    @Override
    public void close() throws IOException {
        assertThat(run("umount", path.toString())).isZero();
    }

    private static int run(String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            throw new IOException(String.join(" ", command) + " was not waited for", e);
        }
    }
}
