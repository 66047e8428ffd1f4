package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    /** Printed of the fault that shows a planted one. */
    private static final int FAULT_CHARS_MAX = 160;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void whatIsAcknowledgedIsThereOnceAfterEachLossOfPower() throws Exception {
        long seed = Long.getLong("tributary.power.seed", System.nanoTime());
        System.out.println("crash power seed " + seed + " (repeat with -Dtributary.power.seed=" + seed + ")");
        Witness.Counts counts = new Witness.Counts(0, 0);
        List<String> faults = new ArrayList<>();
        int cuts = 0;
        for (int disk = 0; cuts < CUTS && faults.isEmpty(); disk += CUTS_OF_A_DISK) {
            try (PoweredLives lives = new PoweredLives(directory.resolve("disk" + disk), seed + disk, IGNORED_SYNCS)) {
                lives.aimAtCheckpoints(seed + disk);
                cuts += lives.live(Math.min(CUTS_OF_A_DISK, CUTS - cuts));
                faults.addAll(lives.faults());
                counts = counts.plus(lives.counts());
            }
            if (!faults.isEmpty()) {
                System.out.println("crash power faults after cut " + cuts + " of disk seed " + (seed + disk) + ": "
                        + String.join("; ", faults));
            }
        }
        assertThat(counts.acknowledged()).as("acknowledged").isPositive();
        if (IGNORED_SYNCS.isEmpty()) {
            assertThat(faults).isEmpty();
            System.out.println("crash power cuts=" + cuts + " acknowledged=" + counts.acknowledged() + " unknown="
                    + counts.unknown());
        } else {
            assertThat(faults)
                    .as("what shows that fsync of " + IGNORED_SYNCS + " did nothing")
                    .isNotEmpty();
            // Nothing is lost before the first loss, whatever an fsync does.
            assertThat(cuts).as("cuts before it: " + faults).isPositive();
            String first = faults.get(0).lines().findFirst().orElseThrow();
            System.out.println("crash power without fsync of " + IGNORED_SYNCS + ": caught after " + cuts + " cuts: "
                    + first.substring(0, Math.min(FAULT_CHARS_MAX, first.length())));
        }
    }
}
