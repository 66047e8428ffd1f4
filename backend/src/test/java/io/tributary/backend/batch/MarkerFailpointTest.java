package io.tributary.backend.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkerFailpointTest {
    @TempDir
    private Path folder;

    @Test
    void withoutThePropertyNothingHappens() {
        assertThat(MarkerFailpoint.of(new Properties())).isSameAs(Failpoint.NONE);
    }

    @Test
    void parksForEverAtTheNthPassAfterWritingTheMarker() throws Exception {
        Path marker = folder.resolve("marker");
        Failpoint failpoint = MarkerFailpoint.of(properties("after-force:2", marker));
        failpoint.pass(Failpoint.Point.AFTER_FORCE);
        failpoint.pass(Failpoint.Point.BEFORE_FORCE);
        assertThat(marker).doesNotExist();

        Thread victim = new Thread(() -> failpoint.pass(Failpoint.Point.AFTER_FORCE), "victim");
        victim.setDaemon(true);
        victim.start();
        while (victim.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }

        assertThat(marker).exists();
        failpoint.pass(Failpoint.Point.AFTER_FORCE);
    }

    @Test
    void goesOnIntoTheCommitAndMarksThatItLeft() {
        Path marker = folder.resolve("marker");
        Failpoint failpoint = MarkerFailpoint.of(properties("in-engine-commit:1", marker));

        failpoint.pass(Failpoint.Point.IN_ENGINE_COMMIT);
        assertThat(marker).exists();
        assertThat(folder.resolve("marker.left")).doesNotExist();
        failpoint.left(Failpoint.Point.IN_ENGINE_COMMIT);

        assertThat(folder.resolve("marker.left")).exists();
    }

    @Test
    void badValueIsRefusedNamingWhatIsAllowed() {
        assertThatThrownBy(() -> MarkerFailpoint.of(properties("somewhere:1", folder.resolve("m"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("somewhere:1")
                .hasMessageContaining("before-force, before-write");
        assertThatThrownBy(() -> MarkerFailpoint.of(properties("after-force:0", folder.resolve("m"))))
                .hasMessageContaining("n from 1");
    }

    private static Properties properties(String point, Path marker) {
        Properties properties = new Properties();
        properties.setProperty(MarkerFailpoint.POINT_PROPERTY, point);
        properties.setProperty(MarkerFailpoint.MARKER_PROPERTY, marker.toString());
        return properties;
    }
}
