package io.tributary.test.crash;

import io.tributary.test.engine.PlayedDoris;
import java.nio.file.Files;
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
 * Rounds like those of {@link ServerKillsIT} whose tables are on an Apache Doris, which another Tributary plays: batches have no
 * transaction with their position there, but labels.
 *
 * <p>Other rounds: {@code -Dtributary.doris_kills.rounds=200 -Dtributary.doris_kills.seed=7}.
 */
@Tag("crash")
@Timeout(value = 6, unit = TimeUnit.HOURS)
final class DorisKillsIT {
    /** What a round kills. */
    private enum Victim {
        SERVER,
        BOTH,
        BACKEND_ANY_MOMENT,
        BACKEND_AFTER_SEAL,
        BACKEND_BEFORE_ENGINE_COMMIT,
        BACKEND_IN_ENGINE_COMMIT,
        BACKEND_IN_RECOVERY;

        Kill kill() {
            return Kill.valueOf(name().substring("BACKEND_".length()));
        }
    }

    private static final int ROUNDS = Integer.getInteger("tributary.doris_kills.rounds", Victim.values().length);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void everyAcknowledgedLoadIsOnTheServerOnceWhateverIsKilled() throws Exception {
        long seed = Long.getLong("tributary.doris_kills.seed", System.nanoTime());
        System.out.println(
                "crash doris kills seed " + seed + " (repeat with -Dtributary.doris_kills.seed=" + seed + ")");
        Random random = new Random(seed);
        List<Victim> victims = new ArrayList<>();
        Map<Victim, Integer> done = new EnumMap<>(Victim.class);
        try (PlayedDoris server = new PlayedDoris(Files.createDirectory(directory.resolve("doris")));
                Cluster cluster = new Cluster(directory, "wal_segment_bytes=" + (1 << 20))) {
            LoadCheck.createTables(cluster, server.databaseClause(), " PROPERTIES ('group_commit_interval_ms' = '50')");
            cluster.kill();
            KillRounds rounds = new KillRounds(cluster, random);
            KillRounds.Tables tables = new KillRounds.Tables() {
                @Override
                public void kill() {
                    server.kill();
                }

                @Override
                public void startAgain() {
                    server.startAgain();
                }
            };
            for (int round = 0; round < ROUNDS; round++) {
                if (victims.isEmpty()) {
                    Collections.addAll(victims, Victim.values());
                    Collections.shuffle(victims, random);
                }
                Victim victim = victims.remove(victims.size() - 1);
                switch (victim) {
                    case SERVER -> rounds.killServer(tables, false);
                    case BOTH -> rounds.killServer(tables, true);
                    default -> rounds.killBackend(victim.kill());
                }
                done.merge(victim, 1, Integer::sum);
                System.out.println("crash doris kills round=" + (round + 1) + " victim=" + victim + " " + rounds);
            }
            rounds.checkAll();
            System.out.println("crash doris kills rounds=" + ROUNDS + " " + done + " " + rounds);
        }
    }
}
