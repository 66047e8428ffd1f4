package io.tributary.columnar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpoolDirectoryTest {
    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void whatIsClosedTakesNoRoomAndLeavesNothing() throws Exception {
        SpoolDirectory spool = new SpoolDirectory(directory.resolve("spool"), 10);

        SpoolFile first = spool.create();
        first.append(new byte[6]);
        SpoolFile second = spool.create();
        assertThatThrownBy(() -> second.append(new byte[5])).hasMessageContaining("stream_load_spool_bytes_max 10");
        first.close();
        second.append(new byte[10]);

        assertThat(Files.size(second.path())).isEqualTo(10);
        second.close();
        assertThat(spool.bytes()).isZero();
        assertThat(directory.resolve("spool")).isEmptyDirectory();
    }

    @Test
    void whatAKilledProcessHasLeftIsDeletedAndNothingElse() throws Exception {
        // The number is beyond what Linux gives to processes.
        Path left = Files.createFile(directory.resolve("load-99999999-1.spool"));
        Path own = Files.createFile(
                directory.resolve("load-" + ProcessHandle.current().pid() + "-1.spool"));
        Path parents = Files.createFile(directory.resolve("load-1-1.spool"));
        Path other = Files.createFile(directory.resolve("notes.txt"));

        new SpoolDirectory(directory, 10).clean();

        assertThat(left).doesNotExist();
        assertThat(own).doesNotExist();
        assertThat(parents).exists();
        assertThat(other).exists();
    }
}
