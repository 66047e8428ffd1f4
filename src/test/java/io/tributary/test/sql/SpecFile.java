package io.tributary.test.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;

/** Tables in files beside the classes: a line each, with # before what is a remark. */
final class SpecFile {
    private SpecFile() {}

    static Stream<String> lines(String name) {
        try (InputStream in = Objects.requireNonNull(SpecFile.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
