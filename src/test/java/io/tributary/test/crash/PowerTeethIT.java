package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A loss of power shows an fsync that is missing: of those that {@code bin/prove power_teeth} takes away the first. */
@Tag("crash")
final class PowerTeethIT {
    /** The seed with which the first loss comes after few changes, and leaves nothing that was not synced. */
    private static final long SEED = 4276;

    private static final int CUTS = 3;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void withoutFsyncsOfTheLogAcknowledgedLoadsAreLost() throws Exception {
        try (PoweredLives lives = new PoweredLives(directory.resolve("disk"), SEED, "data/wal*.wal")) {
            int cuts = lives.live(CUTS);

            assertThat(lives.counts().acknowledged()).isPositive();
            assertThat(lives.faults())
                    .as("after %d losses of power", cuts)
                    .anyMatch(fault -> fault.contains(" (ACKNOWLEDGED) has 0 of ") || fault.contains("log damaged: "));
            assertThat(cuts)
                    .as(() -> "losses of power before " + lives.faults())
                    .isPositive();
        }
    }
}
