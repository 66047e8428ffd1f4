package io.tributary.test.crash;

import io.tributary.bench.server.MariaDb;
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
 * Rounds like those of {@link KillsIT} whose tables are on a MariaDB: its backend is killed at each of the points in turn, the
 * MariaDB at any moment, and both at once.
 *
 * <p>Other rounds: {@code -Dtributary.server_kills.rounds=200 -Dtributary.server_kills.seed=7}.
 */
@Tag("crash")
@Timeout(value = 6, unit = TimeUnit.HOURS)
final class ServerKillsIT {
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

    private static final int ROUNDS = Integer.getInteger("tributary.server_kills.rounds", Victim.values().length);
    private static final int CONNECTIONS = 100;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void everyAcknowledgedLoadIsOnTheServerOnceWhateverIsKilled() throws Exception {
        long seed = Long.getLong("tributary.server_kills.seed", System.nanoTime());
        System.out.println(
                "crash server kills seed " + seed + " (repeat with -Dtributary.server_kills.seed=" + seed + ")");
        Random random = new Random(seed);
        List<Victim> victims = new ArrayList<>();
        Map<Victim, Integer> done = new EnumMap<>(Victim.class);
        Path login = Files.writeString(directory.resolve("login"), "root\n\n");
        Path data = Files.createDirectory(directory.resolve("mariadb"));
        try (MariaDb server = MariaDb.start(
                        data, CONNECTIONS, List.of("--innodb-buffer-pool-size=128M", "--innodb-log-file-size=96M"));
                Cluster cluster = new Cluster(directory, "wal_segment_bytes=" + (1 << 20))) {
            LoadCheck.createTables(cluster, server.databaseClause(login));
            cluster.kill();
            KillRounds rounds = new KillRounds(cluster, random);
            KillRounds.Tables tables = new KillRounds.Tables() {
                @Override
                public void kill() {
                    server.kill();
                }

                @Override
                public void startAgain() throws Exception {
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
                System.out.println("crash server kills round=" + (round + 1) + " victim=" + victim + " " + rounds);
            }
            rounds.checkAll();
            System.out.println("crash server kills rounds=" + ROUNDS + " " + done + " " + rounds);
        }
    }
}
