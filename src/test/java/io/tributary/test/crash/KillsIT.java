package io.tributary.test.crash;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rounds of sixteen writers, half of which repeat each load under its idempotency key until it is acknowledged, and kill -9
 * of the backend at each of the points in turn, and at random moments. After each restart every acknowledged load is there
 * once, no load in part, and none of which a writer heard that it is not stored; the rows of a table whose batches wait for
 * hours come from the log.
 *
 * <p>Other rounds: {@code -Dtributary.kills.rounds=500 -Dtributary.kills.seed=7}.
 */
@Tag("crash")
@Timeout(value = 6, unit = TimeUnit.HOURS)
final class KillsIT {
    private static final int ROUNDS = Integer.getInteger("tributary.kills.rounds", Kill.values().length);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void everyAcknowledgedLoadIsThereOnceWhereverTheBackendIsKilled() throws Exception {
        long seed = Long.getLong("tributary.kills.seed", System.nanoTime());
        System.out.println("crash kills seed " + seed + " (repeat with -Dtributary.kills.seed=" + seed + ")");
        Random random = new Random(seed);
        List<Kill> kills = new ArrayList<>();
        Map<Kill, Integer> done = new EnumMap<>(Kill.class);
        try (Cluster cluster = new Cluster(directory, "wal_segment_bytes=" + (1 << 20))) {
            LoadCheck.createTables(cluster, "");
            cluster.kill();
            KillRounds rounds = new KillRounds(cluster, random, false);
            for (int round = 0; round < ROUNDS; round++) {
                if (kills.isEmpty()) {
                    Collections.addAll(kills, Kill.values());
                    Collections.shuffle(kills, random);
                }
                Kill kill = kills.remove(kills.size() - 1);
                rounds.killBackend(kill);
                done.merge(kill, 1, Integer::sum);
                System.out.println("crash kills round=" + (round + 1) + " at=" + kill + " " + rounds);
            }
            rounds.checkAll();
            System.out.println("crash kills rounds=" + ROUNDS + " " + done + " " + rounds);
        }
    }
}
