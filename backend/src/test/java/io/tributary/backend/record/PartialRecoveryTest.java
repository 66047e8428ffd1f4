package io.tributary.backend.record;

import static io.tributary.backend.ingest.World.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.batch.Quarantine;
import io.tributary.backend.ingest.LoggedLoads;
import io.tributary.backend.ingest.World;
import io.tributary.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PartialRecoveryTest {
    private static final int SEEDS = 80;
    private static final long NO_TXN_ID = -1;

    @Test
    void whatEndedBeforeTheLsnIsCommittedAndTheNextStartCommitsTheRest() throws IOException {
        for (int seed : Seeds.of(PartialRecoveryTest.class, SEEDS)) {
            history(seed);
        }
    }

    private static void history(int seed) throws IOException {
        Random random = Seeds.random(seed);
        World world = new World();
        world.define(TABLE, "group_commit_data_bytes", Integer.toString(1 + random.nextInt(4) * 40));
        LoggedLoads history = new LoggedLoads(world);
        history.fill(random);
        List<Long> committed = history.rows();
        Map<Long, LoggedLoads.Load> loads = history.loads();
        long last = loads.keySet().stream().mapToLong(Long::longValue).max().orElse(0);
        world.kill();
        for (int step = 0; step < 3; step++) {
            long lsn = random.nextInt((int) last + 2);
            PartialRecovery.upTo(
                    lsn,
                    world.disk,
                    world.engine,
                    world,
                    new Quarantine(world.engine, 1, 1, () -> world.nanos),
                    () -> NO_TXN_ID);

            List<Long> expected = new ArrayList<>(committed);
            loads.forEach((position, load) -> {
                if (position <= lsn && !committed.containsAll(load.values())) {
                    expected.addAll(load.values());
                }
            });
            assertThat(history.rows()).as("seed %d, lsn %d", seed, lsn).containsExactlyInAnyOrderElementsOf(expected);
            committed.clear();
            committed.addAll(expected);
        }
        world.settle();
        List<Long> all = new ArrayList<>(committed);
        loads.values().stream()
                .filter(load -> !committed.containsAll(load.values()))
                .forEach(load -> all.addAll(load.values()));
        assertThat(history.rows()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(all);
        world.kill();
        world.settle();
        assertThat(history.rows()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(all);
    }
}
