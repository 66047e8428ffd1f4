package io.tributary.test.crash;

import io.tributary.bench.load.ServerAddress;
import io.tributary.bench.server.GaleraCluster;
import io.tributary.bench.server.LocalServer;
import io.tributary.test.process.ChosenServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rounds like those of {@link KillsIT} whose tables are on a MariaDB, or on three Galera nodes: the backend is killed at each of the
 * points in turn, the server at any moment, and both at once; COMMITs lose their answers; a node is cut off from the others and from
 * the backend.
 *
 * <p>Other rounds: {@code -Dtributary.server_kills.rounds=200 -Dtributary.server_kills.seed=7}.
 */
@Tag("crash")
@Timeout(value = 6, unit = TimeUnit.HOURS)
final class ServerKillsIT {
    private static final int ROUNDS = Integer.getInteger("tributary.server_kills.rounds", 0);
    private static final int CONNECTIONS = 100;

    /** One COMMIT in so many loses its answer. */
    private static final int ONE_IN = 4;

    private static final int LOST_MIN = 5;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final String SEGMENTS = "wal_segment_bytes=" + (1 << 20);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private static Random random(String what) {
        long seed = Long.getLong("tributary.server_kills.seed", System.nanoTime());
        System.out.println(
                "crash " + what + " seed " + seed + " (repeat with -Dtributary.server_kills.seed=" + seed + ")");
        return new Random(seed);
    }

    private static int roundsOf(int kinds) {
        return ROUNDS == 0 ? kinds : ROUNDS;
    }

    private Path login() throws IOException {
        return Files.writeString(directory.resolve("login"), "root\n\n");
    }

    /** TLS is off, since what looks for a COMMIT reads what is sent. */
    private static String clause(List<CommitCutter> cutters, Path login) {
        return cutters.stream()
                .map(CommitCutter::hostAndPort)
                .collect(Collectors.joining(
                        ",",
                        " PROPERTIES ('engine' = 'mysql', 'engine.url' = 'mysql://",
                        "?tls=off', 'engine.credentials' = 'file:" + login + "')"));
    }

    private static long lost(List<CommitCutter> cutters) {
        return cutters.stream().mapToLong(CommitCutter::lost).sum();
    }

    private static ServerTrouble lostAnswers(List<CommitCutter> cutters) {
        return trouble(
                () -> {
                    long before = lost(cutters);
                    cutters.forEach(each -> each.cutOneIn(ONE_IN));
                    Awaitility.await("lost answers").atMost(LIMIT).until(() -> lost(cutters) >= before + LOST_MIN);
                },
                () -> cutters.forEach(each -> each.cutOneIn(0)));
    }

    /** Cuts the first off until the backend has gone to the next. */
    private static ServerTrouble cutOff(GaleraCluster nodes, CommitCutter next) {
        return trouble(
                () -> {
                    long before = next.accepted();
                    nodes.cut(1);
                    Awaitility.await("the next node is used").atMost(LIMIT).until(() -> next.accepted() > before);
                },
                () -> nodes.heal(1));
    }

    private interface Step {
        void run() throws Exception;
    }

    private static ServerTrouble trouble(Step begin, Step end) {
        return new ServerTrouble() {
            @Override
            public void begin() throws Exception {
                begin.run();
            }

            @Override
            public void end() throws Exception {
                end.run();
            }
        };
    }

    @Test
    void everyAcknowledgedLoadIsOnTheServerOnceWhateverIsKilled() throws Exception {
        Random random = random("server kills");
        Path data = Files.createDirectory(directory.resolve("server"));
        try (LocalServer server = ChosenServer.start(data, CONNECTIONS, "128M");
                CommitCutter cutter = new CommitCutter(server.address(), random.nextLong());
                Cluster cluster = new Cluster(directory, SEGMENTS)) {
            LoadCheck.createTables(cluster, clause(List.of(cutter), login()));
            cluster.kill();
            ServerTrouble killed = trouble(server::kill, server::startAgain);
            ServerRounds rounds = new ServerRounds("server kills", cluster, random)
                    .withKills()
                    .with("SERVER", killed, false)
                    .with("BOTH", killed, true)
                    .with("ANSWERS", lostAnswers(List.of(cutter)), false)
                    .with("ANSWERS_AND_BACKEND", lostAnswers(List.of(cutter)), true);
            rounds.run(roundsOf(rounds.kinds()));
        }
    }

    @Test
    void everyAcknowledgedLoadIsOnTheClusterOnceWhateverBecomesOfItsNodes() throws Exception {
        Random random = random("galera kills");
        Path data = Files.createDirectory(directory.resolve("galera"));
        List<CommitCutter> cutters = new ArrayList<>();
        try (GaleraCluster nodes = GaleraCluster.start(data);
                Cluster cluster = new Cluster(directory, SEGMENTS)) {
            for (int node = 1; node <= GaleraCluster.NODES; node++) {
                ServerAddress address = nodes.address(node);
                cutters.add(new CommitCutter(address, random.nextLong()));
            }
            LoadCheck.createTables(cluster, clause(cutters, login()));
            cluster.kill();
            // The first is the one that is used.
            ServerTrouble killed = trouble(() -> nodes.kill(1), () -> nodes.startAgain(1));
            ServerTrouble other = trouble(() -> nodes.kill(2), () -> nodes.startAgain(2));
            ServerTrouble cut = cutOff(nodes, cutters.get(1));
            ServerRounds rounds = new ServerRounds("galera kills", cluster, random)
                    .with("NODE", killed, false)
                    .with("CUT", cut, false)
                    .with("ANSWERS", lostAnswers(cutters), false);
            if (ROUNDS > 0) {
                rounds.withKills()
                        .with("NODE_AND_BACKEND", killed, true)
                        .with("OTHER_NODE", other, false)
                        .with("CUT_AND_BACKEND", cut, true)
                        .with("ANSWERS_AND_BACKEND", lostAnswers(cutters), true);
            }
            rounds.run(roundsOf(rounds.kinds()));
        } finally {
            for (CommitCutter cutter : cutters) {
                cutter.close();
            }
        }
    }
}
