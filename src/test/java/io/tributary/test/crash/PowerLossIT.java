package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real process on a disk that forgets what was not synced, the engine's files included, loses its power again and
 * again: {@link PoweredLives}.
 *
 * <p>Other cuts: {@code -Dtributary.power.rounds=200 -Dtributary.power.seed=7}. A planted fault:
 * {@code -Dtributary.power.ignoredSyncs=data/wal*.wal}, a pattern of paths of which an fsync does nothing; then the test must find
 * something, within that many cuts.
 */
@Tag("crash")
@Timeout(value = 6, unit = TimeUnit.HOURS)
final class PowerLossIT {
    static final String DATABASE = "power";

    private static final int CUTS = Integer.getInteger("tributary.power.rounds", 3);
    private static final String IGNORED_SYNCS = System.getProperty("tributary.power.ignoredSyncs", "");
    /** Then a new disk, which is the better checked the smaller it is. */
    private static final int CUTS_OF_A_DISK = 20;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void whatIsAcknowledgedIsThereOnceAfterEachLossOfPower() throws Exception {
        long seed = Long.getLong("tributary.power.seed", System.nanoTime());
        System.out.println("crash power seed " + seed + " (repeat with -Dtributary.power.seed=" + seed + ")");
        Witness.Counts counts = new Witness.Counts(0, 0);
        int found = 0;
        for (int cuts = 0; cuts < CUTS && found == 0; cuts += CUTS_OF_A_DISK) {
            try (PoweredLives lives = new PoweredLives(directory.resolve("disk" + cuts), seed + cuts, IGNORED_SYNCS)) {
                int all = Math.min(CUTS_OF_A_DISK, CUTS - cuts);
                int done = lives.live(all);
                if (!lives.faults().isEmpty()) {
                    found = cuts + done;
                    System.out.println("crash power faults after cut " + found + " of disk seed " + (seed + cuts) + ": "
                            + String.join("; ", lives.faults()));
                }
                counts = counts.plus(lives.counts());
            }
        }
        if (IGNORED_SYNCS.isEmpty()) {
            assertThat(found).as("the cut after which something was wrong").isZero();
            System.out.println("crash power cuts=" + CUTS + " acknowledged=" + counts.acknowledged() + " unknown="
                    + counts.unknown());
        } else {
            assertThat(found)
                    .as("the cut that showed that fsync of " + IGNORED_SYNCS + " did nothing")
                    .isPositive();
            System.out.println("crash power without fsync of " + IGNORED_SYNCS + ": caught after " + found + " cuts");
        }
    }
}
