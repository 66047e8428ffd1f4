package io.tributary.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableDirectoriesTest {
    @TempDir
    Path directory;

    @Test
    void everyParentOfANewDirectoryIsSynced() throws IOException {
        Path made = directory.resolve("a").resolve("b").resolve("c");

        assertThat(DurableDirectories.make(made))
                .containsExactly(directory.resolve("a").resolve("b"), directory.resolve("a"), directory);

        assertThat(made).isDirectory();
        assertThat(DurableDirectories.make(made)).isEmpty();
    }
}
