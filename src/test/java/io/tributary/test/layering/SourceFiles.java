package io.tributary.test.layering;

import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The Java files of the repository that somebody writes. */
final class SourceFiles {
    private SourceFiles() {}

    /** Returns the files of main code and of tests. */
    static List<Path> all() throws IOException {
        return matching(path -> path.contains("/src/") && !path.contains("/target/"));
    }

    /** Returns the files of main code. */
    static List<Path> ofMain() throws IOException {
        return matching(path -> path.contains("/src/main/java/"));
    }

    private static List<Path> matching(Predicate<String> condition) throws IOException {
        try (Stream<Path> files = Files.walk(TributaryProcess.home())) {
            return files.filter(file ->
                            condition.test(file.toString()) && file.toString().endsWith(".java"))
                    .toList();
        }
    }
}
