package io.tributary.test.crash;

import io.tributary.test.engine.PlayedDoris;
import java.nio.file.Files;
import java.nio.file.Path;
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
    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void everyAcknowledgedLoadIsOnTheServerOnceWhateverIsKilled() throws Exception {
        long seed = Long.getLong("tributary.doris_kills.seed", System.nanoTime());
        System.out.println(
                "crash doris kills seed " + seed + " (repeat with -Dtributary.doris_kills.seed=" + seed + ")");
        Random random = new Random(seed);
        try (PlayedDoris server = new PlayedDoris(Files.createDirectory(directory.resolve("doris")));
                Cluster cluster = new Cluster(directory, "wal_segment_bytes=" + (1 << 20))) {
            LoadCheck.createTables(cluster, server.databaseClause(), " PROPERTIES ('group_commit_interval_ms' = '50')");
            cluster.kill();
            ServerTrouble killed = new ServerTrouble() {
                @Override
                public void begin() {
                    server.kill();
                }

                @Override
                public void end() {
                    server.startAgain();
                }
            };
            ServerRounds rounds = new ServerRounds("doris kills", cluster, random)
                    .withKills()
                    .with("SERVER", killed, false)
                    .with("BOTH", killed, true);
            rounds.run(Integer.getInteger("tributary.doris_kills.rounds", rounds.kinds()));
        }
    }
}
