package io.tributary.cli.load;

import java.nio.file.Path;

/**
 * A part of a file that is one Stream Load: stored whole or not at all.
 *
 * @param file that it is of
 * @param from position of its first byte
 * @param bytes how many
 * @param first whether it begins its file
 */
record Chunk(Path file, long from, long bytes, boolean first) {
    @Override
    public String toString() {
        return file + " from byte " + from;
    }
}
