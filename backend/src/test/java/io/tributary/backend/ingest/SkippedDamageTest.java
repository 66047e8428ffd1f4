package io.tributary.backend.ingest;

import static io.tributary.backend.ingest.World.OTHER;
import static io.tributary.backend.ingest.World.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.TributaryException;
import io.tributary.log.LogDamage;
import io.tributary.log.LogInspection;
import io.tributary.log.LogSkip;
import io.tributary.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Damage anywhere in a log, skipped: what was not in the damaged place is in the engine once after the next start. */
final class SkippedDamageTest {
    private static final int SEEDS = 120;
    private static final int SKIPS_MAX = 20;

    private final World world = new World();
    private final LoggedLoads history = new LoggedLoads(world);

    @Test
    void whateverIsDamagedOnlyWhatStoodThereIsLost() throws IOException {
        int refused = 0;
        int[] seeds = Seeds.of(SkippedDamageTest.class, SEEDS);
        for (int seed : seeds) {
            refused += new SkippedDamageTest().history(seed) ? 1 : 0;
        }
        assertThat(refused).as("histories in which a start refused").isGreaterThanOrEqualTo(seeds.length / 2);
    }

    /** @return whether the start refused before the damage was skipped */
    private boolean history(int seed) throws IOException {
        Random random = Seeds.random(seed);
        world.define(TABLE, "group_commit_data_bytes", Integer.toString(1 + random.nextInt(4) * 40));
        history.fill(random);
        List<Long> committed = history.rows();
        Map<Long, LoggedLoads.Load> loads = history.loads();
        world.kill();
        List<String> segments = new ArrayList<>(world.disk.list().stream()
                .filter(name -> name.endsWith(".wal"))
                .sorted()
                .toList());
        damage(random, segments);

        Set<Long> lost = new TreeSet<>();
        boolean refused = false;
        boolean endIsLost = false;
        for (int i = 0; i < SKIPS_MAX; i++) {
            List<LogDamage> damages = LogInspection.of(world.disk).damages();
            if (damages.isEmpty()) {
                break;
            }
            refused = true;
            assertThatThrownBy(() -> world.agent())
                    .as("seed %d, %s", seed, damages)
                    .isInstanceOf(TributaryException.class)
                    .hasMessageContaining("tributary wal skip");
            endIsLost |= skip(damages.get(0), lost) == LogSkip.Kind.END;
        }
        assertThat(LogInspection.of(world.disk).damages()).as("seed %d", seed).isEmpty();

        List<Long> expected = new ArrayList<>(committed);
        loads.values().stream()
                .filter(load -> load.lsns().stream().noneMatch(lost::contains))
                .filter(load -> !committed.containsAll(load.values()))
                .forEach(load -> expected.addAll(load.values()));
        boolean cut = !refused || endIsLost;
        world.settle();
        check(seed, expected, lost, cut);
        world.kill();
        world.settle();
        check(seed, expected, lost, cut);
        world.async(TABLE, 99_999);
        world.async(OTHER, 99_998);
        world.settle();
        world.kill();
        world.settle();
        assertThat(history.rows()).as("seed %d", seed).contains(99_999L, 99_998L);
        return refused;
    }

    private void check(int seed, List<Long> expected, Set<Long> lost, boolean cut) {
        if (cut) {
            // A torn end, or a file that nobody misses: then some are cut, and none is there twice.
            assertThat(history.rows())
                    .as("seed %d", seed)
                    .doesNotHaveDuplicates()
                    .isSubsetOf(expected);
        } else {
            assertThat(history.rows())
                    .as("seed %d, lost lsn %s", seed, lost)
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    /** One segment: a byte of it or of its header, all of it from somewhere on, or all of it. */
    private void damage(Random random, List<String> segments) throws IOException {
        String name = segments.get(random.nextInt(segments.size()));
        boolean isBetween = !name.equals(segments.get(0)) && !name.equals(segments.get(segments.size() - 1));
        if (isBetween && random.nextInt(4) == 0) {
            world.disk.delete(name);
            return;
        }
        byte[] bytes = world.disk.bytes(name);
        switch (random.nextInt(4)) {
            case 0 -> bytes[64 + random.nextInt(bytes.length - 64)] ^= 0x10;
            case 1 -> bytes[random.nextInt(64)] ^= 1;
            case 2 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            default -> {
                int from = 64 + random.nextInt(bytes.length - 64);
                Arrays.fill(bytes, from, Math.min(bytes.length, from + random.nextInt(300)), (byte) 0);
            }
        }
        world.disk.put(name, bytes);
    }

    private LogSkip.Kind skip(LogDamage damage, Set<Long> lost) throws IOException {
        LogInspection inspection = LogInspection.of(world.disk);
        LogSkip skip = new LogSkip(world.disk, inspection.epoch().orElseThrow(), 4711);
        LogSkip.Plan plan = skip.plan(damage.file(), damage.offset(), -1);
        skip.apply(plan);
        if (plan.kind() == LogSkip.Kind.REMOVE || plan.kind() == LogSkip.Kind.REPLACE) {
            lost.addAll(history.lsnsOf(plan.file()));
        }
        for (long lsn = plan.firstLsn(); lsn <= plan.lastLsn(); lsn++) {
            lost.add(lsn);
        }
        return plan.kind();
    }
}
