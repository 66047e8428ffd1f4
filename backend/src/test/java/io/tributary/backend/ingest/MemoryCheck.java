package io.tributary.backend.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;

/** Looks at what a power loss would leave of a world's log. */
final class MemoryCheck {
    private MemoryCheck() {}

    /** A machine that dies now would keep every record that was written. */
    static void everythingIsDurable(World world) {
        World left = new World();
        left.disk = world.disk.afterPowerLoss(new Random(1));
        left.recover();
        assertThat(left.engine.commits()).isPositive();
        assertThat(left.disk.list()).noneMatch(name -> name.endsWith(".torn"));
    }
}
